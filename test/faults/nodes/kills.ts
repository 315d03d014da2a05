import type { Outcome } from '../outcome.js';
import { until, type Cluster, type Node } from './cluster.js';
import { underLoad, type Round, type UnderLoad } from './under-load.js';

/** Number of kills between two full checks, each of which reads all records on every node. */
const KILLS_A_ROUND = 10;
/** Maximum number of acknowledged requests between two kills. Some kills coincide. */
const MOST_BETWEEN = 30;
const SIGNALS = ['SIGKILL', 'SIGINT', 'SIGQUIT'] as const;

interface Kill {
  readonly what: 'node' | 'connections' | 'server';
  /** From 0 to 1: selects the node, the share of connections, and the signal. */
  readonly choice: number;
  /** Number of requests acknowledged before the kill. */
  readonly after: number;
}

/** Planned in advance, so the same seed kills the same processes in the same order. */
function planned(kills: number, random: () => number): Kill[] {
  return Array.from({ length: kills }, () => {
    const chance = random();
    const what = chance < 0.45 ? 'node' : chance < 0.8 ? 'connections' : 'server';
    return { what, choice: random(), after: Math.floor(random() * MOST_BETWEEN) };
  });
}

/** Kills nodes, connections and the server in any order, and restarts them immediately, like a supervisor. */
export async function killsInAnyOrder(given: Omit<UnderLoad, 'act'>): Promise<Outcome> {
  const plan = planned(given.times, given.random);
  const killed = { node: 0, connections: 0, server: 0 };
  const outcome = await underLoad({
    ...given,
    times: Math.ceil(given.times / KILLS_A_ROUND),
    act: async (round) => {
      const supervised = new Supervised();
      const from = round.number * KILLS_A_ROUND;
      for (const kill of plan.slice(from, from + KILLS_A_ROUND)) {
        await round.progress(kill.after);
        await carryOut(kill, round, supervised);
        killed[kill.what]++;
      }
      await supervised.allListen();
      await round.cluster.allReady();
    },
  });
  const { node, connections, server } = killed;
  const times = node + connections + server;
  const kills = `${times} kills: ${node} of nodes, ${connections} of connections, ${server} of the server`;
  return { ...outcome, times, checked: `${kills}; in rounds, ${outcome.checked}` };
}

async function carryOut({ what, choice }: Kill, { cluster }: Round, supervised: Supervised): Promise<void> {
  if (what === 'node') await supervised.kill(await livingNode(cluster, choice));
  else if (what === 'connections')
    await until(
      'a connection is there to be killed',
      async () => (await cluster.killConnections(choice < 0.5 ? 1 : 0.4)) > 0,
    );
  else {
    await cluster.database.stop(SIGNALS[Math.floor(choice * SIGNALS.length)]);
    await cluster.database.restart();
  }
}

/** Includes a starting node, which may be killed as well. */
async function livingNode({ nodes }: Cluster, choice: number): Promise<Node> {
  const alive = (): Node[] => nodes.filter(({ isAlive }) => isAlive);
  await until('a node lives', () => alive().length > 0);
  return alive()[Math.floor(choice * alive().length)]!;
}

/** Killed nodes. A node is restarted until it listens. */
class Supervised {
  readonly #starting = new Map<Node, Promise<void>>();

  async kill(node: Node): Promise<void> {
    await node.end('SIGKILL');
    // A node that is starting needs no second restart.
    if (this.#starting.has(node)) return;
    const started = node.supervise().finally(() => this.#starting.delete(node));
    // `started` is awaited elsewhere, which reports a failed start.
    started.catch(() => undefined);
    this.#starting.set(node, started);
  }

  async allListen(): Promise<void> {
    await Promise.all(this.#starting.values());
  }
}
