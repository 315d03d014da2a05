import type { Fault } from '../faults.js';
import { underLoad, type Round } from './under-load.js';

/** Folder of an installed checkout of the previous version. */
const PREVIOUS = process.env['LIKENESS_PREVIOUS'];

/** Upgrades nodes from the previous version to this version, one after another, under load. No request may fail. */
export const rollingUpgrade: Fault['run'] = async (folder, _, random) => {
  const fault = 'nodes of the version before replaced by this one, one after the other: no request fails';
  if (PREVIOUS === undefined)
    return { fault, times: 0, checked: '', broken: [], skipped: 'LIKENESS_PREVIOUS names no folder of that version' };
  return underLoad({
    ...{ fault, folder, random, mayCutOff: false, mayRefuse: false },
    times: 3,
    options: { program: PREVIOUS, nodes: 3 },
    act: replace,
  });
};

async function replace({ cluster, number, progress, tell }: Round): Promise<void> {
  const node = cluster.nodes[number]!;
  const code = await node.end('SIGTERM');
  if (code !== 0) tell(`node ${number} ended with ${String(code)}: ${node.process.stderr}`);
  await progress();
  node.program = undefined;
  await node.begin();
  await cluster.allReady();
  // Runs together with the remaining nodes of the previous version.
  await progress();
}
