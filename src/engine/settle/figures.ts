/**
 * How long settling waits, and why. Missing a dialog costs the model a turn, waiting costs milliseconds.
 * @module
 */

// The patient figures: what is waited for where nothing proves that the application is done.

/** How long to wait for the first sign, ms: a GTK application that builds a file chooser shows nothing for 70–100 ms. */
export const FIRST_SIGN_MS = 200;
/** Quiet after which an application is taken to be done, ms: two frames at 60 Hz. */
export const QUIET_MS = 35;
/** The same where a window is likely to open (clicks, shortcuts) and after signs over accessibility alone, ms. */
export const PATIENT_QUIET_MS = 150;
/** Longest wait for quiet, ms: animations and blinking never end. */
export const QUIET_CAP_MS = 600;
/** Longest wait for a window that is being made, or for a dialog to close, ms: the file chooser takes 400–900. */
export const WINDOW_CAP_MS = 1_500;
/** A dialog that showed activity is taken to stay open after this much quiet, ms … */
export const DIALOG_QUIET_MS = 350;
/** … and one that showed none after this, ms. */
export const DIALOG_SILENT_MS = 1_000;

// The figures of evidence.

/** Quiet before an application is asked whether it is done, ms, and how long it must then do nothing: one frame each. */
export const IDLE_MS = 18;
/** How long an application is waited for that does not come back to its main loop, ms. */
export const BUSY_CAP_MS = 3_000;
/** How often a process is looked at that can't be asked, ms. */
export const PROBE_MS = 10;
/** Most threads of a process that are looked at: three small files each, 10 µs a file. */
export const MAX_THREADS = 64;
/** Most changes of states that are kept. */
export const MAX_STATE_CHANGES = 200;
/** Windows of no more pixels than this are helpers that are never shown. */
export const HELPER_PIXELS = 200;
