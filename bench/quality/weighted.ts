import { findPairs } from '../../src/files/dedupe/find-pairs.js';
import { reduceAll } from '../../src/files/dedupe/asked-scenarios.js';
import type { Configuration } from '../../src/store/config/configuration.js';
import { measure, type Measure } from '../../src/files/evaluation/curve.js';
import { judge, pairKey } from '../../src/files/evaluation/truth.js';
import type { Scenario } from '../../src/matching/scenario.js';
import type { DataSet } from './data-set.js';

/** Built-in scenarios limited to the fields in the file, like `likeness dedupe --scenario built-in`. */
export function builtinsFor({ scenarios }: Configuration, { mapping, rows }: DataSet): Scenario[] {
  const chosen = scenarios.filter(({ object, usage }) => object === mapping.object && usage.includes('restSearch'));
  return reduceAll(chosen, rows.fields, 'listed');
}

/** Measures the pairs of the scenarios without storing them, because a set of 50,000 records can have millions. */
export function measurePairs({ rows, truth }: DataSet, scenarios: readonly Scenario[]): Measure {
  let found = 0;
  let correct = 0;
  for (const { a, b } of findPairs(rows.texts, scenarios)) {
    if (rows.sources.length > 0 && rows.sources[a] === rows.sources[b]) continue;
    found += 1;
    if (judge(truth, pairKey(rows.ids[a]!, rows.ids[b]!)) === true) correct += 1;
  }
  return measure(correct, found, truth.same.size);
}
