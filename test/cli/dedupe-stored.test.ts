import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDataFolder } from '../../src/cli/open/data-folder.js';
import { configurationOf } from '../../src/store/config/load.js';
import { UPSERT, serveForTest } from '../http/serve.js';
import { cli, done, json, words } from '../support/command-line.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

interface Report {
  readonly rows: number;
  readonly pairs: number;
  readonly clusters: number;
  readonly job: string;
}

const lines = (path: string) => readFileSync(path, 'utf8').trim().split('\n').slice(1);
const demo = readFileSync(fileURLToPath(new URL('../../data/demo/contact.csv', import.meta.url)), 'utf8');
const people = `${demo.split('\n').slice(0, 301).join('\n')}\n`;

describe('dedupe of what is stored', () => {
  it('a data folder is compared by a job: the same pairs as by its own comparison, and groups that stay', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', people);
    const at = ['--data', `${folder}/store`, '--config', `${folder}/none`];
    await done(words`import --no-check ${file} --object Contact --map OwnerId= --map AccountId= ${at}`);
    const run = (name: string, ...more: string[]) =>
      json<Report>([
        ...['dedupe', '--object', 'contact', ...at, ...more, '--json'],
        ...['--out', `${folder}/${name}.csv`, '--clusters', `${folder}/${name}-groups.csv`],
      ]);
    const byJob = await run('job');
    const own = await run('own', '--scenario', 'built-in', '--threads', '1');
    expect(byJob).toMatchObject({ object: 'Contact', job: 'job-000000000001', rows: 300 });
    expect(byJob.pairs).toBeGreaterThan(20);
    expect([byJob.pairs, byJob.clusters]).toEqual([own.pairs, own.clusters]);
    expect(lines(`${folder}/job.csv`).sort()).toEqual(lines(`${folder}/own.csv`).sort());
    const groups = (name: string) => {
      const members = new Map<string, string[]>();
      for (const line of lines(`${folder}/${name}-groups.csv`)) {
        const [cluster, id] = line.split(',');
        members.set(cluster!, [...(members.get(cluster!) ?? []), id!]);
      }
      return [...members.values()].map((ids) => ids.sort().join()).sort();
    };
    expect(groups('job')).toEqual(groups('own'));
    const [job] = await json<{ id: string; groups: number }[]>(['jobs', 'list', ...at, '--json']);
    expect(job).toMatchObject({ id: byJob.job, groups: byJob.clusters });
  });

  it('a running service is asked to do it, waited for, and its pairs and groups are written', async () => {
    const served = await serveForTest();
    const person = { FirstName: 'Noor', LastName: 'Haddad', Email: 'noor.haddad@example.org' };
    const ids = [];
    for (const objectData of [person, { ...person, Email: 'Noor.Haddad@Example.org' }, { LastName: 'Nowak' }])
      ids.push((await served.post(UPSERT, { input: { objectType: 'Contact', objectData } })).body.objectId);
    const folder = newFolder();
    const [out, clusters] = [`${folder}/pairs.csv`, `${folder}/groups.csv`];
    const address = ['--url', served.url, '--token', served.token, '--config', `${folder}/none`];
    const run = (...more: string[]) => cli(['dedupe', ...address, '--out', out, '--clusters', clusters, ...more]);
    const { code, stdout, stderr } = await run('--object', 'Contact');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^3 records compared by job-000000000001: 1 pairs of duplicates in 1 groups/);
    expect(lines(out)).toEqual([`${ids.slice(0, 2).sort().join()},100`]);
    expect(lines(clusters)).toEqual(ids.slice(0, 2).sort().map((id) => `1,${id}`)); // prettier-ignore

    for (const [more, message] of [
      [['--object', 'Contact', '--learn'], /--url compares the records of the service: remove learn/],
      [['--object', 'Contact', '--data', folder], /only one of --data, --store and --url/],
      [[], /object type of stored records/],
    ] as const) {
      const refused = await run(...more);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(message)]);
    }
    const unknown = await run('--object', 'Nothing');
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/returned 404/)]);
  });

  it('a folder that a process has open says what to do', async () => {
    const folder = newFolder();
    const likeness = await openDataFolder(`${folder}/store`, await configurationOf(`${folder}/none`));
    onTestFinished(() => likeness.close());
    const at = ['--data', `${folder}/store`, '--config', `${folder}/none`, '--out', `${folder}/pairs.csv`];
    const held = await cli(['dedupe', '--object', 'Contact', ...at]);
    expect([held.code, held.stderr]).toEqual([1, expect.stringMatching(/is in use by process \d+.*--url and --token/)]);
  });
});

describe('the object of a file', () => {
  const rows = 'First Name,Last Name,Company\nAnna,Keller,Harbour Ltd\nAnna,Keller,Harbour Limited\nBo,Lind,Quay AB\n';

  it.each<[string, readonly string[]]>([
    ['dedupe', ['--scenario', 'built-in']],
    ['import', []],
    ['evaluate', ['--clusters', 'clusters.csv']],
  ])('%s guesses it, and says so', async (name, more) => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', rows);
    const clusters = fileIn(folder, 'clusters.csv', 'id,cluster\n1,a\n2,a\n3,b\n');
    const into: Record<string, string[]> = {
      dedupe: ['--out', `${folder}/pairs.csv`],
      import: ['--data', `${folder}/store`],
    };
    const given = more.map((each) => (each === 'clusters.csv' ? clusters : each));
    const run = (...object: string[]) =>
      cli([name, file, ...object, ...given, ...(into[name] ?? []), '--config', `${folder}/none`]);
    const guessed = await run();
    expect([guessed.code, guessed.stderr]).toEqual([
      0,
      expect.stringMatching(/read as Lead, because the columns name people and their companies \(--object TYPE/),
    ]);
    if (name === 'import') expect(await cli(['export', '--object', 'Lead', '--out', `${folder}/out.csv`, '--data', `${folder}/store`])).toMatchObject({ code: 0 }); // prettier-ignore
    const wrong = await run('--object', 'Nothing');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/unknown object type/)]);
  });
});
