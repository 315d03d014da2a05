import { AuthError } from './auth-error.js';

const OTHERS_WRITE = 0o022;
const OTHERS = 0o077;

/**
 * Rejects a file of keys, digests of secrets or rights if other users can read it.
 * @param mode from `stat`
 * @throws AuthError with the command that helps
 */
export function refuseIfShared(path: string, mode: number): void {
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return;
  const what = (mode & OTHERS_WRITE) === 0 ? 'read' : 'write';
  throw new AuthError(`${path}: others can ${what} this file; restrict it to its owner: chmod 600 ${path}`);
}
