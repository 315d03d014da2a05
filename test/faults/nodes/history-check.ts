import { join } from 'node:path';
import type { Outcome } from '../outcome.js';
import { cutNetwork, freezeNode, killBackends, killNode, skewedBy, type Act } from './acts.js';
import { LOST_TAILS } from './lost-tails.js';
import { loseTail } from './lost-tail-run.js';
import { keepTakingPictures } from './picture.js';
import { promoteReplica } from './replica.js';
import { underLoad, type UnderLoad } from './under-load.js';

const TWO_HOURS = 2 * 3_600_000;
/** The node whose clock is ahead. */
const AHEAD = 1;
/** Number of requests acknowledged while the replica that will be promoted is behind. */
const BEHIND = 40;
/** Shorter histories need not include every kind of failure. */
const GLIMPSE = 1_000;

/**
 * Runs sessions on three nodes, one with its clock two hours ahead, while nodes, connections, networks and servers
 * fail. Ends after `times` operations and every kind of failure.
 */
export async function checkHistory(given: Omit<UnderLoad, 'act'>, patience: number): Promise<Outcome> {
  const failover: Act = async (round) => {
    const kept = await LOST_TAILS['replica']!(round.cluster, join(given.folder, `copy-${round.number}`));
    await round.progress(BEHIND);
    await loseTail(round, kept, undefined, patience);
  };
  const acts: Readonly<Record<string, Act>> = {
    'killed nodes': killNode,
    'nodes that stand still': freezeNode,
    'killed connections': killBackends,
    'silent networks': (round) => cutNetwork({ ...round, number: 0 }),
    'mute networks': (round) => cutNetwork({ ...round, number: 1 }),
    'deaf networks': (round) => cutNetwork({ ...round, number: 3 }),
    'failovers, waited for': promoteReplica,
    'failovers, not waited for': failover,
  };
  const counts = new Map<string, number>();
  let left: string[] = [];
  const act: Act = async (round) => {
    // Runs all kinds in random order before repeating any.
    if (left.length === 0) left = Object.keys(acts);
    const [name] = left.splice(Math.floor(given.random() * left.length), 1);
    counts.set(name!, (counts.get(name!) ?? 0) + 1);
    const end = keepTakingPictures(round.cluster);
    try {
      await acts[name!]!(round);
      await round.progress();
    } finally {
      await end();
    }
  };
  const { times: operations } = given;
  const outcome = await underLoad({
    ...given,
    onlySessions: true,
    times: 1,
    options: { environment: (node) => (node === AHEAD ? skewedBy(TWO_HOURS) : {}) },
    isEnough: ({ history }) =>
      history.count >= operations && (operations < GLIMPSE || counts.size === Object.keys(acts).length),
    act,
  });
  const failed = [...counts].map(([name, times]) => `${times} ${name}`).join(', ');
  return { ...outcome, checked: `${failed}; ${outcome.checked}` };
}
