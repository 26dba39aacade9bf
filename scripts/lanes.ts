/**
 * Runs things side by side, a few at a time.
 * @module
 */

/**
 * Runs `work` for each item, at most `lanes` at a time, and begins them in their order.
 *
 * @returns What each gave, in the order of the items.
 */
export async function inLanes<T, R>(items: readonly T[], lanes: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const left = items.entries();
  const lane = async () => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
