/**
 * An X client that owns and reads selections, independent of the program.
 * @module
 */
import { XClient } from "./x_client.ts";

/** How an owner behaves; see `x_selection.py`. */
export type OwnerManner =
  | "plain"
  | "pieces"
  | "stall"
  | "stall_pieces"
  | "endless"
  | "die"
  | "die_pieces"
  | "image"
  | "words"
  | "flood";

/** What a client got; without type it was refused. */
export interface Answer {
  readonly type: string | null;
  readonly format?: number;
  readonly length?: number;
  readonly sha256?: string;
  /** The first 200 bytes as UTF-8. */
  readonly text?: string;
  /** The same as Latin-1. */
  readonly latin1?: string;
  /** How many pieces it came in; 0 for one that came at once. */
  readonly pieces?: number;
  readonly words?: readonly number[];
}

/** A running client. */
export class SelectionClient extends XClient {
  /** Starts one. */
  constructor(environment: Readonly<Record<string, string>>) {
    super(environment, ["/usr/bin/python3"], "x_selection.py");
  }

  /** Shows a window of an application id. */
  async show(wmClass: string): Promise<number> {
    return (await this.tell({ do: "show", class: wmClass })).window!;
  }

  /** Owns a selection. @param repeat How often each text is repeated. */
  async own(
    targets: Readonly<Record<string, string>>,
    { how = "plain", repeat = 1, selection = "CLIPBOARD" }: {
      how?: OwnerManner;
      repeat?: number;
      selection?: string;
    } = {},
  ): Promise<void> {
    await this.tell({ do: "own", selection, targets, how, repeat });
  }

  /** Asks for one form. @param stop Ends the client after so many pieces. */
  read(target: string, stop?: number, selection = "CLIPBOARD"): Promise<Answer> {
    return this.tell<Answer>({ do: "read", selection, target, ...(stop === undefined ? {} : { stop }) });
  }

  /** Asks for several forms at once. */
  async multiple(targets: readonly string[]): Promise<Readonly<Record<string, Answer | null>> | null> {
    type Answers = { answers: Record<string, Answer | null> | null };
    return (await this.tell<Answers>({ do: "multiple", selection: "CLIPBOARD", targets })).answers;
  }

  /** Which forms are offered; null when nobody answers. */
  async targets(): Promise<readonly string[] | null> {
    return (await this.tell<{ names: string[] | null }>({ do: "targets", selection: "CLIPBOARD" })).names;
  }

  /** The window that owns a selection; 0 for none. */
  async owner(selection = "CLIPBOARD"): Promise<number> {
    return (await this.tell({ do: "owner", selection })).window!;
  }

  /** Whether this client has not lost the clipboard by its own knowledge. */
  async owns(): Promise<boolean> {
    return (await this.tell<{ owns: boolean }>({ do: "given", selection: "CLIPBOARD" })).owns;
  }

  /** Gives the clipboard up. */
  async release(): Promise<void> {
    await this.tell({ do: "release", selection: "CLIPBOARD" });
  }
}
