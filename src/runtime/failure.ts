/** Wrong usage. The message explains the correct usage. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}

/** A valid request that cannot be executed. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

const systemErrors: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'no such file or folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'operation not permitted'],
  ['EEXIST', 'already exists'],
  ['EISDIR', 'is a folder, not a file'],
  ['ENOTDIR', 'is not a folder'],
  ['ENOSPC', 'no space left on the disk'],
  ['EROFS', 'the file system is read-only'],
]);

/** The rows need more memory than allowed. */
export class BeyondMemory extends Failure {}

/** Describes a system error by its code. Returns `undefined` for other errors. */
export function meaningOf(error: unknown): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? undefined : systemErrors.get(code);
}

export function describe(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  const { path } = error as NodeJS.ErrnoException;
  const meaning = meaningOf(error);
  if (meaning !== undefined && path !== undefined) return oneLine(`${path}: ${meaning}`);
  return oneLine(error.message === '' ? error.name : error.message);
}

function oneLine(text: string): string {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .reduce((line, next) => `${line}${line.endsWith(':') || line === '' ? ' ' : '; '}${next}`, '')
    .trim();
}
