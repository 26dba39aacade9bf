/**
 * Which desktop a session works on: one of its own, one that is joined, or a display that the environment names.
 * Nothing is touched before the first call.
 * @module
 */
import { OperationError, toOperationError } from "../contract/errors.ts";
import { engineEnvironment, findDesktop, openDesktop, type OwnedDesktop } from "../desktop/desktop.ts";
import { checkDisplayName } from "../policy/display_name.ts";
import { roleEnvironment } from "../roles.ts";

/** What the operator asked for. */
export type WorkspaceChoice =
  | { readonly kind: "new"; readonly label?: string; readonly geometry?: string }
  | { readonly kind: "join"; readonly name: string }
  | { readonly kind: "display" };

/** Whose pointer and keyboard the session uses: those that everybody shares, or its own. */
export type PointerChoice = "core" | "own";

/** A desktop that is there. */
export interface OpenWorkspace {
  /** All variables of an engine that drives it. */
  readonly environment: Record<string, string>;
  /** `:N`. */
  readonly display: string;
  /** Its id and label, where it is one of ours. */
  readonly desktop?: { readonly id: string; readonly label: string };
  /** What a model must know: that this desktop replaces one that ended. */
  readonly notice?: string;
}

/** Settings of the engine that a desktop's environment does not hold. */
const engineSettings = ["CUA_ALLOW_APPS", "CUA_DENY_APPS", "CUA_ALLOW_ABSTRACT_BUS", "CUA_OVERLAY"];

/** The desktop of one session. */
export class Workspace {
  readonly #choice: WorkspaceChoice;
  #opening: Promise<OpenWorkspace> | undefined;
  #owned: OwnedDesktop | undefined;
  #lost: string | undefined;
  #closed = false;

  /** Nothing is opened yet. */
  constructor(choice: WorkspaceChoice) {
    this.#choice = choice;
  }

  /** Whether a desktop of our own replaces one that ended. */
  get isReplaceable(): boolean {
    return this.#choice.kind === "new";
  }

  /**
   * The desktop, opened at the first call and again when the one of our own has ended. Calls share one opening.
   *
   * @throws {OperationError} `desktop_unavailable` when it does not open or is not there; `denied` for display 0.
   */
  open(signal: AbortSignal): Promise<OpenWorkspace> {
    if (this.#closed) throw new OperationError("desktop_unavailable", "The session has ended; start a new one");
    this.#opening ??= this.#open(signal).catch((error) => {
      this.#opening = undefined;
      throw toOperationError(error, "no");
    });
    return this.#opening;
  }

  /** Why the desktop of our own ended, if it has ended or does so within `ms`. */
  async endWithin(ms: number): Promise<string | undefined> {
    if (!this.#owned) return this.#lost;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), ms);
    const why = await Promise.race([this.#owned.ended, promise]);
    clearTimeout(timer);
    return why;
  }

  /** Gives the desktop up because it does not work any more; the next {@linkcode Workspace.open} gets a new one. */
  async abandon(why: string): Promise<void> {
    const owned = this.#owned;
    this.#lost ??= why;
    this.#owned = undefined;
    this.#opening = undefined;
    // What can't be closed ends with this process; the model hears why the desktop was lost.
    await owned?.close().catch(() => {});
  }

  /** Closes a desktop of our own; a joined one stays open. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#opening?.catch(() => {});
    await this.#owned?.close();
  }

  async #open(signal: AbortSignal): Promise<OpenWorkspace> {
    if (this.#choice.kind === "new") return await this.#openOwn(this.#choice, signal);
    if (this.#choice.kind === "join") return await join(this.#choice.name);
    const environment = roleEnvironment("host");
    return { environment, display: checkDisplayName(environment["CUA_DISPLAY"]) };
  }

  async #openOwn(choice: WorkspaceChoice & { kind: "new" }, signal: AbortSignal): Promise<OpenWorkspace> {
    const { kind: _kind, ...options } = choice;
    const desktop = await openDesktop({ ...options, signal });
    if (this.#closed) {
      await desktop.close();
      throw new OperationError("desktop_unavailable", "The session has ended; start a new one");
    }
    this.#owned = desktop;
    void desktop.ended.then((why) => this.#ended(desktop, why));
    const notice = this.#lost === undefined ? {} : { notice: replaced(this.#lost) };
    this.#lost = undefined;
    return { ...ours(desktop.state), ...notice };
  }

  #ended(desktop: OwnedDesktop, why: string): void {
    if (this.#owned !== desktop) return;
    this.#owned = undefined;
    this.#opening = undefined;
    this.#lost = why;
  }
}

async function join(name: string): Promise<OpenWorkspace> {
  return ours(await findDesktop(name));
}

function ours(state: OwnedDesktop["state"]): OpenWorkspace {
  const settings = engineSettings.map((name) => [name, Deno.env.get(name)] as const);
  const given = Object.fromEntries(settings.filter((pair): pair is [string, string] => pair[1] !== undefined));
  const environment = { ...engineEnvironment(state), ...given };
  return { environment, display: state.display, desktop: { id: state.id, label: state.label } };
}

function replaced(why: string): string {
  return `The private desktop ended (${why}); a new, empty one was opened. ` +
    "Its windows and everything unsaved are gone; launch the application again. Earlier element ids and apps are void.";
}
