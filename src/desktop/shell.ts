/**
 * Text for POSIX shells.
 * @module
 */

/** One word that a POSIX shell reads back as exactly this text. */
export function quote(text: string): string {
  return /^[-A-Za-z0-9_./:=,@%+]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Lines that set and unset variables when a shell evaluates them. Names that no shell can hold are left out. */
export function exportLines(set: Readonly<Record<string, string>>, unset: readonly string[]): string {
  const isName = (name: string) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
  const lines = [
    ...unset.filter(isName).map((name) => `unset ${name}`),
    ...Object.entries(set).filter(([name]) => isName(name)).map(([name, value]) => `export ${name}=${quote(value)}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}
