import type { Configuration } from '../../src/store/config/configuration.js';
import type { ExpectedQuality } from '../../src/files/learning/expected-quality.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { originOf, readDataSet } from './data-set.js';
import { learn } from './learned.js';
import { NAME_BENCH, nameBench } from './name-bench.js';
import { nameCells, setCells } from './page.js';
import { builtinsFor, measurePairs } from './weighted.js';

/** Returns the cells of a data set's lines. */
export async function runSet(configuration: Configuration, folder: string, name: string): Promise<string[][]> {
  if (name === NAME_BENCH) return nameCells(nameBench(folder, createMethods()), originOf(folder, name));
  const set = await readDataSet(configuration, folder, name);
  const weighted = await timed(() => measurePairs(set, builtinsFor(configuration, set)));
  let expected: ExpectedQuality | undefined;
  const learned = await timed(async () => {
    const learnt = await learn(configuration, set);
    expected = learnt.expected;
    return measurePairs(set, learnt.scenarios);
  });
  const records = set.rows.ids.length;
  return setCells({ name, origin: set.origin, records, weighted, learned: { ...learned, expected: expected! } });
}

async function timed<T>(work: () => T | Promise<T>) {
  const started = performance.now();
  return { measure: await work(), seconds: (performance.now() - started) / 1000 };
}
