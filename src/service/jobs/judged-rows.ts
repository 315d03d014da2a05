import type { JudgedSet } from '../group/group-types.js';
import type { Decided } from './find-groups.js';

/** Reviewers' decisions by row. The newest decision about two rows applies. */
export class JudgedRows implements Decided {
  /** Decisions about each row, newest first. */
  readonly #byRow = new Map<number, number[]>();

  /**
   * @param sets newest first
   * @param ids Ids of all rows
   */
  constructor(
    private readonly sets: readonly JudgedSet[],
    ids: readonly string[],
  ) {
    if (sets.length === 0) return;
    const judged = new Set(sets.flatMap((set) => set.ids));
    const rows = new Map<string, number>();
    ids.forEach((id, row) => judged.has(id) && rows.set(id, row));
    sets.forEach((set, number) => {
      for (const id of set.ids) {
        const row = rows.get(id);
        // A filter has excluded the record.
        if (row === undefined) continue;
        const known = this.#byRow.get(row);
        if (known === undefined) this.#byRow.set(row, [number]);
        else known.push(number);
      }
    });
  }

  has(row: number): boolean {
    return this.#byRow.has(row);
  }

  areDifferent(one: number, two: number): boolean {
    const others = this.#byRow.get(two);
    const newest = others && this.#byRow.get(one)?.find((number) => others.includes(number));
    return newest !== undefined && this.sets[newest]!.isDifferent;
  }
}
