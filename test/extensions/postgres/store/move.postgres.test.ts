import fc from 'fast-check';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DatabasePlace } from '../../../../src/cli/open/move/database-place.js';
import { FolderPlace } from '../../../../src/cli/open/move/folder-place.js';
import { move, type MovePlace } from '../../../../src/cli/open/move/move.js';
import { Auth } from '../../../../src/service/auth/auth.js';
import { addClient, listClients } from '../../../../src/service/auth/client-store.js';
import { FolderHome } from '../../../../src/store/home/folder/folder-home.js';
import { wholeContent } from '../../../../src/store/home/home.js';
import { openFileStore } from '../../../../src/store/open-file-store.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { digestOf, type StateDigest } from '../../../../src/store/state-digest.js';
import { caller, insert, openService, upsert } from '../../../service/open-service.js';
import { cli, done, json } from '../../../support/command-line.js';
import { newFolder } from '../../../support/temporary-folder.js';
import { Model, pictureOf, randomTransaction } from '../../../store/conformance.js';
import { contact } from '../../../store/contact.js';
import { emptyDatabase, newDatabase, postgres } from './postgres.js';

/** Path for a new data folder. */
const newPath = (): string => join(newFolder(), 'store');

/** Fills a folder with every kind of data that a store can contain, and closes it. */
async function filledFolder(): Promise<string> {
  const folder = newPath();
  const store = await openFileStore(folder);
  const likeness = await openService({ store });
  const family = { FirstName: 'Ann', LastName: 'Okafor', Email: 'family@okafor.example', Phone: '+353 1 234 5678' };
  const ann = await insert(likeness, 'Contact', family);
  const { objectId: anna } = await upsert(
    likeness,
    'Contact',
    { ...family, FirstName: 'Anna' },
    { duplicateScore: 100 },
  );
  await upsert(likeness, 'Contact', { ...family, FirstName: 'Aan' }, { duplicateScore: 100 });
  await store.compact();
  await likeness.review.decide({ verdict: 'notDuplicate', recordIds: [ann, anna!], note: 'sisters\u0000' }, caller);
  const one = await insert(likeness, 'Lead', { LastName: 'Ng', Company: 'A' });
  const twin = await insert(likeness, 'Lead', { LastName: 'Ng', Company: 'B' });
  await likeness.merging.merge({ objectType: 'Lead', ids: [one, twin] }, caller);
  await likeness.upsert({ objectType: 'Contact', objectData: { LastName: 'Kept' } }, caller, 'a-key');
  const gone = await insert(likeness, 'Contact', { LastName: 'Gone' });
  await likeness.erase(gone, caller);
  await insert(likeness, 'Contact', { LastName: 'Last' });
  await likeness.close();
  return folder;
}

function digestAt(place: MovePlace): Promise<StateDigest> {
  return place.take(({ state }) => Promise.resolve(digestOf(state)));
}

postgres.describe('a move', () => {
  it('into a database and back gives the same store, of which every kind of thing is counted', async () => {
    const from = new FolderPlace(await filledFolder());
    const before = await digestAt(from);
    expect(Object.values(before).filter((count) => count === 0)).toEqual([]);
    const database = await emptyDatabase();
    const [to, back] = [new DatabasePlace(database.url()), new FolderPlace(newPath())];
    const nothing = { files: [], audited: 0, jobs: 0, uploads: 0, proposals: 0, webhooks: 0 };
    expect(await move(from, to)).toEqual({ ...before, ...nothing });
    expect(await digestAt(to)).toEqual(before);
    expect(await digestAt(from)).toEqual(before);
    await move(to, back);
    expect(await digestAt(back)).toEqual(before);
  });

  it('keeps whatever random programs have left, and what comes next continues after it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(randomTransaction, { maxLength: 12 }), async (transactions) => {
        const [folder, back] = [newPath(), newPath()];
        const now = (): number => 1_000_000;
        const model = new Model();
        const store = await openFileStore(folder, { now });
        for (const changes of transactions) {
          await store.append({ changes });
          model.apply(changes);
        }
        await store.close();
        const database = await newDatabase();
        try {
          await move(new FolderPlace(folder, { now }), new DatabasePlace(database.url(), { now }));
          const node = await openPostgresStore(database.url(), { now });
          expect(pictureOf(node)).toBe(model.picture());
          expect(node.position).toBe(transactions.length);
          const changes = [{ kind: 'put', record: contact(77) } as const];
          expect(await node.append({ changes })).toBe(transactions.length + 1);
          model.apply(changes);
          await node.close();
          await move(new DatabasePlace(database.url(), { now }), new FolderPlace(back, { now }));
          const again = await openFileStore(back, { now });
          model.expectEqual(again);
          expect(await again.append({ changes: [{ kind: 'delete', id: contact(77).id }] })).toBe(again.position);
          expect(again.position).toBe(transactions.length + 2);
          await again.close();
        } finally {
          await database.drop();
        }
      }),
      { numRuns: 12 },
    );
  });

  it('takes jobs, sent files, proposals and the state of webhooks along, and leaves what is under way', async () => {
    const [folder, path] = [await filledFolder(), join(newFolder(), 'content')];
    const home = new FolderHome(folder);
    const documents = {
      'jobs/job-000000000001.json': '{"job":1}',
      'files/file-000000000001/file.json': '{"name":"a\\u0000.json"}',
      'proposals/Lead.json': '{}',
      'webhooks/crm.json': '{"position":3}',
      'scenario-versions/0a1b/000001.json': '{}',
    };
    for (const [name, content] of Object.entries(documents)) await home.write(name, content);
    await home.write('files/arriving/file-000000000002.json', '{}');
    const contents = {
      'jobs/job-000000000001.groups': Buffer.alloc(3 << 20, 'group\n'),
      'files/file-000000000001/input.json': Buffer.from('[{"LastName":"Ng"}]'),
      'files/file-000000000001/clean/report.html': Buffer.alloc(0),
    };
    for (const [name, bytes] of Object.entries(contents)) {
      await writeFile(path, bytes);
      await home.takeOver(name, path);
    }
    const database = await emptyDatabase();
    const back = newPath();
    const moved = await move(new FolderPlace(folder), new DatabasePlace(database.url()));
    expect(moved).toMatchObject({ jobs: 1, uploads: 1, proposals: 1, webhooks: 1 });
    await move(new DatabasePlace(database.url()), new FolderPlace(back));
    const found = new FolderHome(back);
    for (const [name, content] of Object.entries(documents)) expect((await found.read(name))?.content).toBe(content);
    for (const [name, bytes] of Object.entries(contents)) expect(await wholeContent(found, name)).toEqual(bytes);
    expect(await found.read('files/arriving/file-000000000002.json')).toBeUndefined();
    expect(await wholeContent(home, 'jobs/job-000000000001.groups')).toHaveLength(3 << 20);
    await expect(move(new FolderPlace(folder), new DatabasePlace(database.url()))).rejects.toThrow(/not empty.*home/);
  });

  it('takes clients, keys and what was revoked along: a token counts on, one that was revoked does not', async () => {
    const folder = await filledFolder();
    const client = addClient(folder, { name: 'shop', licence: { state: 'valid' } });
    const auth = new Auth({ dataFolder: folder });
    const [good, bad] = [auth.issueToken(client.client_id), auth.issueToken(client.client_id)];
    auth.revoke(bad);
    await auth.close();
    const database = await emptyDatabase();
    const back = newPath();
    await move(new FolderPlace(folder), new DatabasePlace(database.url()));
    await move(new DatabasePlace(database.url()), new FolderPlace(back));
    expect(listClients(back)).toEqual(listClients(folder));
    const later = new Auth({ dataFolder: back });
    await later.admit(`Bearer ${good}`);
    await expect(later.admit(`Bearer ${bad}`)).rejects.toThrow();
    await later.close();
  });

  it('is refused where there is a store already, or somebody has one of them open', async () => {
    const folder = await filledFolder();
    const database = await emptyDatabase();
    const [from, to] = [new FolderPlace(folder), new DatabasePlace(database.url())];
    const open = await openFileStore(folder);
    await expect(move(from, to)).rejects.toMatchObject({ name: 'StoreLockedError' });
    await open.close();

    const node = await openPostgresStore(database.url());
    await expect(move(from, to)).rejects.toThrow(/is in use by .*: stop these nodes first/);
    await node.close();
    await move(from, to);
    await expect(move(from, to)).rejects.toThrow(/is not empty \(it contains records\)/);
    await expect(move(to, from)).rejects.toThrow(/is not empty/);

    const elsewhere = new DatabasePlace((await emptyDatabase()).url());
    await expect(move(elsewhere, new FolderPlace(newPath()))).rejects.toThrow(/contains no store/);
    await expect(move(new FolderPlace(newFolder()), elsewhere)).rejects.toThrow(/contains no store/);
  });

  it('leaves nothing at the target when it fails, and can then be made', async () => {
    const from = new FolderPlace(await filledFolder());
    const database = await emptyDatabase();
    const [to, path] = [new DatabasePlace(database.url()), newPath()];
    const spoil = (): never => {
      throw new Error('read back differently');
    };
    for (const target of [to, new FolderPlace(path)]) {
      await expect(from.take((contents) => target.put(contents, spoil))).rejects.toThrow('read back differently');
      await target.mustBeEmpty();
    }
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(join(path, '..'))).toEqual([]);
    for (const table of ['commits', 'snapshots', 'snapshot_parts', 'documents', 'contents', 'spent'])
      expect(await database.query(`select * from ${database.schema}.${table}`)).toEqual([]);
    await move(from, to);
  });

  it('is a command, which says what it has moved', async () => {
    const folder = await filledFolder();
    const [database, back] = [await emptyDatabase(), newPath()];
    const { code, stdout: into, stderr: told } = await cli(['move', '--from', folder, '--to', database.url()]);
    expect([code, told]).toEqual([0, expect.stringContaining(`serve --data ${folder} --store, with the URL of --to`)]);
    expect(into).toMatch(
      /6 records, .* 1 decisions, .* 0 audit log entries, .*\nverified: both copies are identical, at/,
    );
    const moved = await done(['move', '--from', database.url(), '--to', back, '--json']);
    expect(JSON.parse(moved)).toMatchObject({ to: back, ...(await digestAt(new FolderPlace(folder))) });
    // The audit log's entry about the first move is moved too.
    expect(JSON.parse(moved)).toMatchObject({ audited: 1 });
    expect(await json(['audit', 'verify', '--store', database.url(), '--json'])).toMatchObject({ lines: 2, ok: true });
    expect(await json(['audit', 'verify', '--data', back, '--json'])).toMatchObject({ lines: 2, ok: true });
    expect(await cli(['move', '--from', folder, '--to', newPath()])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('likeness backup') as string,
    });
    expect(await cli(['move', '--from', folder, '--to', database.url()])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^likeness: postgres:.* is not empty/) as string,
    });
    const secret = await cli(['move', '--from', folder, '--to', 'postgres://me:secret@127.0.0.1:1/none']);
    expect(secret).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be used') as string });
    expect(secret.stderr).not.toContain('secret');
  });
});
