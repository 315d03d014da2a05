import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BENCHMARK_DATA, needs } from '../test/support/needs.js';
import { mappedSets } from './quality/data-set.js';
import { NAME_BENCH } from './quality/name-bench.js';
import { HEADER, linesOf } from './quality/page.js';
import { runSet } from './quality/run.js';
import { loadConfiguration } from '../src/store/config/load.js';

const committed = linesOf(readFileSync(new URL('./QUALITY.md', import.meta.url), 'utf8'));
/** Data sets that are too large for a test run; the bench uses them. */
const large = new Set(['splink_historical_50k', 'febrl_dsgen_C10000']);
const withoutTimes = (lines: readonly (readonly string[])[] | undefined) =>
  lines?.map((cells) => cells.filter((_, i) => HEADER[i] !== 'seconds'));

describe('the quality page', () => {
  it('has every data set', () => {
    expect([...committed.keys()].sort()).toEqual([...mappedSets(), NAME_BENCH].sort());
  });

  for (const name of [...mappedSets(), NAME_BENCH].filter((each) => !large.has(each))) {
    it(`shows for ${name} what the code gives`, needs('data'), async () => {
      const cells = await runSet(await loadConfiguration(), BENCHMARK_DATA, name);
      expect(withoutTimes(cells), 'run `npm run bench -- quality`').toEqual(withoutTimes(committed.get(name)));
    });
  }
});
