import { Simulation, type Process } from '../scale/processes.js';

/** A batch measured on one machine and extrapolated to its number of rows. */
export interface BatchWork {
  readonly rows: number;
  /** Sum over all CPUs. */
  readonly processorSeconds: number;
  readonly inputBytes: number;
  /** Bytes sent between machines: keys and values, to the machines that join them. */
  readonly shuffleBytes: number;
  readonly pairs: number;
}

export interface Cluster {
  readonly machines: number;
  readonly processors: number;
  /** Network of each machine. */
  readonly gbits: number;
}

export interface SimulatedBatch {
  readonly seconds: number;
  /** Share of the time in which machines wait for the network. */
  readonly network: number;
  /** Share of the time in which CPUs work. */
  readonly busy: number;
}

/** Shares of the CPU time: reading and extracting values and keys; joining and scoring; grouping and writing. */
const SHARES = { read: 0.25, score: 0.6, group: 0.15 } as const;
/** Tasks per CPU: few, so starting them is cheap, but enough to balance the load. */
const TASKS = 4;
/** Seconds to start a task, and to start a step on all machines. */
const TASK_START = 0.05;
const STEP_START = 5;
/** Steps to find groups: pairs are exchanged once for each halving of the longest chain. */
const GROUP_STEPS = 6;
/** Bytes per pair sent between machines: two Ids and a score. */
const PAIR_BYTES = 24;
/** Maximum share of the joined work in one task, after long lists are split by a second key. */
const LARGEST = 0.002;

/** Assumptions, shown on the page. */
export const ASSUMED = [
  `${SHARES.read * 100}% of the CPU time is for reading and reducing, ${SHARES.score * 100}% for joining and scoring, and ${SHARES.group * 100}% for grouping`,
  `${TASKS} tasks per CPU, which start in ${TASK_START} s; half of a task's time is fixed, the other half is exponentially distributed`,
  `the longest list is ${LARGEST * 100}% of the join work`,
  `${GROUP_STEPS} steps look for groups, with ${PAIR_BYTES} bytes per pair; each step on all machines starts in ${STEP_START} s`,
];

/**
 * Simulates a batch on several machines. Each machine reads its part of the rows, and sends keys to the machines that
 * join, and pairs to the machines that group. As in Spark, a step ends with its last task. Task times vary around the
 * mean, and one list of values takes longest.
 */
export function simulateBatch(work: BatchWork, cluster: Cluster, seed = 1): SimulatedBatch {
  const slots = cluster.machines * cluster.processors;
  const tasks = slots * TASKS;
  const processor = (share: number, largest = 0): number => {
    const each = (work.processorSeconds * share * (1 - largest)) / tasks + TASK_START;
    return makespan(slots, [work.processorSeconds * share * largest, ...Array<number>(tasks).fill(each)], seed);
  };
  const exchange = (bytes: number): number =>
    ((bytes / cluster.machines) * (1 - 1 / cluster.machines)) / ((cluster.gbits * 1e9) / 8);
  const network = exchange(work.shuffleBytes) + GROUP_STEPS * exchange(work.pairs * PAIR_BYTES);
  const seconds =
    processor(SHARES.read) +
    processor(SHARES.score, LARGEST) +
    processor(SHARES.group) +
    network +
    (2 + GROUP_STEPS) * (cluster.machines > 1 ? STEP_START : 0);
  return { seconds, network, busy: work.processorSeconds / (seconds * slots) };
}

/** Time until all tasks end. */
function makespan(processors: number, seconds: readonly number[], seed: number): number {
  const simulation = new Simulation(processors, seed);
  let next = 0;
  let last = 0;
  const taking = function* (): Process {
    while (next < seconds.length) {
      yield { on: 'processor', ms: simulation.around(seconds[next++]! * 1_000) };
      last = simulation.now;
    }
  };
  for (let i = 0; i < processors; i++) simulation.start(taking());
  simulation.run(Infinity);
  return last / 1_000;
}
