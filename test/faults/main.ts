/**
 * Breaks the service in every way that a machine can break, and counts what is lost: `npm run test:faults -- [--small] [--seed N] [--only NAME,...] [--kills N] ...`.
 * Ends with code 1 when anything acknowledged was lost, half done, or damaged without being told.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cutFiles, flippedBits } from './damage.js';
import { fileDescriptors } from './descriptors.js';
import { diskErrors } from './disk-errors.js';
import { endUnderLoad } from './kills.js';
import { oneFolder } from './one-folder.js';
import { shown, type Outcome } from './outcome.js';
import { powerCuts } from './power-cuts.js';
import { Random } from '../../bench/invented/random.js';
import { smallDisk } from './small-disk.js';

interface Fault {
  /** How often, in full and in the small mode of about a minute. */
  readonly times: readonly [full: number, small: number];
  readonly run: (folder: string, times: number, random: () => number, seed: number) => Promise<Outcome>;
}

const FAULTS: Readonly<Record<string, Fault>> = {
  kills: { times: [60, 8], run: (folder, times, random) => endUnderLoad(folder, 'SIGKILL', times, random) },
  stops: { times: [20, 3], run: (folder, times, random) => endUnderLoad(folder, 'SIGTERM', times, random) },
  'power-cuts': { times: [1_000, 100], run: (_, times, __, seed) => powerCuts(times, seed) },
  'disk-errors': { times: [500, 100], run: diskErrors },
  flips: { times: [2_000, 500], run: flippedBits },
  cuts: { times: [2_000, 500], run: cutFiles },
  servers: { times: [10, 2], run: oneFolder },
  descriptors: { times: [5, 1], run: fileDescriptors },
  disks: { times: [6, 2], run: smallDisk },
};

const { values } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
    ...Object.fromEntries(Object.keys(FAULTS).map((name) => [name, { type: 'string' as const }])),
  },
});

if (values.help) {
  const counts = Object.entries(FAULTS).map(([name, { times }]) => `--${name} N (${times[0]}; --small: ${times[1]})`);
  console.log(`npm run test:faults -- [--small] [--seed N] [--only NAME,NAME]\n${counts.join('\n')}`);
} else process.exitCode = await runAll();

async function runAll(): Promise<number> {
  const seed = whole('--seed', values.seed);
  console.log(`faults: seed ${seed}`);
  const names = values.only?.split(',') ?? Object.keys(FAULTS);
  let isBroken = false;
  for (const name of names) {
    const fault = FAULTS[name];
    if (fault === undefined) throw new Error(`--only ${name}: known are ${Object.keys(FAULTS).join(', ')}`);
    const given = (values as Record<string, string | boolean | undefined>)[name];
    const times = typeof given === 'string' ? whole(`--${name}`, given) : fault.times[values.small ? 1 : 0];
    const random = new Random(seed);
    const folder = await mkdtemp(join(tmpdir(), 'likeness-faults-'));
    try {
      const outcome = await fault.run(folder, times, () => random.next(), seed);
      isBroken ||= outcome.broken.length > 0;
      console.log(shown(outcome));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return isBroken ? 1 : 0;
}

function whole(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Error(`${option} ${text}: expected a whole number`);
}
