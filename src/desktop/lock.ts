/**
 * Whether a supervisor lives: it holds a lock on a file in its desktop's folder, and the kernel lets go of it when the
 * process ends, however it ends. Unlike a process number that can't be mistaken for a later one, and it needs no more
 * than read and write permission (Deno guards `/proc`).
 * @module
 */

/** A lock that is held until it is disposed or the process ends. */
export type HeldLock = Disposable;

/** Makes a lock file and takes its lock. */
export async function holdLock(path: string): Promise<HeldLock> {
  const file = await Deno.open(path, { createNew: true, write: true, mode: 0o600 });
  if (await file.tryLock(true)) return file;
  file.close();
  throw new Error(`The lock of the new file "${path}" is held already`);
}

/** Whether somebody holds the lock; false when there is no such file. */
export async function isLocked(path: string): Promise<boolean> {
  try {
    using file = await Deno.open(path, { write: true });
    return !await file.tryLock(true);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
