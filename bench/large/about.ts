import { count } from '../harness/bench.js';
import { PRICED } from '../scale/prices.js';
import { sizesOf, ways, PHASES, type Measurement } from './measurement.js';
import { RECKONED } from './reckon.js';
import { ASSUMED } from './simulate-cluster.js';

const ABOUT = [
  [
    'Each variant runs in separate processes. Memory is from /proc. Memory after startup and after load',
    'excludes cached file pages; the maximum includes them, and for a batch it is the sum of all processes.',
    'Startup time is measured from the start of the process until `/readyz` returns 200. In each round, the process is',
    'killed with kill -9 after the upserts.',
  ],
  [
    'Searches: retyped contacts, alternately easy, medium and hard, each sent once. Upserts: two thirds are',
    'new contacts, and one third are stored contacts with a corruption. The load generator and the service share',
    'the CPUs.',
  ],
  [
    'Batch: one row in six is an earlier row, retyped by another person. One command learns from all rows and',
    'compares them. Precision and recall are measured against the true people, at the default threshold of each tool.',
    'Splink trains on the same rows, which is included in its time. Choosing its blocking rules is not.',
  ],
  [
    `Extrapolation to ${RECKONED.map(count).join(' and ')}: times follow their growth exponent, with its minimum and maximum`,
    'over the rounds. Bytes grow linearly: each added record takes as many bytes as a record between the two largest',
    'measured sizes. If only one size was measured, all values are assumed to grow linearly with the number of',
    'records.',
  ],
  [
    'Several machines are simulated (`bench/large/simulate-cluster.ts`), with tasks of varying length, steps that wait for',
    'the last task, and a network that all machines share evenly. Assumptions:',
    ...ASSUMED.map((each) => `\n  - ${each}`),
  ],
  [`Prices: ${PRICED}.`],
].map((sentences) => sentences.join(' ').replaceAll(' \n', '\n'));

/** @returns notes that explain the tables */
export function about(measurements: readonly Measurement[]): string[] {
  const when = PHASES.flatMap((phase) =>
    ways(measurements, phase).flatMap((way) => {
      const own = measurements.filter((each) => each.phase === phase && each.way === way);
      return sizesOf(own).map((size) => {
        const { date, machine } = own.find((each) => each.size === size)!;
        return `${way}, ${count(size)}: ${date.slice(0, 10)}, load ${/load average at start ([\d.]+)/.exec(machine)?.[1] ?? '-'}`;
      });
    }),
  );
  return [...ABOUT, `Dates and load averages of the measurements: ${when.join('; ')}.`];
}
