import { expect, it } from 'vitest';
import { Random } from '../../../../bench/synthetic/random.js';
import { NODE_FAULTS } from '../../../faults/nodes/faults.js';
import { shown } from '../../../faults/outcome.js';
import { newFolder } from '../../../store/folders.js';
import { isNightly } from '../../../support/draws.js';
import { seed } from '../../../support/seed.js';
import { needs } from '../../../support/needs.js';

/** Multiplies the time limits for noticing and recovering, because other tests run at the same time. */
const PATIENCE = 4;

// A short version of `npm run test:faults -- --store postgres`, which tests each kind of fault separately.
it.each([
  ['mixed', 'nodes, connections and the server killed, the network cut'],
  ['kills', 'nodes, connections and the server killed on top of each other'],
  ['lost-tail', 'the database comes back without its last commits'],
  ['history', 'sessions while nodes, networks and servers fail'],
])(`%s: %s: nothing lost or doubled; seed ${seed}`, needs('postgres-programs'), async (name) => {
  const { times, run } = NODE_FAULTS[name]!;
  const random = new Random(seed);
  const outcome = await run(
    await newFolder(),
    isNightly ? 3 * times[1] : times[1],
    () => random.next(),
    seed,
    PATIENCE,
  );
  expect(outcome.broken, shown(outcome)).toEqual([]);
  expect(outcome.times).toBeGreaterThan(0);
  expect(outcome.acknowledged).toBeGreaterThan(0);
});
