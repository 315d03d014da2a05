import { percentile } from '../harness/statistics.js';
import { Simulation, type Process } from './processes.js';

/** Measured times of single steps in milliseconds. */
export interface ServiceTimes {
  /** CPU time of a node for one of its own upserts: search, decision, records and indexes. */
  readonly decide: number;
  /** CPU time of a node for another node's commit. */
  readonly follow: number;
  /** CPU time of the database for an append: with one commit, and for each additional commit. */
  readonly append: number;
  readonly appendEach: number;
  /** Time until the append is on disk. */
  readonly sync: number;
}

export interface Load {
  readonly nodes: number;
  /** Clients per node. Each client sends its next upsert after the response. */
  readonly clients: number;
  /** Shared by all nodes and the database. `Infinity`: each has its own machines. */
  readonly processors: number;
  readonly seconds: number;
  readonly seed?: number;
}

export interface Simulated {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const MOST_IN_APPEND = 500;

interface Node {
  /** Arrival times of the requests that wait for a decision. */
  readonly waiting: number[];
  /** Number of the log's commits that the node has applied. */
  position: number;
  answered: number;
}

/** Simulates upserts on several nodes as described in `src/extensions/postgres/store/DESIGN.md`. */
export function simulateNodes(times: ServiceTimes, load: Load): Simulated {
  const simulation = new Simulation(load.processors, load.seed);
  const log = { position: 0 };
  const latencies: number[] = [];
  const nodes = Array.from({ length: load.nodes }, (): Node => {
    return { waiting: [], position: 0, answered: 0 };
  });
  const parts = { simulation, times, log, latencies, nodes };
  const [decider, ...followers] = nodes as [Node, ...Node[]];
  // Includes the forwarded requests of the other nodes' clients.
  decider.waiting.push(...Array<number>(load.clients * load.nodes).fill(0));
  for (const process of deciding(parts, decider)) simulation.start(process);
  for (const node of followers) simulation.start(following(parts, node));
  simulation.run(load.seconds * 1_000);
  return {
    perSecond: decider.answered / load.seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

interface Parts {
  readonly simulation: Simulation;
  readonly times: ServiceTimes;
  readonly log: { position: number };
  readonly nodes: readonly Node[];
  readonly latencies: number[];
}

/** The decider does not wait for appends: upserts decided during an append go into the next one. */
function deciding(parts: Parts, node: Node): Process[] {
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
      for (const other of parts.nodes) simulation.wake(other);
      answer(parts, node, batch);
      simulation.wake(hasRequests);
    }
  };
  return [decide(), append()];
}

function* following({ simulation, times, log }: Parts, node: Node): Process {
  for (;;) {
    if (node.position >= log.position) yield { on: 'wake', key: node };
    else {
      yield { on: 'processor', ms: simulation.around(times.follow) };
      node.position++;
    }
  }
}

function* appending({ simulation, times, log }: Parts, commits: number): Process {
  yield { on: 'processor', ms: times.append + times.appendEach * (commits - 1) };
  yield { on: 'pause', ms: simulation.around(times.sync) };
  log.position += commits;
}

/** Each client sends its next request after its response. */
function answer({ simulation, latencies }: Parts, node: Node, batch: readonly number[]): void {
  for (const came of batch) {
    latencies.push(simulation.now - came);
    node.waiting.push(simulation.now);
    node.answered++;
  }
}
