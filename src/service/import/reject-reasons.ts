import type { Reject } from '../../files/import/file-messages.js';
import type { RejectReason } from './file-job.js';

/** Maximum number of different reasons that are counted, because each row may have its own. */
const MOST_KINDS = 30;
const MOST_TOLD = 3;

/** Counts rejected rows by reason. @param known earlier counts, most common reason first */
export function withRejects(known: readonly RejectReason[], rejects: readonly Reject[]): readonly RejectReason[] {
  if (rejects.length === 0) return known;
  const kinds = new Map(known.map((kind) => [kind.reason, kind]));
  for (const { row, reason: message } of rejects) {
    const reason = kindOf(message);
    const kind = kinds.get(reason);
    if (kind !== undefined) kinds.set(reason, { ...kind, rows: kind.rows + 1 });
    else if (kinds.size < MOST_KINDS) kinds.set(reason, { reason, rows: 1, example: { row, message } });
  }
  return [...kinds.values()].sort((a, b) => b.rows - a.rows || a.example.row - b.example.row);
}

/** Shortens a message to code and field, such as `MALFORMED_ID: OwnerId`. */
function kindOf(message: string): string {
  const [found = message] = /^[A-Z_]+(?:: \w+(?=: ))?(?=:)/.exec(message) ?? [];
  return found.replace(/^line \d+: /, '').slice(0, 200);
}

export function describeReasons(reasons: readonly RejectReason[]): string {
  return reasons
    .slice(0, MOST_TOLD)
    .map(
      ({ rows, example }) =>
        `  ${rows === 1 ? '1 row' : `${rows} rows`}, such as row ${example.row}: ${example.message}\n`,
    )
    .join('');
}
