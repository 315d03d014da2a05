import { findPairs } from '../../src/files/dedupe/find-pairs.js';
import { DecidedPairs } from '../../src/index/clustering/decided-pairs.js';
import type { Configuration } from '../../src/store/config/configuration.js';
import { measure, type Measure } from '../../src/files/evaluation/curve.js';
import { judge, pairKey } from '../../src/files/evaluation/truth.js';
import type { Scenario } from '../../src/matching/scenario.js';
import type { DataSet } from '../quality/data-set.js';
import { learn } from '../quality/learned.js';

export type TaughtSet = Pick<DataSet, 'mapping' | 'rows' | 'truth'>;

export interface Taught {
  readonly before: Measure;
  readonly after: Measure;
  readonly asked: number;
  /** Number of answers "same". */
  readonly same: number;
}

/** Learns, answers the model's questions from the truth, and learns again. @param seed selects the pairs */
export async function teach(
  configuration: Configuration,
  set: TaughtSet,
  answers: number,
  seed: number,
): Promise<Taught> {
  const { ids } = set.rows;
  const { scenarios, questions } = await learn(configuration, set, [], seed);
  const judged = questions.slice(0, answers).map(({ a, b }) => ({
    ...{ a, b, at: '' },
    isSame: judge(set.truth, pairKey(ids[a]!, ids[b]!)) === true,
  }));
  const taught = await learn(configuration, set, judged, seed);
  return {
    before: measured(set, scenarios, new DecidedPairs(ids.length, [])),
    after: measured(set, taught.scenarios, new DecidedPairs(ids.length, judged)),
    asked: judged.length,
    same: judged.filter(({ isSame }) => isSame).length,
  };
}

/** Measures the pairs that `dedupe --labels` would write: answers override scores. */
function measured(
  { rows, truth }: Pick<DataSet, 'rows' | 'truth'>,
  scenarios: readonly Scenario[],
  decided: DecidedPairs,
): Measure {
  const isSame = (a: number, b: number) => judge(truth, pairKey(rows.ids[a]!, rows.ids[b]!)) === true;
  const joined = new Set(decided.joined.map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`));
  let found = joined.size;
  let right = decided.joined.filter(([a, b]) => isSame(a, b)).length;
  for (const { a, b } of findPairs(rows.texts, scenarios)) {
    if (rows.sources.length > 0 && rows.sources[a] === rows.sources[b]) continue;
    if (joined.has(`${a} ${b}`) || decided.areApart(a, b)) continue;
    found += 1;
    if (isSame(a, b)) right += 1;
  }
  return measure(right, found, truth.same.size);
}
