import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultFolder, isThere, mappedSets } from '../../bench/quality/data-set.js';
import { NAME_BENCH } from '../../bench/quality/name-bench.js';
import { HEADER, linesOf } from '../../bench/quality/page.js';
import { runSet } from '../../bench/quality/run.js';
import { loadConfiguration } from '../../src/config/load.js';

const folder = defaultFolder();
const committed = linesOf(readFileSync(new URL('../../bench/QUALITY.md', import.meta.url), 'utf8'));
/** Too large for a test run; the command itself runs them. */
const large = new Set(['splink_historical_50k', 'febrl_dsgen_C10000']);
const withoutTimes = (lines: readonly (readonly string[])[] | undefined) =>
  lines?.map((cells) => cells.filter((_, i) => HEADER[i] !== 'seconds'));

describe('the quality page', () => {
  it('has every data set', () => {
    expect([...committed.keys()].sort()).toEqual([...mappedSets(), NAME_BENCH].sort());
  });

  for (const name of [...mappedSets(), NAME_BENCH].filter((each) => !large.has(each))) {
    const isHere = isThere(folder, name);
    const reason = isHere ? '' : ` (skipped: ${folder} does not hold it)`;
    it.skipIf(!isHere)(`shows for ${name} what the code gives${reason}`, { timeout: 120_000 }, async () => {
      const cells = await runSet(await loadConfiguration(), folder, name);
      expect(withoutTimes(cells), 'run `npm run bench -- quality`').toEqual(withoutTimes(committed.get(name)));
    });
  }
});
