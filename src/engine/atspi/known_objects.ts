/**
 * What an application's cache says of its objects.
 * @module
 */
import { type AccessibleRef, refKey } from "./accessible_ref.ts";
import type { BareObject } from "./bare_object.ts";
import { type CacheItem, getItems } from "./interfaces/cache.ts";
import type { Reading } from "./reading.ts";
import { hasCache } from "./toolkit_rules.ts";
import { CallTimeout, DBusError, UnexpectedReply } from "./wire/errors.ts";

/** Share of the time left that the cache may take: the rest is for a walk without it. */
const CACHE_SHARE = 0.6;

/** Objects by reference, and children by parent. */
export class KnownObjects {
  readonly #objects = new Map<string, CacheItem>();
  readonly #children = new Map<string, CacheItem[]>();

  /** Sorts what the cache holds. */
  constructor(items: readonly CacheItem[]) {
    for (const item of items) {
      this.#objects.set(refKey(item.ref), item);
      const parent = refKey(item.parent);
      const siblings = this.#children.get(parent);
      if (siblings) siblings.push(item);
      else this.#children.set(parent, [item]);
    }
  }

  /** An object that the cache knows. */
  get(ref: AccessibleRef): BareObject | undefined {
    return this.#objects.get(refKey(ref));
  }

  /**
   * The children in order; undefined where the cache is incomplete: GTK 3 leaves out widgets that were added later, or
   * gives no child count.
   */
  childrenOf(object: BareObject): BareObject[] | undefined {
    const children = this.#children.get(refKey(object.ref)) ?? [];
    if (children.length !== object.childCount) return undefined;
    return children.sort((a, b) => a.index - b.index);
  }
}

/** Reads the cache where the toolkit has one; an empty one otherwise: then everything is read object by object. */
export async function readKnownObjects(reading: Reading, name: string): Promise<KnownObjects> {
  const { bus, toolkit } = reading;
  if (!hasCache(toolkit) || !bus.responsiveness.mayReadBulk(name)) return new KnownObjects([]);
  try {
    const items = await getItems(bus, name, reading.options(CACHE_SHARE));
    const owned = new Set(await reading.own(items.map((item) => item.ref)));
    return new KnownObjects(items.filter((item) => owned.has(item.ref)));
  } catch (error) {
    if (error instanceof CallTimeout) bus.responsiveness.bulkTimedOut(name);
    else if (!(error instanceof DBusError || error instanceof UnexpectedReply)) throw error;
    return new KnownObjects([]);
  }
}
