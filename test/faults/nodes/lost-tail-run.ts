import { join } from 'node:path';
import { rounds, type Outcome } from '../outcome.js';
import { ask } from '../requests.js';
import { until, type Cluster, type Node } from './cluster.js';
import { crashWithoutWaiting, LOST_TAILS, type Kept } from './lost-tails.js';
import { keepTakingPictures } from './picture.js';
import { underLoad, type Round, type UnderLoad } from './under-load.js';

/** Milliseconds from a node's next contact with the database until it must no longer show lost commits. */
const NOTICED = 1_000;
/** Milliseconds until it must serve again. */
const SERVING = 30_000;
/** The node that gets no writes. */
const IDLE = 2;
/** Requests acknowledged between the copy and the loss, and by other nodes before a delayed node connects. */
const LEAST_BETWEEN = 5;
const MOST_BETWEEN = 80;
/** A killed server loses commits that were not synced. */
const SETTINGS = ['wal_writer_delay=10s', 'max_wal_size=64MB'];
const CRASH = 'crash';
const KINDS = [...Object.keys(LOST_TAILS), CRASH];

interface Loss {
  readonly kind: string;
  readonly between: number;
  /** Whether to use an older copy than the last copy, if there are several. */
  readonly isOlder: boolean;
  /** A node that connects after the others have continued. If absent, all nodes connect at the same time. */
  readonly later: number | undefined;
}

/**
 * Planned in advance, so a seed always loses the same commits in the same order. Every kind of loss runs once before
 * any kind repeats.
 */
function planned(times: number, random: () => number): Loss[] {
  let left: string[] = [];
  return Array.from({ length: times }, () => {
    if (left.length === 0) left = [...KINDS];
    const [kind] = left.splice(Math.floor(random() * left.length), 1);
    return {
      kind: kind!,
      between: LEAST_BETWEEN + Math.floor(random() * (MOST_BETWEEN - LEAST_BETWEEN)),
      isOlder: random() < 0.25,
      later: random() < 0.5 ? Math.floor(random() * 3) : undefined,
    };
  });
}

/** The database repeatedly loses its last commits, in every way, under load and with an idle node. */
export async function lostTails(given: Omit<UnderLoad, 'act'>, patience: number): Promise<Outcome> {
  const plan = planned(given.times, given.random);
  const copies: Kept[] = [];
  const done = new Map<string, number>();
  const waited = { noticed: 0, serving: 0, pictures: 0 };
  const act = async (round: Round): Promise<void> => {
    const { kind, between, isOlder, later } = plan[round.number]!;
    rounds.tell(`round ${round.number}: ${kind}${isOlder ? ', an older copy' : ''}, node ${later ?? 'none'} later`);
    done.set(kind, (done.get(kind) ?? 0) + 1);
    const end = keepTakingPictures(round.cluster);
    try {
      if (kind === CRASH) await crashWithoutWaiting(round.cluster, () => round.progress(between));
      else {
        const kept = await LOST_TAILS[kind]!(round.cluster, join(given.folder, `copy-${round.number}`));
        const older = isOlder && kept.discard === undefined ? copies.at(-1) : undefined;
        // If an older copy is about to replace the database, this copy will not match the history that follows, so it
        // is not kept.
        if (kept.discard === undefined && older === undefined) copies.push(kept);
        await round.progress(between);
        await loseTail(round, older ?? kept, later, patience, waited);
      }
      await round.progress();
      await Promise.all(round.cluster.nodes.map((node) => serve(node, performance.now(), patience, round.tell)));
    } finally {
      await end();
    }
  };
  const outcome = await underLoad({ ...given, ...{ onlySessions: true, forgets: true }, options: OPTIONS, act });
  const kinds = [...done].map(([kind, times]) => `${times} ${kind}`).join(', ');
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  return {
    ...outcome,
    checked: [
      `${kinds}; said so at most ${seconds(waited.noticed)} after the next contact`,
      `served again at most ${seconds(waited.serving)} after it`,
      outcome.checked,
    ].join('; '),
  };
}

const OPTIONS = { idle: IDLE, settings: SETTINGS };

/** Replaces a database with an earlier state. Each node that was ahead must report this and recover. */
export async function loseTail(
  { cluster, progress, tell }: Pick<Round, 'cluster' | 'progress' | 'tell'>,
  kept: Kept,
  later: number | undefined,
  patience: number,
  waited = { noticed: 0, serving: 0 },
): Promise<void> {
  const positions = new Map<Node, number>();
  for (const node of cluster.nodes) positions.set(node, await positionOf(node));
  const away = cluster.nodes.filter(({ number }) => number === later);
  await kept.takePlace(away);
  const left = Math.min(...cluster.eras.all.slice(0, -1).map((era) => era.kept));
  const follow = async (node: Node): Promise<void> => {
    const { noticed, serving } = await comeBack(cluster, node, patience, tell);
    if (positions.get(node)! > left) waited.noticed = Math.max(waited.noticed, noticed);
    waited.serving = Math.max(waited.serving, serving);
  };
  await Promise.all(cluster.nodes.filter((node) => !away.includes(node)).map(follow));
  if (away.length === 0) return;
  // The other nodes may have committed beyond the position that this node has seen.
  await progress(Math.max(10, ...positions.values()) - left);
  for (const node of away) {
    node.proxy.answered = undefined;
    node.proxy.passage = 'open';
  }
  await Promise.all(away.map(follow));
}

async function positionOf({ endpoint }: Node): Promise<number> {
  return (await ask(endpoint, 'GET', '/services/apexrest/dupcheck/scenarios')).position ?? 0;
}

/** @returns milliseconds from contact with the database until the node reported not ready, and until it was ready */
async function comeBack(
  cluster: Cluster,
  node: Node,
  patience: number,
  tell: (line: string) => void,
): Promise<{ noticed: number; serving: number }> {
  await until(`node ${node.number} comes to the database`, () => node.proxy.answered !== undefined);
  const contact = node.proxy.answered!;
  const deadline = contact + NOTICED * patience;
  cluster.eras.mustShow(node.number, deadline);
  await until('the time to notice is over', () => performance.now() > deadline);
  const turns = node.turns.filter(({ at }) => at > contact);
  const said = turns.find(({ isReady }) => !isReady)?.at ?? contact;
  await serve(node, contact, patience, tell);
  const back = node.turns.findLast(({ at, isReady }) => at > contact && isReady)?.at ?? contact;
  return { noticed: said - contact, serving: back - contact };
}

/** Restarts a node that does not recover, so the run can continue. */
async function serve(node: Node, contact: number, patience: number, tell: (line: string) => void): Promise<void> {
  const end = contact + SERVING * patience;
  await until(`node ${node.number} serves`, () => node.isReady || performance.now() > end);
  if (node.isReady) return;
  tell(`node ${node.number} did not serve ${SERVING / 1_000} s after its contact: ${node.health}`);
  await node.end('SIGKILL');
  await node.supervise();
  await until(`node ${node.number} serves after a restart`, () => node.isReady);
}
