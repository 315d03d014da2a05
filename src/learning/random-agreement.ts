import type { Table } from './row-table.js';

/** Rows whose pairs with all others are looked at. */
const SAMPLED = 1_000;

/**
 * How similar the values of two records taken at random are: share of the pairs in each level, both sides filled. For
 * some rows those that hold a similar value are counted over the whole table: so
 * rare agreements are counted, not guessed from a sample of pairs.
 *
 * @param levels beginnings of the levels, from the most similar down
 * @param order of the rows: the first ones that hold a value are looked at
 */
export function randomAgreement(table: Table, field: number, levels: readonly number[], order: Int32Array): number[] {
  const counts = levels.map(() => 0);
  let pairs = 0;
  let sampled = 0;
  for (const row of order) {
    if (table.value(field, row) === 0) continue;
    if (++sampled > SAMPLED) break;
    let similar = 0;
    table.similarRows(field, row, (similarity, rows) => {
      counts[levels.findIndex((from) => similarity >= from)]! += rows;
      similar += rows;
    });
    const possible = table.partners(field, row);
    pairs += possible;
    counts[levels.length - 1]! += possible - similar;
  }
  return counts.map((count) => count / Math.max(1, pairs));
}
