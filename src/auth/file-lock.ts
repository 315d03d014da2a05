import { tryFileLock } from '../store/try-file-lock.js';
import { AuthError } from './auth-error.js';

const PATIENCE = 10_000;
const PAUSE = 10;

/**
 * Runs `action` while holding a lock file: one process at a time, whole machine. Synchronous, for the short updates
 * that command lines make; a running server never waits for it. The lock of a process that died is taken over.
 *
 * @throws AuthError when the lock is not to be had within ten seconds
 */
export function withFileLock<T>(path: string, action: () => T): T {
  const deadline = Date.now() + PATIENCE;
  let release = tryFileLock(path);
  while (release === undefined) {
    if (Date.now() > deadline)
      throw new AuthError(`${path}: another process holds this lock; remove the file if none is running`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    release = tryFileLock(path);
  }
  try {
    return action();
  } finally {
    release();
  }
}
