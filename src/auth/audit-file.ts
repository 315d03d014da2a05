import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * The audit log on disk. `audit.log`: a JSON object a line; each holds its number and, as `previous`, the SHA-256 of
 * the line before it. `audit.head`: number and digest of the last line, so that a cut at the end shows too. Both are
 * written under a lock, by the server and the command line alike.
 */
export const AUDIT_FILE = 'audit.log';
export const AUDIT_HEAD = 'audit.head';
export const AUDIT_LOCK = 'audit.lock';

/** The first line holds this as the digest of the one before. */
export const NO_LINE = '0'.repeat(64);

const headSchema = z.strictObject({
  lines: z.number().int().min(0),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().min(0),
});
export type AuditHead = z.output<typeof headSchema>;
/** Number and digest of the last line of a log, wherever it is. */
export type AuditEnd = Pick<AuditHead, 'lines' | 'digest'>;

const EMPTY: AuditHead = { lines: 0, digest: NO_LINE, bytes: 0 };
/** Bytes from the end that hold the last line: lines are far shorter. */
const TAIL = 65_536;

export function digestOfLine(line: string): string {
  return createHash('sha256').update(line).digest('hex');
}

/** @returns `undefined` when there is none, or what stands there is none */
export function readHead(folder: string): AuditHead | undefined {
  try {
    return headSchema.parse(JSON.parse(readFileSync(join(folder, AUDIT_HEAD), 'utf8')));
  } catch {
    return undefined;
  }
}

export function writeHead(folder: string, head: AuditHead): void {
  const path = join(folder, AUDIT_HEAD);
  const temporary = `${path}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(head)}\n`, { mode: 0o600 });
  renameSync(temporary, path);
}

/** Entries as the lines behind the last one of a log. */
export function chainLines(last: AuditEnd, entries: readonly object[]): { lines: string[]; end: AuditEnd } {
  let { digest } = last;
  const lines = entries.map((entry, i) => {
    const line = JSON.stringify({ n: last.lines + i + 1, ...entry, previous: digest });
    digest = digestOfLine(line);
    return line;
  });
  return { lines, end: { lines: last.lines + lines.length, digest } };
}

/**
 * Appends lines while the lock is held; the head is still to be written. What fails leaves the log as it was.
 *
 * @returns the file, open, for `fsync`, and the new head
 */
export function appendLines(
  folder: string,
  entries: readonly object[],
): { readonly file: number; readonly head: AuditHead } {
  const file = openSync(join(folder, AUDIT_FILE), 'a+', 0o600);
  try {
    const { bytes, ...last } = lastOf(file, readHead(folder));
    const { lines, end } = chainLines(last, entries);
    const added = Buffer.from(lines.map((line) => `${line}\n`).join(''));
    try {
      writeSync(file, added);
      if (fstatSync(file).size !== bytes + added.length) throw new Error('the audit log took only a part');
    } catch (error) {
      ftruncateSync(file, bytes);
      throw error;
    }
    return { file, head: { ...end, bytes: bytes + added.length } };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/**
 * Where the log ends. The head says it, but for a process that ended between a line and the head: then the last whole
 * line does, and a torn one, which nobody was told of, is cut off. Where the log is shorter than the head says, the
 * chain goes on from the head: the gap stays visible.
 */
function lastOf(file: number, head: AuditHead | undefined): AuditHead {
  const { size } = fstatSync(file);
  if (head !== undefined && size <= head.bytes) return { ...head, bytes: size };
  if (size === 0) return EMPTY;
  const start = Math.max(0, size - TAIL);
  const tail = Buffer.alloc(size - start);
  readSync(file, tail, 0, tail.length, start);
  const end = tail.lastIndexOf(0x0a);
  const whole = start + end + 1;
  if (whole < size) ftruncateSync(file, whole);
  if (head !== undefined && whole <= head.bytes) return { ...head, bytes: whole };
  const line = tail.subarray(tail.lastIndexOf(0x0a, end - 1) + 1, Math.max(end, 0)).toString('utf8');
  return { lines: numberOf(line), digest: digestOfLine(line), bytes: whole };
}

function numberOf(line: string): number {
  try {
    const { n } = JSON.parse(line) as { n?: unknown };
    return typeof n === 'number' && Number.isSafeInteger(n) ? n : 0;
  } catch {
    return 0;
  }
}
