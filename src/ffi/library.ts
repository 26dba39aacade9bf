/**
 * Opening C libraries: lazily, once, with one clear error when a library is missing.
 * @module
 */
import { OperationError } from "../contract/errors.ts";

/** Where a library comes from. */
export interface LibrarySource {
  /** Its file name as the dynamic linker knows it. */
  readonly soname: string;
  /** The package that brings it, by distribution. */
  readonly packages: { readonly debian: string; readonly fedora: string; readonly arch: string };
}

/** The callable symbols of a table. */
export type Symbols<T extends Deno.ForeignLibraryInterface> = Deno.DynamicLibrary<T>["symbols"];

/**
 * A library that is opened at the first call.
 *
 * @param source Name and packages.
 * @param table The symbols to bind.
 * @returns A function that gives the symbols. It throws `desktop_unavailable` naming the library and its package
 * when the library can't be opened. Needs `--allow-ffi` at the first call only.
 */
export function lazyLibrary<const T extends Deno.ForeignLibraryInterface>(
  source: LibrarySource,
  table: T,
): () => Symbols<T> {
  let symbols: Symbols<T> | undefined;
  return () => symbols ??= open(source, table);
}

function open<T extends Deno.ForeignLibraryInterface>(source: LibrarySource, table: T): Symbols<T> {
  try {
    return Deno.dlopen(source.soname, table).symbols;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    throw missingLibrary(source, error);
  }
}

/** The error for a library that can't be opened. */
export function missingLibrary(source: LibrarySource, cause: unknown): OperationError {
  const { debian, fedora, arch } = source.packages;
  const why = (cause as Error).message.trim().replace(/^(?:Could not open library: )+/, "");
  return new OperationError(
    "desktop_unavailable",
    `The library ${source.soname} can't be opened (${why}); ` +
      `install the package ${debian} (Debian, Ubuntu), ${fedora} (Fedora) or ${arch} (Arch)`,
    { cause, details: { library: source.soname, package: debian } },
  );
}
