import { expect, it } from 'vitest';
import type { QueryJob } from '../../../src/service/import/bulk-job.js';
import { BulkJobs, type NewJob } from '../../../src/service/import/bulk-jobs.js';
import { FolderHome } from '../../../src/store/home/folder/folder-home.js';
import { newFolder } from '../../support/temporary-folder.js';

const INDEX = 'bulk-jobs/index.json';
const DAY = 24 * 3_600_000;
const JOB: NewJob<QueryJob> = {
  ...{ operation: 'query', query: 'SELECT Id FROM Lead', isAborted: false },
  ...{ columnDelimiter: 'COMMA', lineEnding: 'LF', created: '2026-01-01T00:00:00Z' },
};

/** Bulk jobs in a data folder with their own clock. */
function bulkJobs() {
  const home = new FolderHome(newFolder());
  let now = Date.UTC(2026, 0, 1);
  const running = new Set<string>();
  const jobs = new BulkJobs(
    {
      read: (...args) => home.read(...args),
      write: (...args) => home.write(...args),
      remove: (...args) => home.remove(...args),
      changeAll: (...args) => home.changeAll(...args),
      now: () => now,
    },
    () => Promise.resolve(running),
  );
  const add = async (client: string): Promise<string> => (await jobs.add(client, JOB)).id;
  /** Adds jobs only to the list, because a real job also creates a document. */
  const list = async (client: string, many: number): Promise<string[]> => {
    const { content = '[]' } = (await home.read(INDEX)) ?? {};
    const entries = Array.from({ length: many }, (_, i) => ({
      ...{ id: `750${client.padEnd(9, '0')}${String(i).padStart(6, '0')}`, clientId: client },
      expires: now + DAY,
    }));
    await home.write(INDEX, JSON.stringify([...(JSON.parse(content) as unknown[]), ...entries]));
    return entries.map(({ id }) => id);
  };
  const isKept = async (client: string, id: string): Promise<boolean> =>
    jobs.queryJob(client, id).then(
      () => true,
      (error: unknown) => {
        expect(error).toMatchObject({ status: 404, errorCode: 'NOT_FOUND' });
        return false;
      },
    );
  const left = async (): Promise<number> => (JSON.parse((await home.read(INDEX))!.content) as unknown[]).length;
  return { add, list, isKept, left, running, pass: (ms: number) => (now += ms) };
}

it('a job is kept for seven days, then it is unknown, and the next one removes it', async () => {
  const { add, isKept, left, pass } = bulkJobs();
  const id = await add('a');
  pass(7 * DAY - 1);
  expect(await isKept('a', id)).toBe(true);
  pass(1);
  expect(await isKept('a', id)).toBe(false);
  await add('b');
  expect(await left()).toBe(1);
});

it('the 501st job of a client removes its oldest one that is not running, and none of another client', async () => {
  const { add, list, isKept, left, running } = bulkJobs();
  const other = await add('b');
  const [first, second] = [await add('a'), await add('a')];
  const third = await add('a');
  await list('a', 497);
  running.add(first);
  await add('a');
  expect(await Promise.all([first, second, third].map((id) => isKept('a', id)))).toEqual([true, false, true]);
  expect(await isKept('b', other)).toBe(true);
  expect(await left()).toBe(501);
});

it('a client whose 500 jobs are all running is refused one more, and none is lost', async () => {
  const { add, list, left, running } = bulkJobs();
  for (const id of await list('a', 500)) running.add(id);
  await expect(add('a')).rejects.toMatchObject({ status: 409, errorCode: 'LIMIT_EXCEEDED' });
  expect(await left()).toBe(500);
  await add('b');
});

it('among 2,000 jobs the client that has the most makes room for another', async () => {
  const { add, list, isKept, left } = bulkJobs();
  const oldest = await add('few');
  const first = await add('most');
  await list('most', 499);
  for (const client of ['c', 'd', 'e']) await list(client, 499);
  await list('few', 2);
  expect(await left()).toBe(2_000);
  await add('new');
  expect([await left(), await isKept('most', first), await isKept('few', oldest)]).toEqual([2_000, false, true]);
});

it('where the jobs of that client are all running, the next one makes room', async () => {
  const { add, list, isKept, left, running } = bulkJobs();
  const second = await add('second');
  for (const id of await list('most', 500)) running.add(id);
  for (const client of ['second', 'c', 'd']) await list(client, client === 'second' ? 498 : 499);
  await list('e', 3);
  expect(await left()).toBe(2_000);
  await add('new');
  expect([await left(), await isKept('second', second)]).toEqual([2_000, false]);
});
