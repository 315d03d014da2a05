import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../client.js';
import type { Stored } from '../expectations.js';
import { ask, readStored, search, type Reply } from '../requests.js';
import { rounds, type Outcome } from '../outcome.js';
import { Cluster, until, type ClusterOptions, type Node } from './cluster.js';
import { judge } from './judge.js';
import { takePicture } from './picture.js';
import { Session } from './session.js';

const CLIENTS = 6;
const SESSIONS = 10;
/** Number of searches at a time when no other client uses the node. */
const FEW = 6;
/** Requests that must be acknowledged before and after each fault. */
const PROGRESS = 60;
/** Maximum number of faults reported per round. */
const MOST_TOLD = 10;
/** Searches sent to every node after a round. */
const SEARCHES = 20;

export interface Round {
  readonly cluster: Cluster;
  readonly random: () => number;
  readonly number: number;
  /** Resolves after this many more acknowledged requests. */
  readonly progress: (requests?: number) => Promise<void>;
  /** Starts more clients, because the existing ones may all wait for one node. */
  readonly furtherClients: () => void;
  /** Reports a fault. */
  readonly tell: (line: string) => void;
}

export interface UnderLoad {
  readonly fault: string;
  readonly folder: string;
  readonly times: number;
  readonly random: () => number;
  readonly options?: ClusterOptions;
  /** Whether a request may be interrupted, or refused with 503. */
  readonly mayCutOff: boolean;
  readonly mayRefuse: boolean;
  /** Runs only sessions, whose history is judged. Default: also clients whose records are counted at the end. */
  readonly onlySessions?: boolean;
  /** Runs more rounds until this is true. */
  readonly isEnough?: (cluster: Cluster) => boolean;
  /** Whether judged operations are forgotten after each round. The next round then starts from the stored records. */
  readonly forgets?: boolean;
  /** Injects a fault and recovers from it. */
  readonly act: (round: Round) => Promise<void>;
}

/**
 * Runs three nodes behind a load balancer that polls `/readyz`, with two kinds of clients: clients that send related
 * records, updates, deletions, merges and repeated keys, and sessions whose history is judged by the log. Each round
 * injects a fault, then checks the database and every node.
 */
export async function underLoad(given: UnderLoad): Promise<Outcome> {
  const { fault, folder, options, isEnough = () => true } = given;
  let times = 0;
  const cluster = await Cluster.start(folder, options);
  const broken: string[] = [];
  const told = { acknowledged: 0, cutOff: 0, refused: 0 };
  try {
    for (; times < given.times || !isEnough(cluster); times++) {
      const begun = performance.now();
      const faults = await round(cluster, given, times, told);
      const took = `${((performance.now() - begun) / 1_000).toFixed(1)} s, ${cluster.history.count} operations so far`;
      rounds.tell([`round ${times}: ${faults.length} faults, ${took}`, ...faults.slice(0, MOST_TOLD)].join('\n  '));
      broken.push(...faults.map((line) => `round ${times}: ${line}`));
    }
    for (const node of cluster.nodes) {
      const code = await node.end('SIGTERM');
      if (code !== 0) broken.push(`at the end node ${node.number} ended with ${String(code)}: ${node.process.stderr}`);
    }
  } finally {
    await cluster.close();
  }
  const acknowledged = cluster.expectations.acknowledged + told.acknowledged;
  return {
    fault,
    times,
    acknowledged,
    told: told.refused,
    checked: [
      `${times} times; ${acknowledged} acknowledged requests, ${told.cutOff} cut off, ${told.refused} refused`,
      `${cluster.history.count} operations judged by the log`,
    ].join('; '),
    broken,
  };
}

type Told = Record<'acknowledged' | 'cutOff' | 'refused', number>;

async function round(cluster: Cluster, given: UnderLoad, number: number, told: Told): Promise<string[]> {
  const { random, act, mayCutOff, mayRefuse, onlySessions = false, forgets = false } = given;
  const faults: string[] = [];
  let isOver = false;
  const clients: Client[] = [];
  const sessions: Session[] = [];
  const running: Promise<void>[] = [];
  const runClient = async (client: Client): Promise<void> => {
    const seen = { position: 0 };
    while (!isOver) {
      client.endpoint = { ...cluster.choose(random).endpoint, seen };
      let left = 5;
      await client.run(() => isOver || left-- === 0);
      // The client was just refused or interrupted.
      if (left > 0) await pause(20);
    }
  };
  const runSession = async (session: Session): Promise<void> => {
    while (!isOver) {
      const before = session.cutOff + session.refused;
      await session.step();
      if (session.cutOff + session.refused > before) await pause(20);
    }
  };
  const furtherClients = (): void => {
    for (let i = 0; i < (onlySessions ? 0 : CLIENTS); i++) {
      const client = new Client(cluster.choose(random).endpoint, cluster.expectations, random, 100 + 10 * number);
      clients.push(client);
      running.push(runClient(client));
    }
    for (let i = 0; i < (onlySessions ? FEW : SESSIONS); i++) {
      const session = new Session(cluster, random, 50 + 20 * number, `round ${number}`);
      sessions.push(session);
      running.push(runSession(session));
    }
  };
  furtherClients();
  const count = (): number =>
    cluster.expectations.acknowledged + sessions.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  const progress = (requests = PROGRESS): Promise<void> => {
    const from = count();
    return until(`${requests} requests are acknowledged`, () => count() >= from + requests);
  };
  try {
    await progress();
    await act({ cluster, random, number, progress, furtherClients, tell: (line) => void faults.push(line) });
    await progress();
  } catch (error) {
    faults.push((error as Error).message);
  }
  isOver = true;
  await Promise.all(running);
  for (const { unexpected } of [...clients, ...sessions]) faults.push(...unexpected.map((text) => `answered ${text}`));
  const all = { acknowledged: 0, cutOff: 0, refused: 0 };
  for (const session of sessions) {
    all.acknowledged += session.acknowledged;
    all.cutOff += session.cutOff;
    all.refused += session.refused;
  }
  for (const key of Object.keys(all) as (keyof Told)[]) told[key] += all[key];
  if (!mayCutOff && all.cutOff > 0) faults.push(`${all.cutOff} requests were cut off`);
  if (!mayRefuse && all.refused > 0) faults.push(`${all.refused} requests were refused`);
  faults.push(...(await check(cluster, random).catch((error: unknown) => failed(cluster, error))));
  if (forgets) {
    cluster.history.forget((id) => cluster.replay.contacts.has(id));
    cluster.eras.forget();
  }
  return faults;
}

/** Handles a missed deadline: judges the operations so far, and restarts nodes that are not ready. */
async function failed({ nodes, history, eras }: Cluster, error: unknown): Promise<string[]> {
  for (const node of nodes.filter(({ isReady }) => !isReady)) {
    await node.end('SIGKILL');
    await node.supervise();
  }
  await eras.last.log.read();
  return [(error as Error).message, ...judge(history.operations, eras.all)];
}

/** Compares the data on each node, the tables, and the responses to clients. */
async function check(cluster: Cluster, random: () => number): Promise<string[]> {
  await cluster.settle();
  const { expectations, replay, history, eras, nodes } = cluster;
  const repeating = new Client(cluster.choose(random).endpoint, expectations, random, 0);
  const faults = expectations.check(await readStored(repeating.endpoint));
  await repeating.repeatOnce(10);
  faults.push(...repeating.unexpected.map((text) => `a repeated key: answered ${text}`));
  await cluster.settle();
  const pictures = await Promise.all(nodes.map(({ endpoint }) => readStored(endpoint)));
  faults.push(...expectations.check(pictures[0]!).map((line) => `after repeated keys: ${line}`));
  for (const [i, picture] of pictures.entries())
    if (JSON.stringify(picture) !== JSON.stringify(pictures[0]))
      faults.push(`node ${i} shows another state than node 0`);
  for (const node of nodes)
    if (!(await takePicture(cluster, node))) faults.push(`node ${node.number} gives no picture of what it shows`);
  await replay.read();
  for (const { number, endpoint } of nodes) {
    const { status } = await ask(endpoint, 'GET', '/readyz');
    if (status !== 200) faults.push(`node ${number} is not ready: ${String(status)}`);
  }
  return [...faults, ...(await searchesDiffer(cluster, pictures[0]!)), ...judge(history.operations, eras.all)];
}

/** All nodes must return identical search responses, whether a node has all indexes or requests parts from others. */
async function searchesDiffer({ nodes }: Cluster, { contacts }: Stored): Promise<string[]> {
  const faults: string[] = [];
  const step = Math.max(1, Math.floor(contacts.length / SEARCHES));
  for (const { LastName, Email } of contacts.filter((_, i) => i % step === 0)) {
    const values = { LastName, Email };
    const answers = await Promise.all(nodes.map((node) => answered(node, values)));
    for (const [i, answer] of answers.entries())
      if (answer !== answers.at(-1))
        faults.push(
          `node ${i} answers the search for ${JSON.stringify(values)} with ${answer}, another with ${answers.at(-1)}`,
        );
  }
  return faults;
}

/** Retries while refused, because a node may still be looking for another node that has a part. */
async function answered({ endpoint, number }: Node, values: object): Promise<string> {
  let reply: Reply | undefined;
  const isAnswered = async (): Promise<boolean> => (reply = await search(endpoint, values)).status !== 503;
  await until(`node ${number} answers a search`, isAnswered);
  return `${reply!.status ?? 'nothing'} ${reply!.text}`;
}
