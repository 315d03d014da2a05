import { expect, it } from 'vitest';
import { Random } from '../../bench/synthetic/random.js';
import { newFolder } from '../store/folders.js';
import { FAULTS } from './faults.js';
import { shown } from './outcome.js';
import { canMount } from './small-disk.js';

const seed = Date.now() % 1_000_000;

// A small version of `npm run test:faults`.
for (const [name, { times, run }] of Object.entries(FAULTS)) {
  const isImpossible = name === 'disks' && !canMount();
  const why = isImpossible ? ' (skipped: no file system can be mounted here)' : '';
  it.skipIf(isImpossible)(
    `${name}: nothing acknowledged is lost, nothing is half done, no damage goes untold; seed ${seed}${why}`,
    async () => {
      const random = new Random(seed);
      const outcome = await run(await newFolder(), times[1], () => random.next(), seed);
      expect(outcome.broken, shown(outcome)).toEqual([]);
      expect(outcome.skipped).toBeUndefined();
      expect(outcome.times).toBeGreaterThan(0);
    },
    180_000,
  );
}
