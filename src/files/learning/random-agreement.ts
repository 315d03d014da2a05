import type { Table } from './row-table.js';

/** Number of rows compared with all other rows. */
const SAMPLED = 1_000;

/**
 * Returns the share of pairs in each level among random pairs with both values filled. For some rows, counts all rows
 * with a similar value, so that rare agreements are exact.
 * @param levels lower bounds of the similarity levels, highest first
 * @param order order of the rows; the first rows with a value are used
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

const SAMPLED_JOINTLY = 300;
/** Number of pairs, equally distributed over levels, that are added to the counts. */
const UNSEEN = 1;

interface JointAgreement {
  /** Share of pairs that agree in all of the fields, among pairs that fill all of them. */
  readonly share: number;
  /** Shares of these pairs by field and level. */
  readonly levels: readonly (readonly number[])[];
}

/**
 * Returns how often two random records agree in all of some fields. This is not the product of the fields' shares,
 * because people in the same town share more than the town. For some rows, counts over the whole table.
 * @param fields at least one field
 * @param levels lower bounds of each field's similarity levels, highest first
 * @param order order of the rows; the first rows that fill all fields are used
 */
export function jointAgreement(
  table: Table,
  fields: readonly number[],
  levels: readonly (readonly number[])[],
  order: Int32Array,
): JointAgreement {
  const counts = levels.map((ofField) => ofField.map((from) => (from === 0 ? 0 : UNSEEN / ofField.length)));
  const partners = table.partnersBySource((row) => fields.every((field) => table.value(field, row) !== 0));
  let agreeing = UNSEEN;
  let possible = UNSEEN;
  let sampled = 0;
  for (const row of order) {
    if (fields.some((field) => table.value(field, row) === 0)) continue;
    if (++sampled > SAMPLED_JOINTLY) break;
    possible += partners(row);
    table.agreeing(fields, row, (similarities) => {
      agreeing++;
      similarities.forEach((similarity, f) => counts[f]![levels[f]!.findIndex((from) => similarity >= from)]!++);
    });
  }
  return {
    share: agreeing / possible,
    levels: counts.map((ofField, f) => ofField.map((count, i) => (levels[f]![i] === 0 ? 1e-3 : count / agreeing))),
  };
}
