import { setTimeout as pause } from 'node:timers/promises';
import { until, type Cluster, type Node } from './cluster.js';
import type { UnderLoad } from './under-load.js';

export type Act = UnderLoad['act'];

export const killNode: Act = async ({ cluster, random, progress }) => {
  const node = pick(cluster, random);
  await node.end('SIGKILL');
  // The other nodes continue.
  await progress();
  await node.begin();
};

export const stopNode: Act = async ({ cluster, random, progress, tell }) => {
  const node = pick(cluster, random);
  const code = await node.end('SIGTERM');
  if (code !== 0) tell(`node ${node.number} ended with ${String(code)}: ${node.process.stderr}`);
  await progress();
  await node.begin();
};

/** Suspends a node, every second time for longer than its lease. The node's clients wait, and new clients start. */
export const freezeNode: Act = async ({ cluster, random, number, progress, furtherClients }) => {
  const node = pick(cluster, random);
  const { process } = node.process;
  process.kill('SIGSTOP');
  try {
    await until('the load balancer takes out a node that stands still', () => !node.isReady);
    furtherClients();
    await progress();
    if (number % 2 === 0) await pause(6_000);
  } finally {
    process.kill('SIGCONT');
  }
};

export const killBackends: Act = async ({ cluster, random }) => {
  await cluster.killConnections(random() < 0.5 ? 1 : 0.4);
};

export const endServer: Act = async ({ cluster, number }) => {
  await cluster.database.stop((['SIGKILL', 'SIGINT', 'SIGQUIT'] as const)[number % 3]);
  await cluster.database.restart();
};

export const cutNetwork: Act = async ({ cluster, random, number, progress }) => {
  const node = pick(cluster, random);
  const how = (['silent', 'mute', 'closed', 'deaf'] as const)[number % 4]!;
  node.proxy.passage = how;
  try {
    // The node reports that it is not ready, and the others continue.
    await until(`a node whose network is ${how} says that it is not ready`, async () => {
      await node.look();
      return !node.isReady;
    });
    await progress();
  } finally {
    node.proxy.passage = 'open';
  }
  await cluster.allReady();
};

export function pick(cluster: Cluster, random: () => number): Node {
  return cluster.nodes[Math.floor(random() * cluster.nodes.length)]!;
}

/** @param ms how far the clock of a process is ahead */
export function skewedBy(ms: number): Record<string, string> {
  const code = `
    const { now } = Date;
    const Real = Date;
    globalThis.Date = class Date extends Real {
      constructor(...given) { super(...(given.length === 0 ? [now() + ${ms}] : given)); }
      static now() { return now() + ${ms}; }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}
