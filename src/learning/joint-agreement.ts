import type { Table } from './row-table.js';

/** Rows whose pairs with all others are looked at. */
const SAMPLED = 300;
/** Number of pairs, of all equal levels, that are added to the counts. */
const UNSEEN = 1;

export interface JointAgreement {
  /** Share of the pairs that agree in all of the fields, of those that both fill all of them. */
  readonly share: number;
  /** By field and level, of these pairs. */
  readonly levels: readonly (readonly number[])[];
}

/**
 * How often two records taken at random agree in all of some fields, more or less: who lives in one town shares more
 * than its name. Counted over the whole table for some rows, because the pairs that a model makes likely are those few
 * of them that agree in something else besides.
 *
 * @param fields at least one
 * @param levels by field the beginnings of its levels, from the most similar down
 * @param order of the rows: the first ones that hold all of the fields are looked at
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
    if (++sampled > SAMPLED) break;
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
