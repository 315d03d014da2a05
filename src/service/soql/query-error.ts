import type { ErrorCode } from '../../records/contract/error-codes.js';

/** A syntax or name error in a query. As on the platform, the message shows the line, with a caret under the fault. */
export class QueryError extends Error {
  override readonly name = 'QueryError';

  /** @param position offset of the fault */
  constructor(
    readonly errorCode: ErrorCode,
    readonly reason: string,
    readonly position: number,
  ) {
    super(reason);
  }
}

const SHOWN = 60;

export function placedMessage({ reason, position }: QueryError, source: string): string {
  const before = source.slice(0, position);
  const row = before.split('\n').length;
  const start = before.lastIndexOf('\n') + 1;
  const end = source.indexOf('\n', position);
  const column = position - start;
  const from = Math.max(start, position - SHOWN);
  const line = source.slice(from, Math.min(end < 0 ? source.length : end, position + SHOWN));
  return `\n${line}\n${' '.repeat(position - from)}^\nERROR at Row:${row}:Column:${column + 1}\n${reason}`;
}
