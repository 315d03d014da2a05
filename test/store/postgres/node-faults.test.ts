import { expect, it } from 'vitest';
import { Random } from '../../../bench/synthetic/random.js';
import { NODE_FAULTS } from '../../faults/nodes/faults.js';
import { shown } from '../../faults/outcome.js';
import { newFolder } from '../folders.js';
import { isNightly } from '../../support/draws.js';
import { postgresPrograms } from '../../support/postgres-server.js';
import { postgres } from './postgres.js';

const seed = Date.now() % 1_000_000;
/** Other tests run at the same time: how many times as long a node may take to notice, and to come back. */
const PATIENCE = 4;
const isThere = postgresPrograms() !== undefined;

// A small version of `npm run test:faults -- --store postgres`; the whole one has each kind of fault by itself.
it.skipIf(!isThere).each([
  ['mixed', 'nodes, connections and the server killed, the network cut'],
  ['kills', 'nodes, connections and the server killed on top of each other'],
  ['lost-tail', 'the database comes back without its last commits'],
  ['history', 'sessions while nodes, networks and servers fail'],
])(postgres.title(`%s: %s: nothing lost or doubled; seed ${seed}`), { timeout: 600_000 }, async (name) => {
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
