import { compareLevels, type SampledPairs } from './sample.js';
import type { Table } from './row-table.js';
import type { ScoreModel } from '../../matching/model.js';

/** An answer about two rows, which are numbered from 0. */
export interface JudgedTableRows {
  readonly a: number;
  readonly b: number;
  readonly isSame: boolean;
}

/** Pairs with people's answers, compared like the pairs of a sample. */
export interface JudgedSample {
  readonly pairs: Pick<SampledPairs, 'count' | 'fields' | 'levels' | 'adjustments'>;
  readonly isSame: readonly boolean[];
}

/** Returns each answered pair once, without contradictory pairs, and without pairs that the table excludes. */
export function judgedSample(table: Table, model: ScoreModel, judged: readonly JudgedTableRows[]): JudgedSample {
  const verdicts = new Map<string, { a: number; b: number; isSame: boolean; isTorn: boolean }>();
  for (const { a, b, isSame } of judged) {
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    const known = verdicts.get(`${low} ${high}`);
    if (known === undefined) verdicts.set(`${low} ${high}`, { a: low + 1, b: high + 1, isSame, isTorn: false });
    else known.isTorn ||= known.isSame !== isSame;
  }
  const counted = [...verdicts.values()].filter(({ a, b, isTorn }) => !isTorn && table.isPair(a, b));
  return {
    pairs: compareLevels(
      table,
      model,
      counted.map(({ a, b }) => [a, b] as const),
    ),
    isSame: counted.map(({ isSame }) => isSame),
  };
}
