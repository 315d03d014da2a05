import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { cli, done, json, words } from '../../../support/command-line.js';
import { fileIn, newFolder } from '../../../support/temporary-folder.js';
import { emptyDatabase, postgres } from './postgres.js';

const PEOPLE = `FirstName,LastName,Email,Phone
Berit,Sandvik,berit@sandvik.example,+47 22 12 34 56
Berit,Sandvig,berit@sandvik.example,+47 22 12 34 56
Anna,Keller,anna@keller.example,+41 44 123 45 67
`;

interface Change {
  readonly id: string;
  readonly action: string;
}

async function newStore(): Promise<{ readonly store: string[]; readonly url: string; readonly folder: string }> {
  const database = await emptyDatabase();
  const folder = newFolder();
  // These folders must be neither used nor created.
  const elsewhere = ['--config', join(folder, 'config'), '--data', join(folder, 'data')];
  return { store: ['--store', database.url(), ...elsewhere], url: database.url(), folder };
}

postgres.describe('commands over a database', () => {
  it('all objects are exported from one database and come with their Ids into another one', async () => {
    const [from, to] = [await newStore(), await newStore()];
    await done(words`import --no-check ${fileIn(from.folder, 'people.csv', PEOPLE)} --object Contact
      ${from.store}`);
    await done(words`import --no-check ${fileIn(from.folder, 'firms.csv', 'Name\nAcme\n')} --object Account
      ${from.store}`);
    const [first, second] = [join(from.folder, 'first'), join(to.folder, 'second')];
    await done(['export', '--out', first, ...from.store]);
    expect(await done(['import', '--no-check', first, ...to.store])).toMatch(
      /^Account: 1 rows read: 1 created.*\nContact: 3 rows read: 3/,
    );
    await done(['export', '--out', second, ...to.store]);
    for (const name of ['Account.csv', 'Contact.csv'])
      expect(readFileSync(join(second, name), 'utf8')).toBe(readFileSync(join(first, name), 'utf8'));
  });

  it('import, export, search, history, merge, undo, review, erase and verify work as over a folder', async () => {
    const { store, folder } = await newStore();
    const object = ['--object', 'Contact'];
    const file = fileIn(folder, 'people.csv', PEOPLE);
    const again = ['import', '--no-check', file, ...object, ...store];
    expect(await json([...again, '--json'])).toMatchObject({ read: 3, created: 3, rejected: 0 });
    expect(await cli(again)).toMatchObject({ code: 1, stderr: expect.stringContaining('already') as string });

    const out = join(folder, 'out.ndjson');
    await done(['export', ...object, ...store, '--out', out]);
    const exported = readFileSync(out, 'utf8').trimEnd().split('\n');
    const records = exported.map((line) => JSON.parse(line) as Record<string, string>);
    expect(records.map(({ LastName }) => LastName)).toEqual(['Sandvik', 'Sandvig', 'Keller']);
    const [one, two, three] = records.map(({ Id }) => Id!) as [string, string, string];

    const anna = ['FirstName=Anna', 'LastName=Keller', 'Email=anna@keller.example'];
    expect(await done(['search', ...anna, ...object, ...store])).toContain(three);
    expect(await done(['explain', ...anna, '--record', three, ...object, ...store])).toContain('LastName');

    expect(await json(['review', 'decide', 'later', one, two, ...store, '--json'])).toMatchObject({ verdict: 'later' });
    expect(await done(['review', 'list', ...store])).toContain(two);
    const merged = await json<{ masterId: string; changeId: string }>(words`merge ${one} ${two} ${object}
      ${store} --json`);
    expect(merged.masterId).toBe(one);
    await done(['undo', merged.changeId, ...store]);
    const history = await json<{ records: Change[] }>(['history', two, ...store, '--json']);
    expect(history.records.map(({ action }) => action)).toEqual(['create', 'delete', 'create']);

    await done(['erase', two, ...store]);
    expect(await json(['verify', ...store, '--json'])).toMatchObject({ records: 2, ok: true, disagreements: [] });
    expect(await json(['audit', 'verify', ...store.slice(0, 2), '--json'])).toMatchObject({ lines: 4, ok: true });
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('dedupe takes the records of a database', async () => {
    const { store, folder, url } = await newStore();
    const rows = Array.from({ length: 60 }, (_, i) => `Given${i},Family${i},person${i}@firm${i}.example,+4722${i}3456`);
    const file = fileIn(folder, 'people.csv', `${PEOPLE}${rows.join('\n')}\n`);
    await done(['import', '--no-check', file, '--object', 'Contact', ...store]);
    const of = ['--object', 'Contact', '--store', url, '--config', join(folder, 'config')];
    const [pairs, groups, own] = ['pairs.csv', 'groups.csv', 'own.csv'].map((name) => join(folder, name));
    const found = await json<object>(['dedupe', ...of, '--out', pairs!, '--clusters', groups!, '--json']);
    expect(found).toMatchObject({ rows: 63, pairs: 1, clusters: 1 });
    expect(readFileSync(groups!, 'utf8').trimEnd().split('\n')).toHaveLength(3);
    // Compares stored records like rows of a file, without a job.
    await done(['dedupe', ...of, '--scenario', 'built-in', '--threshold', '90', '--out', own!]);
    expect(readFileSync(own!, 'utf8').trimEnd().split('\n')).toHaveLength(2);
    process.env['LIKENESS_STORE'] = url;
    onTestFinished(() => void Reflect.deleteProperty(process.env, 'LIKENESS_STORE'));
    expect(await done(['search', 'LastName=Keller', '--object', 'Contact'])).toContain('Keller');
    expect(await json(['dedupe', file, '--out', own!, '--json'])).toMatchObject({ rows: 63, object: 'Contact' });
  });

  it('commands that have no use for a database say so, and touch nothing', async () => {
    const { store, folder, url } = await newStore();
    const only = ['--store', url, '--data', join(folder, 'data')];
    for (const args of [
      ['backup', join(folder, 'backup')],
      ['restore', folder],
      ['repair', '--apply'],
    ])
      expect(await cli([...args, ...only])).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/works only on a data folder, but a database was given/) as string,
      });
    expect(await done(['scenarios', ...store])).toContain('Contact');
    expect(await cli(['search', 'LastName=K', '--object', 'Contact', '--store', 'mysql://x'])).toMatchObject({
      code: 1,
      stderr: 'likeness: --store: expected a URL such as postgres://user:password@host:5432/database\n',
    });
    expect(existsSync(join(folder, 'data'))).toBe(false);
    expect(existsSync(join(folder, 'backup'))).toBe(false);
  });
});
