import { expect, it } from 'vitest';
import { Random } from '../../bench/synthetic/random.js';
import { newFolder } from '../store/folders.js';
import { FAULTS } from './faults.js';
import { isNightly } from '../support/draws.js';
import { needs } from '../support/needs.js';
import { seed } from '../support/seed.js';
import { shown } from './outcome.js';

// A short version of `npm run test:faults`.
for (const [name, { times, run }] of Object.entries(FAULTS)) {
  it(
    `${name}: nothing acknowledged is lost, nothing is half done, no damage goes untold; seed ${seed}`,
    name === 'disks' ? needs('mount') : {},
    async () => {
      const random = new Random(seed);
      const outcome = await run(await newFolder(), isNightly ? 3 * times[1] : times[1], () => random.next(), seed);
      expect(outcome.broken, shown(outcome)).toEqual([]);
      expect(outcome.skipped).toBeUndefined();
      expect(outcome.times).toBeGreaterThan(0);
    },
  );
}
