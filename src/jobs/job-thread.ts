import { availableParallelism } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { PairList, pairsThatFit } from '../clustering/pair-list.js';
import type { FoundGroup, JudgedSet } from '../service/group/group-types.js';
import { RowIndex, type JoinMaker } from '../index/self-join/row-index.js';
import { unpackScenario } from '../index/threads/portable-scenario.js';
import { createMethods } from '../matching/methods/create-methods.js';
import { lowerPriority } from '../runtime/lower-priority.js';
import { comparedDigest } from '../service/review/compared-digest.js';
import { findGroups, type RowGroup } from './find-groups.js';
import { writeGroups } from './group-file.js';
import type { FromJob, JobWork, ToJob } from './job-messages.js';
import { JudgedRows } from './judged-rows.js';
import type { WorkPlace } from './sharing/shared-join.js';

/** Bytes kept of a row's digest. */
const DIGEST = 8;

class TooManyPairs extends Error {}
const tooMany = (found: string): Error =>
  new TooManyPairs(`${found}: the scenarios do not tell records apart; choose others, a higher threshold or a filter`);

const { scenarios: sent, methods: options, fields, isAcross, path, place } = workerData as JobWork;
const methods = createMethods(options);
const scenarios = sent.map((scenario) => unpackScenario(scenario, methods));
// The threads that this one starts take its priority over.
lowerPriority();
// One processor is left to the requests.
const threads = Math.max(1, availableParallelism() - 1);
const index = new RowIndex({ scenarios, methods: options, threads, ...(place && { join: beside(place) }) });
const ids: string[] = [];
/** Rows of the first of two objects, which come first. */
let ofFirst = 0;
const judged: JudgedSet[] = [];
let digests = Buffer.alloc(1 << 16);
let last: Promise<void> = Promise.resolve();

/** Only nodes over a database load what it takes. */
function beside(place: WorkPlace): JoinMaker {
  return async (...join) => {
    const { joinBesideOthers } = await import('./sharing/shared-join.js');
    return joinBesideOthers(...join, place, { mostPairs: pairsThatFit(), tooMany });
  };
}

const send = (message: FromJob): void => parentPort!.postMessage(message);

parentPort!.on('message', (message: ToJob) => {
  // One after the other: the index takes rows in their order.
  last = last.then(() => (message === undefined ? group() : take(message))).catch(fail);
});

async function take(message: NonNullable<ToJob>): Promise<void> {
  if ('judged' in message) judged.push(...message.judged);
  else
    for (const { id, texts, source } of message.rows) {
      if (source === 0) ofFirst++;
      const at = ids.push(id) * DIGEST;
      if (at > digests.length) digests = Buffer.concat([digests], 2 * digests.length);
      comparedDigest(texts, fields).copy(digests, at - DIGEST, 0, DIGEST);
      await index.add(texts);
    }
  send({ kind: 'taken' });
}

async function group(): Promise<void> {
  // By row, from 1 on.
  const sources = isAcross ? new Int32Array(ids.length + 1).fill(1, ofFirst + 1) : undefined;
  const pairs = new PairList(pairsThatFit(), tooMany);
  if (ids.length > 1) {
    await index.joined(sources);
    let compared = 0;
    for await (const batch of index.pairs({ scenarios, progress: (rows) => (compared = rows) })) {
      pairs.addAll(batch);
      send({ kind: 'compared', rows: compared, pairs: pairs.length });
    }
  }
  await index.end();
  const { groups, apart, ungrouped } = findGroups(ids.length, pairs, new JudgedRows(judged, ids), sources?.subarray(1));
  const places = await writeGroups(path, found(groups, apart));
  send({
    kind: 'grouped',
    result: { records: ids.length, pairs: pairs.length, groups: groups.length, ungrouped, places },
  });
  parentPort!.close();
}

function* found(...all: Iterable<RowGroup>[]): Iterable<FoundGroup> {
  for (const groups of all)
    for (const { rows, pairs, score } of groups)
      yield {
        members: rows.map((row) => ({
          id: ids[row]!,
          digest: digests.toString('hex', row * DIGEST, (row + 1) * DIGEST),
        })),
        pairs,
        score,
      };
}

async function fail(error: unknown): Promise<void> {
  await index.end();
  if (error instanceof TooManyPairs) send({ kind: 'refused', reason: error.message });
  else if ((error as Error).name === 'WorkGone') send({ kind: 'gone' });
  else throw error;
  parentPort!.close();
}
