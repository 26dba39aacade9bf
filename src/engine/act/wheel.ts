/**
 * How far one notch of the wheel scrolls, by toolkit.
 * @module
 */

/** A toolkit's notch. */
interface Notch {
  /** Its name as the accessibility bus spells it. */
  readonly toolkit: RegExp;
  /** X pixels of a notch; `page` is the length of what scrolls. */
  readonly pixels: (page: number) => number;
}

/** Measured with the logs of the fixtures, each by 1 and 2 notches. */
const notches: readonly Notch[] = [
  // GtkScrolledWindow: the page to the power of 2/3; pages of 110, 87 and 84 gave 23.0, 19.6 and 19.2.
  { toolkit: /^gtk/i, pixels: (page) => page ** (2 / 3) },
  // QAbstractScrollArea: three steps of 20. Lists and tables go by three rows, which are as high or higher.
  { toolkit: /^qt/i, pixels: () => 60 },
  // Chromium 15x: 108 for one notch, 216 to 228 for two; it glides there.
  { toolkit: /^chrom/i, pixels: () => 110 },
];
/** Of all others, X pixels: not measured. */
const OTHER = 50;
/** What scrolls is taken to be as long as that where the tree does not tell, X pixels. */
const UNKNOWN_PAGE = 400;

/**
 * X pixels of a notch.
 *
 * @param toolkit Name and version of the toolkit.
 * @param page Length of what scrolls, X pixels.
 */
export function pixelsPerNotch(toolkit: string | undefined, page = UNKNOWN_PAGE): number {
  const known = notches.find((notch) => notch.toolkit.test(toolkit ?? ""));
  return Math.max(1, known?.pixels(page) ?? OTHER);
}
