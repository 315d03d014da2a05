/** Returns whether a file system error means that there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Ignores a missing file. @throws all other errors */
export function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
