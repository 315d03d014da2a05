import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HistoryPage } from '../../src/service/likeness.js';
import type { ShownChange } from '../../src/service/undo/shown-change.js';
import { groupLine } from '../../src/service/jobs/group-file.js';
import { newJob } from '../../src/service/jobs/job.js';
import { installationOf, makeId } from '../../src/records/ids.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { cli, done, json, newToken } from '../support/command-line.js';
import { post, runProgram, serve } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const people = 'FirstName,LastName,Email\nZsófia,Xylander,zsofia@xylander.example\nBola,Adeyemi,bola@adeyemi.example\n';

async function imported(): Promise<{ root: string; data: string; ids: string[] }> {
  const root = newFolder();
  const data = join(root, 'data');
  await done(['import', '--no-check', fileIn(root, 'people.csv', people), '--object', 'Contact', '--data', data]);
  const found = await json<Record<string, { objectData: { Id: string } }[]>>([
    ...['search', '--object', 'Contact', 'LastName=Xylander', '--data', data, '--json'],
  ]);
  return { root, data, ids: found['003']!.map(({ objectData }) => objectData.Id) };
}

function texts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

describe('backup, restore, verify, repair', () => {
  it('a backup of a running server is complete; restored, it holds the records and the clients', async () => {
    const { root, data, ids } = await imported();
    const served = await serve(data);
    const token = await newToken(data);
    const [id] = ids;
    const input = { objectType: 'Contact', objectData: { Id: id, Title: 'Buyer' } };
    expect((await post(served.url, 'dc3DataApi', token, { input })).status).toBe(200);
    const backup = join(root, 'backup');
    expect(await done(['backup', backup, '--data', data])).toContain('2 records');
    expect(await cli(['verify', '--data', data])).toMatchObject({ code: 1 });
    expect((await cli(['verify', '--data', data])).stderr).toContain('in use by process');
    await served.stop();
    const again = join(root, 'again');
    expect(await done(['restore', backup, '--data', again])).toContain('2 records');
    expect(await json<{ ok: boolean; records: number }>(['verify', '--data', again, '--json'])).toMatchObject({
      ok: true,
      records: 2,
      disagreements: [],
    });
    const history = await json<HistoryPage>(['history', id!, '--data', again, '--json']);
    expect(history.records[0]).toMatchObject({ changes: { Title: { before: null, after: 'Buyer' } } });
    expect(await json<unknown[]>(['client', 'list', '--data', again, '--json'])).toHaveLength(1);
    // The signing key is not part of the backup.
    expect(readdirSync(backup)).not.toContain('signing.key');
    expect((await cli(['restore', backup, '--data', again])).stderr).toContain('not empty');
    expect((await cli(['backup', backup, '--data', data])).stderr).toContain('not empty');
  });

  it('damage is reported with its place; repair shows what it would do, and does it with --apply', async () => {
    const { data } = await imported();
    expect(await done(['repair', '--data', data])).toContain('nothing to repair');
    const journal = join(data, 'journal-1.log');
    const bytes = readFileSync(journal);
    bytes[bytes.indexOf('Adeyemi')]! ^= 1;
    writeFileSync(journal, bytes);
    const verified = await cli(['verify', '--data', data]);
    expect(verified).toMatchObject({ code: 1 });
    expect(verified.stdout).toMatch(/journal-1\.log: line \d+ \(offset \d+\)/);
    expect(verified.stderr).toContain('likeness repair');
    expect((await cli(['backup', `${data}-backup`, '--data', data])).stderr).toContain('damaged');
    const where = /the data folder \S+ is damaged: journal-1\.log: line .*`likeness repair`/;
    for (const memory of ['all', '0']) {
      const args = ['--data', data, '--record-memory', memory];
      const exported = await cli(['export', '--object', 'Contact', ...args]);
      const served = await runProgram(['serve', '--port', '0', ...args]);
      for (const { code, stderr } of [exported, served]) {
        expect(code).toBe(1);
        expect(stderr).toMatch(where);
      }
    }
    const shown = await done(['repair', '--data', data]);
    expect(shown).toContain('move journal-1.log');
    expect(readFileSync(journal)).toEqual(bytes);
    expect(await done(['repair', '--apply', '--data', data])).toBe(shown);
    expect((await cli(['verify', '--data', data])).code).toBe(0);
    expect(readdirSync(data)).toContain('damaged-2');
    // The files that recovery moved away may still contain the record.
    expect((await cli(['erase', '003LK0000000001AAA', '--data', data])).stderr).toContain('damaged-2');
  });

  it('an unfinished last line is no damage', async () => {
    const { data } = await imported();
    const journal = join(data, 'journal-1.log');
    truncateSync(journal, statSync(journal).size - 3);
    expect((await cli(['verify', '--data', data])).code).toBe(0);
  });

  it('what is readable but inconsistent is reported, with the record', async () => {
    const { data } = await imported();
    const store = await openFileStore(data);
    const id = [...store.scan('Contact')][0]!.id;
    const other = makeId('003', 900, installationOf(id));
    const entry = { number: 900, recordId: id, objectType: 'Contact', action: 'delete' as const, before: {} };
    await store.append({
      by: { client: 'test', time: '2026-01-01T00:00:00.000Z' },
      changes: [
        { kind: 'history', entry },
        { kind: 'put', record: { id: other, type: 'Contact', fields: { LastName: 'Beyond the counter' } } },
      ],
    });
    await store.close();
    const verified = await cli(['verify', '--data', data]);
    expect(verified).toMatchObject({ code: 1 });
    expect(verified.stdout).toContain(other);
    expect(verified.stdout).toContain(`${id}: it is stored, but its latest change is a deletion`);
  });

  it('what is no data folder is refused', async () => {
    const root = newFolder();
    mkdirSync(join(root, 'empty'));
    for (const args of [
      ['backup', join(root, 'b'), '--data', join(root, 'none')],
      ['backup', join(root, 'b'), '--data', join(root, 'empty')],
      ['restore', join(root, 'empty'), '--data', join(root, 'new')],
      ['verify', '--data', join(root, 'none')],
      ['repair', '--data', join(root, 'none')],
    ])
      expect((await cli(args)).code, args.join(' ')).toBe(1);
    expect(readdirSync(root)).toEqual(['empty']);
  });
});

describe('history, undo, erase', () => {
  it('changes are kept for as many days as the configuration says', async () => {
    const root = newFolder();
    const [data, config] = [join(root, 'data'), join(root, 'config')];
    const id = makeId('003', 1);
    const store = await openFileStore(data);
    // When changes expire, a gap of more than a week between them counts as a week.
    for (const [number, days] of [40, 34, 28, 22, 16, 10, 4].entries()) {
      const time = new Date(Date.now() - days * 86_400_000).toISOString();
      const action = number === 0 ? ('create' as const) : ('update' as const);
      const entry = { number: number + 1, recordId: id, objectType: 'Contact', action };
      const record = { id, type: 'Contact', fields: { LastName: `Kept ${number}` } };
      await store.append({
        by: { client: `${days} days ago`, time },
        changes: [
          { kind: 'put', record },
          { kind: 'counter', name: 'id:003', value: 1 },
          { kind: 'history', entry: number === 0 ? entry : { ...entry, before: {} } },
        ],
      });
    }
    await store.close();
    mkdirSync(config);
    const kept = async (historyDays: number): Promise<string[]> => {
      fileIn(config, 'settings.json', JSON.stringify({ historyDays }));
      // Expired changes are removed when files are rewritten, for example by erasing any Id.
      await done(['erase', makeId('003', 999), '--data', data, '--config', config]);
      const page = await json<HistoryPage>(['history', id, '--data', data, '--config', config, '--json']);
      return page.records.map(({ clientId }) => clientId);
    };
    const days = (...all: number[]) => all.map((day) => `${day} days ago`);
    expect(await kept(50)).toEqual(days(4, 10, 16, 22, 28, 34, 40));
    expect(await kept(30)).toEqual(days(4, 10, 16, 22, 28));
    expect(await kept(50)).toEqual(days(4, 10, 16, 22, 28));
  });

  it('show and take back changes, in a data folder and while a server is running', async () => {
    const { data, ids } = await imported();
    const served = await serve(data);
    const remote = ['--url', served.url, '--token', await newToken(data)];
    const [id] = ids;
    const input = { objectType: 'Contact', objectData: { Id: id, Title: 'Buyer' } };
    await post(served.url, 'dc3DataApi', remote[3]!, { input });
    const table = await done(['history', id!, ...remote]);
    expect(table).toMatch(/change-000000000003 .* update +Id sent +Title +Buyer/);
    expect(table).toMatch(/change-000000000001 .* create/);
    const undone = await json<ShownChange>(['undo', 'change-000000000003', ...remote, '--json']);
    expect(undone).toMatchObject({ undoes: 'change-000000000003', recordId: id });
    await served.stop();
    const refused = await cli(['undo', 'change-000000000003', '--data', data]);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('it was already undone by change-000000000004');
    const page = await json<HistoryPage>(['history', id!, '--data', data, '--page-size', '1', '--page', '3', '--json']);
    expect(page).toMatchObject({ totalSize: 3, records: [{ action: 'create' }] });
    expect((await cli(['history', 'nonsense', '--data', data])).code).toBe(1);
    expect((await cli(['history', id!, '--page', '0', '--data', data])).code).toBe(2);
  });

  it('erased, a record is in no file of the data folder', async () => {
    const { data, ids } = await imported();
    const [id] = ids;
    const served = await serve(data);
    const token = await newToken(data);
    const send = async (input: unknown, key: string): Promise<void> => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key };
      const address = `${served.url}/services/apexrest/dupcheck/dc3DataApi`;
      await fetch(address, { method: 'POST', headers, body: JSON.stringify({ input }) });
    };
    // Leaves old and new values, stored responses, and a suspected pair.
    await send({ objectType: 'Contact', objectData: { Id: id, Title: 'Quixotic title' } }, 'a');
    await send({ objectType: 'Contact', objectData: { Id: id, Title: null, Department: 'Quixotic department' } }, 'b');
    await send(
      {
        objectType: 'Contact',
        duplicateCheck: true,
        duplicateScore: 100,
        objectData: { FirstName: 'Zsofi', LastName: 'Xylander', Email: 'zsofia@xylander.example' },
      },
      'c',
    );
    await served.stop();
    expect(texts(data).join('\n')).toMatch(/Quixotic title[^]*Quixotic department/);
    const backups = join(newFolder(), 'backups');
    await done(['backup', join(backups, 'before'), '--data', data]);
    const erase = (record: string) => json<object>(['erase', record, '--data', data, '--json']);
    expect(await erase(id!)).toMatchObject({ recordId: id, wasStored: true, changes: 3 });
    const left = texts(data).join('\n');
    for (const value of ['Zsófia', 'Quixotic']) expect(left).not.toContain(value);
    // Only the audit log still contains the Id: what was erased, when and by whom.
    const files = readdirSync(data, { withFileTypes: true }).filter((entry) => entry.isFile());
    const naming = files.map(({ name }) => name).filter((name) => readFileSync(join(data, name), 'utf8').includes(id!));
    expect(naming).toEqual(['audit.log']);
    expect(left).toContain('Adeyemi');
    // An earlier backup still contains the record; a new backup does not.
    await done(['backup', join(backups, 'after'), '--data', data]);
    expect(texts(join(backups, 'before')).join('\n')).toContain('Quixotic');
    for (const value of ['Zsófia', 'Quixotic', id!])
      expect(texts(join(backups, 'after')).join('\n')).not.toContain(value);
    // Erasing a record that is already deleted leaves it deleted.
    const found = await json<Record<string, { objectData: { Id: string } }[]>>([
      ...['search', '--object', 'Contact', 'LastName=Xylander', '--data', data, '--json'],
    ]);
    const second = found['003']![0]!.objectData.Id;
    await done(['undo', 'change-000000000005', '--data', data]);
    expect(await erase(second)).toMatchObject({ recordId: second, wasStored: false, changes: 2 });
    expect(texts(data).join('\n')).not.toContain('Xylander');
    expect(await erase(second)).toMatchObject({ recordId: second, wasStored: false, changes: 0 });
    expect((await cli(['verify', '--data', data])).code).toBe(0);
    expect((await cli(['erase', 'nonsense', '--data', data])).code).toBe(1);
    expect((await cli(['erase', second, '--data', data])).stderr).toContain('backups, exports');
  });

  it('an erasure that ends before its last step leaves the record, to be erased again by all of its values', async () => {
    const { data, ids } = await imported();
    const jobs = join(data, 'jobs');
    const asked = { objectType: 'Contact', crossObject: null, scenarioIds: [], filterDeveloperName: null };
    const job = newJob(
      1,
      { ...asked, autoMerge: null, undoes: null, groupsOf: null, objects: null, clientId: 'x', position: 0 },
      new Date(),
    );
    mkdirSync(jobs, { recursive: true });
    // The locked store rejects changes.
    mkdirSync(join(data, 'home.lock'));
    writeFileSync(join(jobs, `${job.id}.json`), JSON.stringify(job));
    const line = groupLine({
      members: ids.concat(ids).map((id) => ({ id, digest: 'x' })),
      pairs: [[0, 1, 90]],
      score: 90,
    });
    writeFileSync(join(jobs, `${job.id}.groups`), `${line}${line}`);
    writeFileSync(join(jobs, `${job.id}.groups.tmp`), line);
    expect((await cli(['erase', ids[0]!, '--data', data])).code).toBe(1);
    expect(await done(['search', '--object', 'Contact', 'LastName=Xylander', '--data', data])).toContain(ids[0]);
    rmSync(join(data, 'home.lock'), { recursive: true });
    await done(['erase', ids[0]!, '--data', data]);
    expect(readdirSync(jobs).sort()).toEqual([`${job.id}.groups`, `${job.id}.json`]);
    const left = readFileSync(join(jobs, `${job.id}.groups`), 'utf8');
    expect(left).not.toContain(ids[0]);
    // The line length must not change, because the job has stored byte offsets.
    expect(left).toHaveLength(2 * line.length);
  });
});
