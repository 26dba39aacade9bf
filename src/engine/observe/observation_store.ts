/**
 * Earlier observations, to tell what changed since.
 * @module
 */
import type { Observation } from "../../contract/operations.ts";
import type { Window } from "../../ffi/xid.ts";
import type { Snapshot } from "./element.ts";

/** An observation that can be compared with. */
export interface StoredObservation {
  /** The window it was of. */
  readonly window: Window;
  /** What it compares with. */
  readonly lineage: Observation["lineage"];
  /** The query, for queried ones. */
  readonly query: string | undefined;
  /** What was seen. */
  readonly snapshot: Snapshot;
  /** What was said of the application's windows. */
  readonly header: string;
}

/** How many observations are remembered; an older one answers with the full tree. */
const REMEMBERED_OBSERVATIONS = 32;

/** The observations of a session. */
export class ObservationStore {
  readonly #observations = new Map<number, StoredObservation>();

  /** Remembers an observation. */
  add(id: number, observation: StoredObservation): void {
    this.#observations.set(id, observation);
    if (this.#observations.size > REMEMBERED_OBSERVATIONS) {
      this.#observations.delete(this.#observations.keys().next().value!);
    }
  }

  /** The observation to compare with: of the same window, lineage and query; undefined when there is none. */
  comparable(
    id: number | undefined,
    now: Pick<StoredObservation, "window" | "lineage" | "query">,
  ): StoredObservation | undefined {
    const then = id === undefined ? undefined : this.#observations.get(id);
    const same = then?.window === now.window && then.lineage === now.lineage && then.query === now.query;
    return same ? then : undefined;
  }
}
