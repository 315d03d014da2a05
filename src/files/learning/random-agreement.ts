import type { Table } from './row-table.js';

/** Rows compared with all others. */
const SAMPLED = 1_000;

/**
 * Two random records' values: share of pairs in each level, both sides filled. Counts all rows with a similar value for
 * some rows, so rare agreements are exact.
 * @param levels lower bounds, from the most similar
 * @param order the first rows that have a value are used
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
