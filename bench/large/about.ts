import { count } from '../harness/bench.js';
import { PRICED } from '../scale/prices.js';
import { sizesOf, ways, PHASES, type Measurement } from './measurement.js';
import { RECKONED } from './reckon.js';
import { ASSUMED } from './simulate-cluster.js';

const ABOUT = [
  [
    'Each variant runs in separate processes. Memory is from /proc: after a start and after load without pages of',
    'files; at the most with them, of a batch all its processes together. A start lasts from the start of the process',
    'until `/readyz` says so; kill -9 follows the upserts of a round.',
  ],
  [
    'Searches: retyped contacts, easy, medium and hard in turn, each sent once. Upserts: two of three',
    'new, one a stored one with a corruption. Load and service share the processors.',
  ],
  [
    'Batch: one row in six is an earlier one as somebody else typed it. One command learns from all rows and compares',
    'them. Precision and recall by the persons that rows were made of, at the threshold that each has by default.',
    'Splink trains on the same rows, which is in its time; choosing its blocking rules is not.',
  ],
  [
    `Reckoned for ${RECKONED.map(count).join(' and ')}: times by the power that they grew by, with its least and most by the`,
    'rounds; bytes by what each further record took in the last step; where one size was measured, in proportion.',
    'Several machines are simulated: tasks that vary, steps that wait for the last, and a network that all share evenly',
    `(\`bench/large/simulate-cluster.ts\`). Assumed: ${ASSUMED}.`,
  ],
  [`Prices: ${PRICED}.`],
].map((sentences) => sentences.join(' '));

/** Tells a reader of the tables how they came about. */
export function about(measurements: readonly Measurement[]): string[] {
  const when = PHASES.flatMap((phase) =>
    ways(measurements, phase).flatMap((way) => {
      const own = measurements.filter((each) => each.phase === phase && each.way === way);
      return sizesOf(own).map((size) => {
        const { date, machine } = own.find((each) => each.size === size)!;
        return `${way}, ${count(size)}: ${date.slice(0, 10)}, load ${/load at the start ([\d.]+)/.exec(machine)?.[1] ?? '-'}`;
      });
    }),
  );
  return [...ABOUT, `Measured when, and with what load before it: ${when.join('; ')}.`];
}
