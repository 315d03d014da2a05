import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Contacts } from '../../bench/synthetic/contacts.js';
import { searchTasks, upsertValues } from '../../bench/synthetic/tasks.js';
import { loadConfiguration } from '../../src/config/load.js';
import type { Likeness } from '../../src/service/likeness.js';
import type { MatchMethod } from '../../src/matching/method.js';
import { openLikeness } from '../../src/service/open.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { newFolder } from '../support/temporary-folder.js';
import { caller } from './open-service.js';

const RECORDS = 3_000;
const SEARCHES = 300;
const UPSERTS = 300;
/** What a change may add without giving a reason. */
const TOLERANCE = 1.03;

type Counts = Record<string, number>;

interface Kept {
  /** Why they are what they are: whoever raises one says here what it buys. */
  readonly reason: string;
  readonly counts: Counts;
}

/**
 * What fixed searches and upserts cost in things that can be counted, the same on every machine. Processor time is
 * measured by `npm run bench -- compare`.
 */
it('fixed searches and upserts take no more work than the file of counts says', async () => {
  const counts = await countWork();
  const { counts: kept } = JSON.parse(readFileSync(new URL('./work-counts.json', import.meta.url), 'utf8')) as Kept;
  expect(Object.keys(counts)).toEqual(Object.keys(kept));
  const risen = Object.keys(counts).filter((name) => counts[name]! > kept[name]! * TOLERANCE);
  expect(
    risen,
    `more work than before; if it is worth it, write a reason and these counts into work-counts.json: ${JSON.stringify(counts)}`,
  ).toEqual([]);
});

async function countWork(): Promise<Counts> {
  const folder = newFolder();
  const configuration = await loadConfiguration();
  const compared = { count: 0 };
  const methods = new Set(configuration.scenarios.flatMap(({ fields }) => fields.map(({ method }) => method)));
  for (const method of methods) countComparisons(method, compared);
  const store = await openFileStore(folder, { compactAt: Infinity });
  const likeness = await openLikeness({ configuration, store, now: () => new Date('2026-01-01T00:00:00Z') });
  onTestFinished(() => likeness.close());

  const contacts = new Contacts();
  const together = 50;
  for (let first = 0; first < RECORDS; first += together) {
    const chunk = Array.from({ length: together }, (_, place) => contacts.values(first + place));
    await Promise.all(chunk.map((values) => upsert(likeness, values, false)));
  }

  const counts: Counts = {};
  const searched = { walked: 0, found: 0, bytes: 0 };
  compared.count = 0;
  for (const { values } of searchTasks(contacts, RECORDS, SEARCHES)) {
    const { json, output, walked } = await likeness.search({ objectPrefix: '003', objectData: values });
    searched.walked += walked;
    searched.found += output['003']!.length;
    searched.bytes += Buffer.byteLength(json);
  }
  counts['records walked by searches'] = searched.walked;
  counts['comparisons of searches'] = compared.count;
  counts['records found by searches'] = searched.found;
  counts['bytes of answers to searches'] = searched.bytes;

  const before = bytesOf(folder);
  compared.count = 0;
  let bytes = 0;
  let created = 0;
  // One at a time: commits that wait are appended together, as many as the disk's speed wants.
  for (const values of upsertValues(contacts, RECORDS, 0, UPSERTS)) {
    const answer = await upsert(likeness, values, true);
    bytes += Buffer.byteLength(JSON.stringify(answer));
    if (answer.isCreated) created++;
  }
  counts['comparisons of upserts'] = compared.count;
  counts['records created by upserts'] = created;
  counts['bytes of answers to upserts'] = bytes;
  counts['bytes written by upserts'] = bytesOf(folder) - before;
  return counts;
}

async function upsert(likeness: Likeness, objectData: Readonly<Record<string, string>>, duplicateCheck: boolean) {
  const answer = await likeness.upsert({ objectType: 'Contact', duplicateCheck, objectData }, caller);
  if (!answer.isSuccess) throw new Error(answer.errorMessage ?? 'not saved');
  return answer;
}

/** In place, because scenarios that use a method share it. */
function countComparisons(method: MatchMethod, compared: { count: number }): void {
  const compare = method.compare.bind(method);
  Object.defineProperty(method, 'compare', {
    value: (a: unknown, b: unknown) => {
      compared.count++;
      return compare(a, b);
    },
  });
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
