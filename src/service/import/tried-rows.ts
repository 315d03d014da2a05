import type { UpsertDataOutput } from '../../records/contract/schemas.js';
import type { FileBatch } from '../../files/import/file-messages.js';
import type { TriedRows } from './file-job.js';

/** Maximum number of rows shown per outcome. */
const MOST_SHOWN = 10;
const MOST_VALUES = 4;
const LONGEST_VALUE = 80;

type TriedRow = TriedRows['examples'][number];

/** Groups the rows of a dry run by outcome. A row that would be created may be the match of a later row. */
export class TriedOutcomes {
  readonly #rows = new Map<TriedRows['outcome'], { rows: number; readonly examples: TriedRow[] }>();
  readonly #created = new Map<string, number>();

  add({ rows }: FileBatch, answers: readonly UpsertDataOutput[]): void {
    answers.forEach(({ isSuccess, isCreated, objectId, decision }, i) => {
      if (!isSuccess) return;
      const { number: row, values } = rows[i]!;
      const found = isCreated ? decision?.recordId : (objectId ?? undefined);
      const outcome = !isCreated ? 'updated' : found === undefined ? 'created' : 'possible';
      const known = this.#rows.get(outcome) ?? { rows: 0, examples: [] };
      this.#rows.set(outcome, known);
      known.rows += 1;
      if (known.examples.length < MOST_SHOWN) {
        const earlier = found === undefined ? undefined : this.#created.get(found);
        const match = earlier === undefined ? { recordId: found } : { earlierRow: earlier };
        known.examples.push({ row, values: shortly(values), ...match, score: decision?.score });
      }
      if (isCreated && objectId !== null) this.#created.set(objectId, row);
    });
  }

  get shown(): readonly TriedRows[] {
    return [...this.#rows].map(([outcome, { rows, examples }]) => ({ outcome, rows, examples: [...examples] }));
  }
}

function shortly(values: FileBatch['rows'][number]['values']): string[] {
  const filled = Object.values(values).flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? [String(value)] : [],
  );
  return filled
    .filter((value) => value !== '')
    .slice(0, MOST_VALUES)
    .map((value) => value.slice(0, LONGEST_VALUE));
}
