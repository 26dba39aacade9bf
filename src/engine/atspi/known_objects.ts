/**
 * Fills a mirror with what an application's cache says of its objects: all of them in one call.
 * @module
 */
import { refKey } from "./accessible_ref.ts";
import { type CacheItem, getItems } from "./interfaces/cache.ts";
import type { Memory } from "./mirror.ts";
import type { Reading } from "./reading.ts";
import { hasCache } from "./toolkit_rules.ts";
import { CallTimeout, DBusError, UnexpectedReply } from "./wire/errors.ts";

/** Share of the time left that the cache may take: the rest is for a walk without it. */
const CACHE_SHARE = 0.6;

/** Whether the application has a cache that is worth asking for. */
export function mayReadCache({ bus, toolkit, home }: Reading): boolean {
  return hasCache(toolkit) && bus.responsiveness.mayReadBulk(home);
}

/** Reads the cache. What it lacks, or without one everything, is read object by object later. */
export async function readCache(reading: Reading): Promise<void> {
  const { bus, home, mirror } = reading;
  const readAt = mirror.clock;
  try {
    const items = await getItems(bus, home, reading.options(CACHE_SHARE));
    const owned = new Set(await reading.own(items.map((item) => item.ref)));
    remember(reading, items.filter((item) => owned.has(item.ref)), readAt);
  } catch (error) {
    if (error instanceof CallTimeout) bus.responsiveness.bulkTimedOut(home);
    else if (!(error instanceof DBusError || error instanceof UnexpectedReply)) throw error;
  }
}

function remember({ mirror }: Reading, items: readonly CacheItem[], readAt: number): void {
  const children = childrenByParent(items);
  for (const { ref, parent: _parent, index: _index, states, ...identity } of items) {
    const before = mirror.get(ref);
    const listed = children.get(refKey(ref)) ?? [];
    mirror.put(ref, {
      ...(before && mirror.isFresh(ref, before) ? keptOf(before) : {}),
      // The place stays known until the screen says that it was repainted.
      sight: { states, ...(before?.sight.bounds === undefined ? {} : { bounds: before.sight.bounds }) },
      boundsAt: before?.boundsAt,
      identity,
      readAt,
      // GTK 3 leaves out widgets that were added later, or gives no child count: then the object is asked.
      children: listed.length === identity.childCount ? listed.map(({ ref }) => ({ ref })) : undefined,
    });
  }
}

/** What no event spoke of: it is read again only where it was repainted. */
function keptOf({ fixed, labels, value, valueAt, text, textAt, isGtk }: Memory): Partial<Memory> {
  return { fixed, labels, value, valueAt, text, textAt, isGtk };
}

function childrenByParent(items: readonly CacheItem[]): Map<string, CacheItem[]> {
  const children = new Map<string, CacheItem[]>();
  for (const item of items) {
    const parent = refKey(item.parent);
    const siblings = children.get(parent);
    if (siblings) siblings.push(item);
    else children.set(parent, [item]);
  }
  for (const siblings of children.values()) siblings.sort((a, b) => a.index - b.index);
  return children;
}
