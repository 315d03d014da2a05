import { setTimeout as pause } from 'node:timers/promises';
import { tryFileLock } from '../../store/try-file-lock.js';
import { AuthError } from './auth-error.js';

const PATIENCE = 10_000;
const PAUSE = 10;

/**
 * Runs `action` while holding a lock file, which only one process on this machine can hold. Synchronous, for short
 * updates by commands. A running server first calls `whenUnlocked`. Takes over the lock of a process that has exited.
 * @throws AuthError if the lock is not free within ten seconds
 */
export function withFileLock<T>(path: string, action: () => T): T {
  const deadline = Date.now() + PATIENCE;
  let release = tryFileLock(path);
  while (release === undefined) {
    if (Date.now() > deadline) throw stillLocked(path);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    release = tryFileLock(path);
  }
  try {
    return action();
  } finally {
    release();
  }
}

/** Waits until no other process has the lock. @throws AuthError like `withFileLock` */
export async function whenUnlocked(path: string): Promise<void> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const release = tryFileLock(path);
    if (release !== undefined) {
      release();
      return;
    }
    if (Date.now() > deadline) throw stillLocked(path);
    await pause(PAUSE);
  }
}

function stillLocked(path: string): AuthError {
  return new AuthError(`${path}: another process holds this lock; if no other process is running, remove the file`);
}
