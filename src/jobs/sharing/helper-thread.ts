import { parentPort, workerData } from 'node:worker_threads';
import { MemoryIndex } from '../../index/memory-index.js';
import { JoinThreads } from '../../index/self-join/join-threads.js';
import { unpackScenario } from '../../index/threads/portable-scenario.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import { lowerPriority } from '../../runtime/lower-priority.js';
import { JoinShares } from './join-shares.js';
import { PatientDatabase, WorkGone } from './patient-database.js';
import { ShareList } from './share-list.js';
import { readWork, rowStretches, sharedTable } from './shared-work.js';

/** The data of the thread with which a node takes part in a job of another one. */
export interface HelperWork {
  readonly url: string;
  readonly work: string;
  /** Who takes shares there. */
  readonly holder: string;
  readonly threads: number;
  /** Pairs that may wait in memory. */
  readonly mostPairs: number;
}

/** After each share that was done. */
export type FromHelper = 'kept';

/** Takes part until nothing of the work is left, or it is no more. */
async function help({ url, work, holder, threads: count, mostPairs }: HelperWork): Promise<void> {
  // The threads that this one starts take its priority over.
  lowerPriority();
  const database = await PatientDatabase.open(url);
  const list = new ShareList(database, work, holder);
  let threads: JoinThreads | undefined;
  try {
    const { content, index: given } = await readWork(database, work);
    const { methods, options, values, length } = content;
    const known = createMethods(methods);
    const scenarios = content.scenarios.map((scenario) => unpackScenario(scenario, known));
    const index = new MemoryIndex(scenarios, options, given.image, true);
    threads = new JoinThreads({ scenarios, methods, options, image: given.image, values, threads: count });
    const tooMany = (found: string) => new Error(found);
    const kept = (): void => parentPort!.postMessage('kept' satisfies FromHelper);
    const shares = new JoinShares({ list, threads, count, mostPairs, tooMany, kept });
    list.follow();
    await shares.work(0, values.length);
    const table = await sharedTable(list, index, scenarios, { values, sources: given.sources });
    threads.joinRows(table, scenarios, length);
    await shares.work(values.length, values.length + rowStretches(index, length));
  } catch (error) {
    if (!(error instanceof WorkGone)) throw error;
  } finally {
    await threads?.end();
    await database.close();
    await list.close();
    parentPort!.close();
  }
}

await help(workerData as HelperWork);
