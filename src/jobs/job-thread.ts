import { availableParallelism } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { FoundGroup, JudgedSet } from '../contract/grouping.js';
import { RowIndex } from '../index/self-join/row-index.js';
import { unpackScenario } from '../index/threads/portable-scenario.js';
import { createMethods } from '../matching/methods/create-methods.js';
import { shownScore } from '../matching/score.js';
import { lowerPriority } from '../runtime/lower-priority.js';
import { comparedDigest } from '../usecases/compared-digest.js';
import { findGroups, type RowGroup } from './find-groups.js';
import { writeGroups } from './group-file.js';
import type { FromJob, JobWork, ToJob } from './job-messages.js';
import { JudgedRows } from './judged-rows.js';
import { PairList, TooManyPairs } from './pair-list.js';

/** Bytes kept of a row's digest. */
const DIGEST = 8;

const { scenarios: sent, methods: options, fields, path } = workerData as JobWork;
const methods = createMethods(options);
const scenarios = sent.map((scenario) => unpackScenario(scenario, methods));
// The threads that this one starts take its priority over.
lowerPriority();
// One processor is left to the requests.
const threads = Math.max(1, availableParallelism() - 1);
const index = new RowIndex({ scenarios, methods: options, threads });
const ids: string[] = [];
const judged: JudgedSet[] = [];
let digests = Buffer.alloc(1 << 16);
let last: Promise<void> = Promise.resolve();

const send = (message: FromJob): void => parentPort!.postMessage(message);

parentPort!.on('message', (message: ToJob) => {
  // One after the other: the index takes rows in their order.
  last = last.then(() => (message === undefined ? group() : take(message))).catch(fail);
});

async function take(message: NonNullable<ToJob>): Promise<void> {
  if ('judged' in message) judged.push(...message.judged);
  else
    for (const { id, texts } of message.rows) {
      const at = ids.push(id) * DIGEST;
      if (at > digests.length) digests = Buffer.concat([digests], 2 * digests.length);
      comparedDigest(texts, fields).copy(digests, at - DIGEST, 0, DIGEST);
      await index.add(texts);
    }
  send({ kind: 'taken' });
}

async function group(): Promise<void> {
  const pairs = new PairList();
  if (ids.length > 1) {
    await index.joined();
    let compared = 0;
    for await (const batch of index.pairs({ scenarios, progress: (rows) => (compared = rows) })) {
      for (let i = 0; i < batch.length; i++)
        // Rows of the index are numbered from 1.
        pairs.add(batch.first[i]! - 1, batch.second[i]! - 1, shownScore(batch.num[i]!, batch.den[i]!));
      send({ kind: 'compared', rows: compared, pairs: pairs.length });
    }
  }
  await index.end();
  const decided = new JudgedRows(judged, ids);
  const groups = findGroups(
    ids.length,
    pairs,
    (one, two) => decided.areDifferent(one, two),
    (row) => decided.has(row),
  );
  const places = await writeGroups(path, found(groups));
  send({ kind: 'grouped', result: { records: ids.length, pairs: pairs.length, groups: groups.length, places } });
  parentPort!.close();
}

function* found(groups: readonly RowGroup[]): Iterable<FoundGroup> {
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
  if (!(error instanceof TooManyPairs)) throw error;
  send({ kind: 'refused', reason: error.message });
  parentPort!.close();
}
