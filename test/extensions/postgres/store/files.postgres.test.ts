import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../../../src/store/config/load.js';
import { NO_COUNTS, type ShownFile } from '../../../../src/service/import/file-job.js';
import { FileMemory } from '../../../../src/service/import/file-memory.js';
import { inFileProcess } from '../../../../src/service/import/file-process.js';
import { KeptFiles } from '../../../../src/service/import/kept-files.js';
import { importFile } from '../../../../src/service/import/import-file.js';
import type { FileBatch } from '../../../../src/files/import/file-messages.js';
import { openLikeness } from '../../../../src/service/open.js';
import { PostgresHome } from '../../../../src/extensions/postgres/home/postgres-home.js';
import { change, wholeContent, type Lease } from '../../../../src/store/home/home.js';
import { NodeDatabase } from '../../../../src/extensions/postgres/store/node-database.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { filesLaws, many, numbers } from '../../../service/import/files-laws.js';
import { OutcomeUnknownError, StoreUnavailableError } from '../../../../src/store/store-errors.js';
import { itNightly } from '../../../support/draws.js';
import { cli, newToken } from '../../../support/command-line.js';
import { fileIn, newFolder } from '../../../support/temporary-folder.js';
import { cuttable, emptyDatabase, postgres, type TestDatabase } from './postgres.js';
import { servedNodes, type ServedNode } from './served-nodes.js';

const NEXT = { clientId: 'test', extension: '.csv', size: 1_000, limit: 1_000 };
const PATIENCE = { interval: 20 };

async function openNode(database: TestDatabase) {
  const home = new PostgresHome(await NodeDatabase.open(database.url()));
  const store = await openPostgresStore(database.url());
  const likeness = await openLikeness({ configuration: await loadConfiguration(undefined), store });
  const lease = home.lease('files');
  onTestFinished(async () => {
    await lease.close();
    await home.close();
    await likeness.close();
  });
  const latest = (): Promise<number> => home.database.logEnd();
  return { likeness, lease, home, place: new KeptFiles({ home, lease, latest, folder: newFolder() }) };
}

postgres.describe('files in a database', () => {
  filesLaws(async () => {
    const database = await emptyDatabase();
    let last: Lease | undefined;
    return {
      next: async () => {
        await last?.close();
        const node = await openNode(database);
        last = node.lease;
        node.lease.follow(() => undefined);
        return node;
      },
    };
  });

  it('two nodes that both take themselves for the one that imports save each row once', async () => {
    const database = await emptyDatabase();
    const nodes = [await openNode(database), await openNode(database)];
    const [first, second] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
    const { content } = many();
    const task = { action: 'import', objectType: 'Contact', check: false, again: false } as const;
    const importAt = ({ likeness }: (typeof nodes)[0]) =>
      importFile({
        likeness,
        task,
        caller: { clientId: 'test', requestId: 'test' },
        key: 'the same',
        batches: (done) => batchesIn(fileIn(newFolder(), 'input.csv', content), done),
        // Simulates that each node read the progress before it lost the lease.
        notes: {
          begin: () => Promise.resolve(NO_COUNTS),
          keep: () => Promise.resolve(),
          close: () => Promise.resolve(),
        },
        completed: 0,
        begun: () => Promise.resolve(),
        tell: () => undefined,
      });
    await Promise.all([importAt(first), importAt(second)]);
    for (const { likeness } of nodes)
      await expect.poll(() => likeness.statistics().store.records, PATIENCE).toBe(1_600);
  });

  it('a file is imported once, whichever node it is sent to, and not by a command over the database', async () => {
    const nodes = await servedNodes();
    const [first, second] = [await nodes.start(), await nodes.start()];
    const file = fileIn(newFolder(), 'people.csv', many().content);
    const token = await newToken(nodes.store[1]!, '--store');
    const importing = ['import', '--no-check', file, '--object', 'Contact'];
    const by = ({ url }: ServedNode) => cli([...importing, '--url', url, '--token', token]);
    const outcomes = await Promise.all([by(first), by(second)]);
    // Both commands followed the same import, or one started after it.
    expect(outcomes.map(({ code }) => code)).toContain(0);
    for (const { code, stderr } of [await by(second), await cli([...importing, ...nodes.store])])
      expect([code, stderr]).toEqual([1, expect.stringMatching(/already imported/)]);
    const { totalSize } = await second.call<{ totalSize: number }>('GET', 'query?objectType=Contact&pageSize=1');
    expect(totalSize).toBe(1_600);
  });

  it('are refused while the database is away, and are there when it is back', async () => {
    const { proxy, home } = await awayAtWill();
    const place = new KeptFiles({ home, lease: home.lease('files'), folder: newFolder() });
    proxy.passage = 'closed';
    for (const asked of [
      () => place.queue.all(),
      () => place.reserve(NEXT),
      () => place.queue.change('file-000000000001', (file) => file),
      () => wholeContent(home, 'audit.log'),
      () => home.spent.after(0),
      () => home.lease('files').take(),
      () => home.database.logEnd(),
    ])
      await expect(asked()).rejects.toBeInstanceOf(StoreUnavailableError);
    proxy.passage = 'open';
    await expect.poll(() => place.queue.all().catch(() => 'away'), PATIENCE).toEqual([]);
  });

  it('are of unknown outcome where the connection breaks as they are written, never where they are read', async () => {
    const { database, proxy, home } = await awayAtWill();
    const holder = new Client({ connectionString: database.url() });
    await holder.connect();
    onTestFinished(() => holder.end());
    const held = `select from pg_locks where not granted and relation = '${database.schema}.documents'::regclass`;
    const asks: [() => Promise<unknown>, isUnknown: boolean][] = [
      [() => home.write('files/one.json', '{}'), true],
      [() => home.remove('files/one.json'), true],
      [() => home.read('files/one.json'), false],
    ];
    for (const [ask, isUnknown] of asks) {
      await holder.query(`begin; lock ${database.schema}.documents`);
      const asked = ask().catch((error: unknown) => error);
      await expect.poll(async () => (await holder.query(held)).rowCount, PATIENCE).toBeGreaterThan(0);
      proxy.reset();
      const refused = await asked;
      expect(refused).toBeInstanceOf(StoreUnavailableError);
      expect(refused instanceof OutcomeUnknownError).toBe(isUnknown);
      await holder.query('rollback');
    }
  });

  it('a file on its way whose node has ended takes no room for long, and leaves nothing', async () => {
    const database = await emptyDatabase();
    const { place, home } = await openNode(database);
    const { id } = await place.reserve(NEXT);
    await home.put(`files/${id}/input.csv`, 0, Buffer.from('half of it'));
    const left = async () => [...(await place.arriving()), ...(await home.contents('files'))];
    expect(await left()).toHaveLength(2);
    await change(home, `files/arriving/${id}.json`, (entry) => JSON.stringify({ ...JSON.parse(entry!), seen: 0 }));
    await place.expire(new Date(0).toISOString());
    expect(await left()).toEqual([]);
    expect(await place.queue.all()).toEqual([]);
  });

  itNightly('are sent to one node, shown and cancelled at another, and a killed node is taken over', async () => {
    const nodes = await servedNodes();
    const [first, second] = [await nodes.start(), await nodes.start()];
    const rows = Array.from({ length: 20_000 }, (_, i) => (i % 10 === 3 ? `,nameless ${i}\n` : `Name ${i},Title\n`));
    const sent = await send(first, `LastName,Title\n${rows.join('')}`);
    expect(await second.call('GET', 'files')).toEqual([sent]);
    const task = { action: 'import', objectType: 'Contact', mapping: sent.inspection!.mapping, check: false };
    const at = (node: ServedNode) => node.call<ShownFile>('GET', `files/${sent.id}`);
    await second.call('POST', `files/${sent.id}/run`, task);
    await expect.poll(async () => (await at(second)).counts?.created ?? 0, PATIENCE).toBeGreaterThan(0);
    const cancelled = await second.call<ShownFile>('POST', `files/${sent.id}/cancel`);
    expect(cancelled).toMatchObject({ status: 'cancelled', results: ['rejects.csv'] });
    const stored = async () =>
      (await second.call<{ totalSize: number }>('GET', 'query?objectType=Contact&pageSize=1')).totalSize;
    expect(await stored()).toBe(cancelled.counts!.created);
    await second.call('POST', `files/${sent.id}/run`, task);
    await expect.poll(async () => (await at(second)).progress, PATIENCE).not.toBeNull();
    await first.stop('SIGKILL');
    expect(await at(second)).toMatchObject({ status: 'running' });
    await expect.poll(async () => (await at(second)).status, PATIENCE).toBe('completed');
    const counts = { read: 20_000, created: 18_000, updated: 0, rejected: 2_000 };
    expect(await at(second)).toMatchObject({ counts, results: ['rejects.csv'] });
    expect(await stored()).toBe(18_000);
    const rejects = await second.text(`files/${sent.id}/results/rejects.csv`);
    expect(numbers(rejects)).toEqual(rows.flatMap((_, i) => (i % 10 === 3 ? [i + 1] : [])));
  });
});

async function* batchesIn(path: string, done: number): AsyncGenerator<FileBatch> {
  const mapping = ['LastName', 'Title'].map((field, position) => ({ field, positions: [position] }));
  const read = { kind: 'read', path, objectType: 'Contact', mapping, done, batchSize: 200 } as const;
  const memory = new FileMemory(() => 512 * 1024 * 1024);
  for await (const message of inFileProcess(read, new AbortController().signal, memory))
    if (message.kind === 'batch') yield message.batch;
}

function send(node: ServedNode, content: string): Promise<ShownFile> {
  return node.call<ShownFile>('POST', 'files?name=many.csv', Buffer.from(content));
}

/** A `Home` whose connection to its database can be cut, for one test. */
async function awayAtWill() {
  const database = await emptyDatabase();
  const { proxy, url } = await cuttable(database);
  const home = new PostgresHome(await NodeDatabase.open(url));
  onTestFinished(() => home.close());
  return { database, proxy, home };
}
