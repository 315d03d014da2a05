import { expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../../src/config/load.js';
import { FileFolder } from '../../../src/files/file-folder.js';
import { Files, type FilesOptions } from '../../../src/files/files.js';
import { openLikeness } from '../../../src/service/open.js';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.js';
import { testPart } from '../../support/partitioned-node.js';
import { newFolder } from '../../support/temporary-folder.js';
import { newDatabase, postgres, type TestDatabase } from './postgres.js';

const PATIENCE = { timeout: 90_000 };
const CSV = `LastName,Email\n${['Okafor', 'Brandt', 'Okafor', ''].map((name) => `${name},${name}@example.org\n`).join('')}`;

/** One of two nodes that hold half of the index each. */
async function openPart(database: TestDatabase, part: number) {
  const half = await testPart(database.url(), { part, parts: 2 });
  const store = await openPostgresStore(database.url());
  const likeness = await openLikeness({
    configuration: await loadConfiguration(undefined),
    store,
    partitioning: half.node,
  });
  await half.listen(likeness);
  onTestFinished(async () => {
    await likeness.close();
    await half.close();
  });
  return likeness;
}

async function imported(options: Pick<FilesOptions, 'patience'> = {}) {
  const database = await newDatabase();
  onTestFinished(() => database.drop());
  const likeness = await openPart(database, 0);
  const files = new Files({ likeness, place: new FileFolder(newFolder()), ...options });
  onTestFinished(() => files.close());
  await files.start();
  const { id, inspection } = await files.receive({ clientId: 'test' }, 'a.csv', (take) => take(Buffer.from(CSV)), {
    size: 10_000,
    limit: 10_000,
  });
  const run = () =>
    files.run('test', id, {
      ...{ action: 'import', objectType: 'Contact', mapping: inspection!.mapping, check: true, again: false },
    });
  return { likeness, run, get: () => files.get('test', id), cancel: () => files.cancel('test', id), database };
}

const SAVED = { status: 'completed', reason: null, counts: { read: 4, created: 2, updated: 1, rejected: 1 } };
const UNANSWERED = expect.stringMatching(/part 2\/2 of the index does not answer/) as string;

postgres.describe('an import at a node that holds a part of the index', () => {
  it('waits while a part is missing, says so, and goes on', { timeout: 180_000 }, async () => {
    const { run, get, database } = await imported();
    await run();
    await expect.poll(get, PATIENCE).toMatchObject({ reason: UNANSWERED });
    expect(await get()).toMatchObject({ status: 'running', progress: { phase: 'waiting' } });
    await openPart(database, 1);
    await expect.poll(get, PATIENCE).toMatchObject(SAVED);
  });

  it('is cancelled while it waits', { timeout: 180_000 }, async () => {
    const { run, get, cancel, likeness } = await imported();
    await run();
    await expect.poll(get, PATIENCE).toMatchObject({ reason: UNANSWERED });
    expect(await cancel()).toMatchObject({ status: 'cancelled', progress: null });
    expect(likeness.statistics().store.records).toBe(0);
  });

  it('fails when that lasts too long, and goes on when it is asked for again', { timeout: 180_000 }, async () => {
    const { run, get, database } = await imported({ patience: 0 });
    await run();
    await expect.poll(get, PATIENCE).toMatchObject({ status: 'failed', reason: UNANSWERED });
    await openPart(database, 1);
    await run();
    await expect.poll(get, PATIENCE).toMatchObject(SAVED);
  });
});
