import type { Reject } from '../../batch/import/file-messages.js';

/** Why rows were not saved. */
export interface RejectReason {
  /** `CODE: Field`, or what the rows have in common. */
  readonly reason: string;
  readonly rows: number;
  readonly example: { readonly row: number; readonly message: string };
}

/** Kinds of reasons that are counted apart: a file may have one for each row. */
const MOST_KINDS = 100;
const MOST_TOLD = 3;

/** Counts rejected rows by what is wrong with them. */
export class RejectReasons {
  readonly #kinds = new Map<string, { rows: number; example: RejectReason['example'] }>();

  add(rejects: readonly Reject[]): void {
    for (const { row, reason: message } of rejects) {
      const kind = kindOf(message);
      const known = this.#kinds.get(kind);
      if (known !== undefined) known.rows += 1;
      else if (this.#kinds.size < MOST_KINDS) this.#kinds.set(kind, { rows: 1, example: { row, message } });
    }
  }

  commonest(): RejectReason[] {
    return [...this.#kinds]
      .map(([reason, kind]) => ({ reason, ...kind }))
      .sort((a, b) => b.rows - a.rows || a.example.row - b.example.row)
      .slice(0, MOST_TOLD);
  }
}

/** Without the value and the line: `MALFORMED_ID: OwnerId`; `INVALID_FIELD` alone where no field is named. */
function kindOf(message: string): string {
  const [found = message] = /^[A-Z_]+(?:: \w+(?=: ))?(?=:)/.exec(message) ?? [];
  return found.replace(/^line \d+: /, '');
}

/** A line for each reason. */
export function describeReasons(reasons: readonly RejectReason[]): string {
  return reasons
    .map(
      ({ rows, example }) =>
        `  ${rows === 1 ? '1 row' : `${rows} rows`}, such as row ${example.row}: ${example.message}\n`,
    )
    .join('');
}
