import type { Table } from './row-table.js';

/** Rows compared with all others. */
const SAMPLED = 1_000;

/**
 * Similarity of two random records' values: share of pairs in each level, both sides filled. For some rows, all rows
 * with a similar value in the whole table are counted, so rare agreements are exact and not extrapolated from a sample
 * of pairs.
 * @param levels lower bounds of the levels, from the most similar
 * @param order of the rows: the first ones that have a value are used
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
