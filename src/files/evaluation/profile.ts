import type { ComparedRows } from '../learning/comparisons.js';
import type { MatchMethod } from '../../matching/method.js';

export interface FieldProfile {
  readonly field: string;
  readonly method: MatchMethod;
  /** Share of the records with a comparable value, 0..1. */
  readonly filled: number;
  readonly distinct: number;
  /** The most common value. `commonestShare` is its share of the filled records. */
  readonly commonest: string;
  readonly commonestShare: number;
  /** -log2 of the chance that two filled records agree (Rényi 1961). Duplicates make it too low, which is safe. */
  readonly bits: number;
}

export function profileField(rows: ComparedRows, field: string, method: MatchMethod): FieldProfile {
  const counts = new Map<string, number>();
  let filled = 0;
  for (const row of rows) {
    const raw = row[field] ?? '';
    const value = raw === '' ? '' : method.normalise([raw]);
    if (value === '') continue;
    filled += 1;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  let commonest = '';
  let most = 0;
  let agreeing = 0;
  for (const [value, count] of counts) {
    agreeing += count * (count - 1);
    if (count > most) [commonest, most] = [value, count];
  }
  const pairs = filled * (filled - 1);
  return {
    field,
    method,
    filled: rows.length === 0 ? 0 : filled / rows.length,
    distinct: counts.size,
    commonest,
    commonestShare: filled === 0 ? 0 : most / filled,
    bits: pairs === 0 ? 0 : Math.log2(pairs / Math.max(agreeing, 1)),
  };
}
