import { createHash } from 'node:crypto';

/** Names of the log's files. `audit.head` has the number and the digest of the log's last line. */
export const AUDIT_FILE = 'audit.log';
export const AUDIT_HEAD = 'audit.head';

/** The value of `previous` in the first line. */
export const NO_LINE = '0'.repeat(64);

export interface AuditEnd {
  readonly lines: number;
  readonly digest: string;
}

export function digestOfLine(line: string): string {
  return createHash('sha256').update(line).digest('hex');
}

export function chainLines(last: AuditEnd, entries: readonly object[]): { lines: string[]; end: AuditEnd } {
  let { digest } = last;
  const lines = entries.map((entry, i) => {
    const line = JSON.stringify({ n: last.lines + i + 1, ...entry, previous: digest });
    digest = digestOfLine(line);
    return line;
  });
  return { lines, end: { lines: last.lines + lines.length, digest } };
}
