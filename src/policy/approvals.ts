/**
 * Approvals that are in force: an application id together with its executable.
 * @module
 */
import type { Approval, ApprovalScope } from "../contract/operations.ts";

/** An application as it was recognised. */
export interface Identity {
  /** WM_CLASS. */
  readonly appId: string;
  /** Absolute path of the program. */
  readonly executable: string;
}

/** The approvals of a session. */
export class Approvals {
  readonly #scopes = new Map<string, ApprovalScope>();

  /** Adds an approval; a wider scope replaces a narrower one, never the other way round. */
  add(approval: Approval): void {
    const key = keyOf({ appId: approval.app_id, executable: approval.executable });
    const current = this.#scopes.get(key);
    if (current === undefined || rank(approval.scope) > rank(current)) this.#scopes.set(key, approval.scope);
  }

  /** Whether the application may be read and driven. */
  covers(identity: Identity): boolean {
    return this.#scopes.has(keyOf(identity));
  }

  /** Takes all approvals of an application back; how many there were. */
  revoke(appId: string): number {
    const doomed = [...this.#scopes.keys()].filter((key) => key.startsWith(`${appId.toLowerCase()}\0`));
    for (const key of doomed) this.#scopes.delete(key);
    return doomed.length;
  }

  /** Ends the approvals that were given for a turn. */
  endTurn(): void {
    for (const [key, scope] of this.#scopes) if (scope === "turn") this.#scopes.delete(key);
  }
}

function keyOf(identity: Identity): string {
  return `${identity.appId.toLowerCase()}\0${identity.executable}`;
}

function rank(scope: ApprovalScope): number {
  return ["turn", "session", "always"].indexOf(scope);
}
