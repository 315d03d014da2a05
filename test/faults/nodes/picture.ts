import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../requests.js';
import type { Cluster, Node } from './cluster.js';
import type { ShownRow } from './operations.js';
import { shownRow } from './session.js';

const PRODUCT = '/services/apexrest/dupcheck';
/** Milliseconds between two pictures of a node. */
const BETWEEN = 500;

/**
 * Records all contacts that a node shows, if the node is ready before and after they are read.
 *
 * @returns whether it was recorded
 */
export async function takePicture({ history, eras }: Cluster, { endpoint, number: node }: Node): Promise<boolean> {
  const isReady = async (): Promise<boolean> => (await ask(endpoint, 'GET', '/readyz')).status === 200;
  const begun = performance.now();
  const era = eras.number;
  if (!(await isReady())) return false;
  const all = await ask(endpoint, 'GET', `${PRODUCT}/records?objectType=Contact`);
  const after = await ask(endpoint, 'GET', `${PRODUCT}/scenarios`);
  const { position: upTo } = after;
  if (all.status !== 200 || upTo === undefined || !(await isReady())) return false;
  history.operations.push({
    kind: 'picture',
    ...{ session: 0, node, begun, ended: performance.now(), atLeast: 0, era },
    ...{ status: 200, text: '', position: all.position, upTo, rows: rowsOf(all.text) },
  });
  return true;
}

function rowsOf(text: string): ShownRow[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [shownRow(JSON.parse(line) as object as never)]));
}

/** Takes pictures of all nodes repeatedly. @returns a function that stops this */
export function keepTakingPictures(cluster: Cluster): () => Promise<void> {
  let isOver = false;
  const all = Promise.all(
    cluster.nodes.map(async (node) => {
      while (!isOver) {
        await takePicture(cluster, node);
        await pause(BETWEEN);
      }
    }),
  );
  return async () => {
    isOver = true;
    await all;
  };
}
