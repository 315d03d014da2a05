import { percentile } from '../harness/statistics.js';
import { Simulation, type Process } from './processes.js';

/** What one step takes, measured; milliseconds. */
export interface ServiceTimes {
  /** Processor of a node for an upsert of its own: search, decision, records and indexes. */
  readonly decide: number;
  /** Processor of a node for a commit of another one. */
  readonly follow: number;
  /** Processor of the database for an append: of one, and of each further commit in it. */
  readonly append: number;
  readonly appendEach: number;
  /** Until the disk has it. */
  readonly sync: number;
  /** Processor of the database to lock the log, and to let it go. */
  readonly lock: number;
}

export interface Load {
  readonly nodes: number;
  /** Clients of each node, which send the next upsert when the last is answered. */
  readonly clients: number;
  /** Shared by all nodes and the database; `Infinity`: each has machines of its own. */
  readonly processors: number;
  readonly seconds: number;
  readonly seed?: number;
}

export interface Simulated {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Share of the time for which it was the turn of some node. */
  readonly locked: number;
  /** Upserts of the node that did the fewest, as a share of what the one did that did the most. */
  readonly fairness: number;
}

/** Milliseconds of a turn in deciding, and of what is appended at once; commits in one append: as in the store. */
const HOLD_MS = 20;
const PIECE_MS = 10;
const MOST_IN_APPEND = 500;

interface Node {
  /** When each request that waits for its decision came. */
  readonly waiting: number[];
  /** Commits of the log that it has. */
  position: number;
  answered: number;
}

/** Upserts over several nodes as `src/store/postgres/DESIGN.md` describes them. */
export function simulateNodes(times: ServiceTimes, load: Load): Simulated {
  const simulation = new Simulation(load.processors, load.seed);
  const log = { position: 0 };
  const latencies: number[] = [];
  const nodes = Array.from({ length: load.nodes }, (): Node => {
    return { waiting: Array<number>(load.clients).fill(0), position: 0, answered: 0 };
  });
  const parts = { simulation, times, log, latencies, nodes };
  for (const node of nodes)
    for (const process of load.nodes === 1 ? alone(parts, node) : amongOthers(parts, node)) simulation.start(process);
  simulation.run(load.seconds * 1_000);
  const answered = nodes.map((node) => node.answered);
  return {
    perSecond: answered.reduce((sum, each) => sum + each, 0) / load.seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    locked: simulation.locked / (load.seconds * 1_000),
    fairness: Math.min(...answered) / Math.max(...answered),
  };
}

interface Parts {
  readonly simulation: Simulation;
  readonly times: ServiceTimes;
  readonly log: { position: number };
  readonly nodes: readonly Node[];
  readonly latencies: number[];
}

/** Decides at any time; what has been decided while an append is under way goes into the next one. */
function alone(parts: Parts, node: Node): Process[] {
  const { simulation, times } = parts;
  const decided: number[] = [];
  const [hasRequests, hasCommits] = [{}, {}];
  const decide = function* (): Process {
    for (;;) {
      const request = node.waiting.shift();
      if (request === undefined) {
        yield { on: 'wake', key: hasRequests };
        continue;
      }
      yield { on: 'processor', ms: simulation.around(times.decide) };
      decided.push(request);
      simulation.wake(hasCommits);
    }
  };
  const append = function* (): Process {
    for (;;) {
      if (decided.length === 0) {
        yield { on: 'wake', key: hasCommits };
        continue;
      }
      const batch = decided.slice(0, MOST_IN_APPEND);
      yield* appending(parts, batch.length);
      decided.splice(0, batch.length);
      answer(parts, node, batch);
      simulation.wake(hasRequests);
    }
  };
  return [decide(), append()];
}

/** Follows at any time; in its turn it decides for a while, and appends meanwhile, piece by piece. */
function amongOthers(parts: Parts, node: Node): Process[] {
  const { simulation, times, log } = parts;
  const [hasPiece, isAppended, isWhole] = [{}, {}, {}];
  let gathered: number[] = [];
  const due: number[] = [];
  let appended = 0;
  const handOver = (): void => {
    due.push(...gathered);
    gathered = [];
    simulation.wake(hasPiece);
  };
  const follow = function* (): Process {
    for (;;) {
      if (node.position >= log.position) yield { on: 'wake', key: node };
      else {
        yield { on: 'processor', ms: simulation.around(times.follow) };
        if (++node.position >= log.position) simulation.wake(isWhole);
      }
    }
  };
  const append = function* (): Process {
    for (;;) {
      const batch = due.splice(0, MOST_IN_APPEND);
      if (batch.length > 0) {
        yield* appending(parts, batch.length);
        // Its own it has.
        node.position = log.position;
        for (const other of parts.nodes) if (other !== node) simulation.wake(other);
        appended += batch.length;
        answer(parts, node, batch);
        simulation.wake(isAppended);
      } else yield { on: 'wake', key: hasPiece };
    }
  };
  const decide = function* (): Process {
    for (;;) {
      yield { on: 'lock' };
      yield { on: 'processor', ms: times.lock / 2 };
      while (node.position < log.position) yield { on: 'wake', key: isWhole };
      const until = simulation.now + HOLD_MS;
      let count = 0;
      appended = 0;
      for (let piece = simulation.now; node.waiting.length > 0 && simulation.now < until; count++) {
        const came = node.waiting.shift()!;
        yield { on: 'processor', ms: simulation.around(times.decide) };
        gathered.push(came);
        if (simulation.now < piece + PIECE_MS) continue;
        piece = simulation.now;
        handOver();
      }
      handOver();
      while (appended < count) yield { on: 'wake', key: isAppended };
      yield { on: 'processor', ms: times.lock / 2 };
      simulation.release();
    }
  };
  return [follow(), append(), decide()];
}

function* appending({ simulation, times, log }: Parts, commits: number): Process {
  yield { on: 'processor', ms: times.append + times.appendEach * (commits - 1) };
  yield { on: 'pause', ms: simulation.around(times.sync) };
  log.position += commits;
}

/** Whoever is answered sends the next request. */
function answer({ simulation, latencies }: Parts, node: Node, batch: readonly number[]): void {
  for (const came of batch) {
    latencies.push(simulation.now - came);
    node.waiting.push(simulation.now);
    node.answered++;
  }
}
