/**
 * `npm run test:faults -- [--small] [--seed N] [--only NAME,...] [--kills N] ...`: injects every kind of fault and
 * counts losses. Takes a quarter of an hour on two CPUs. If repetitions are given for some faults, without `--only`,
 * only these run. Exits with code 1 if anything acknowledged was lost, half done, or silently damaged.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FAULTS as FOLDER_FAULTS } from './faults.js';
import { NODE_FAULTS } from './nodes/faults.js';
import { rounds, shown, summary, type Outcome } from './outcome.js';
import { Random } from '../../bench/synthetic/random.js';

/** Faults by store. */
const STORES = { folder: FOLDER_FAULTS, postgres: NODE_FAULTS };
const named = process.argv[process.argv.indexOf('--store') + 1];
const FAULTS = process.argv.includes('--store') && named === 'postgres' ? STORES.postgres : STORES.folder;

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: 'folder' },
    small: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    // Repetitions of the faults in `--only`, and the number of operations in histories.
    kills: { type: 'string' },
    operations: { type: 'string' },
    ...Object.fromEntries(Object.keys(FAULTS).map((name) => [name, { type: 'string' as const }])),
  },
});

if (values.help) {
  const counts = Object.entries(FAULTS).map(([name, { times }]) => `--${name} N (${times[0]}; --small: ${times[1]})`);
  console.log(
    [
      'npm run test:faults -- [--store folder|postgres] [--small] [--seed N] [--verbose] [--only NAME,NAME [--kills N] [--operations N]]',
      '--only NAME --kills N: so often; --only history --operations N: with so many operations',
      '--verbose: each round of a fault of nodes is told when it ends',
      'These alone, so often:',
      ...counts,
    ].join('\n'),
  );
} else if (!(values.store in STORES)) {
  console.error(`--store ${values.store}: expected one of ${Object.keys(STORES).join(', ')}`);
  process.exitCode = 2;
} else process.exitCode = await runAll();

async function runAll(): Promise<number> {
  if (values.verbose) rounds.tell = (line) => console.log(line);
  const seed = whole('--seed', values.seed);
  console.log(`faults: seed ${seed} (decides what is done; when a signal meets the server is the machine's choice)`);
  const counted = Object.keys(FAULTS).filter((name) => name in values);
  const names = values.only?.split(',') ?? (counted.length > 0 ? counted : Object.keys(FAULTS));
  const outcomes = new Map<string, Outcome>();
  for (const name of names) {
    const fault = FAULTS[name];
    if (fault === undefined) throw new Error(`--only ${name}: known are ${Object.keys(FAULTS).join(', ')}`);
    const times = given(name) ?? fault.times[values.small ? 1 : 0];
    const random = new Random(seed);
    const folder = await mkdtemp(join(tmpdir(), 'likeness-faults-'));
    const begun = performance.now();
    try {
      const outcome = await fault
        .run(folder, times, () => random.next(), seed)
        .catch((error: unknown) => failed(name, error));
      outcomes.set(name, outcome);
      console.log(`${shown(outcome)} (${Math.round((performance.now() - begun) / 1_000)} s)`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  console.log(`\n${summary(outcomes)}`);
  const lost = [...outcomes.values()].reduce((sum, { broken }) => sum + broken.length, 0);
  const options = process.argv.slice(2).filter((arg, i, all) => arg !== '--seed' && all[i - 1] !== '--seed');
  console.log(
    `\n${lost} lost or wrong; the same choices again: npm run test:faults -- --seed ${seed} ${options.join(' ')}`,
  );
  return lost > 0 ? 1 : 0;
}

/** Returns the given number of repetitions of a fault, if any. */
function given(name: string): number | undefined {
  const said = values as Record<string, string | boolean | undefined>;
  const option = [name, ...(values.only === undefined ? [] : [name === 'history' ? 'operations' : 'kills'])].find(
    (each) => typeof said[each] === 'string',
  );
  return option === undefined ? undefined : whole(`--${option}`, said[option] as string);
}

function whole(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`${option} ${text}: expected a whole number`);
}

/** The outcome if a fault could not be run, which is a failure. */
function failed(fault: string, error: unknown): Outcome {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { fault, times: 1, checked: 'could not be carried out', broken: [what] };
}
