import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Contacts } from '../../bench/synthetic/contacts.js';
import { rowsWithDuplicates } from '../../bench/synthetic/tasks.js';
import { DuckDb } from '../../src/extensions/engines/stages/duckdb.js';
import { cases, draws, itNightly } from '../support/draws.js';
import { mount } from '../support/mount.js';
import { needs } from '../support/needs.js';
import { cli, done, words } from '../support/command-line.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';
import { reportIn } from './report-in.js';

const FIELDS = ['FirstName', 'LastName', 'Phone', 'Email', 'MailingStreet', 'MailingCity', 'MailingPostalCode'];
/** Enough memory to join 12,000 contacts, but not to hold all their values at the same time. */
const LITTLE = '167MB';
const program = fileURLToPath(new URL('../../src/cli/launch/likeness.mjs', import.meta.url));

const csv = (columns: readonly string[], rows: readonly Readonly<Record<string, string>>[]): string =>
  [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',') + '\n')
    .join('');

const contacts = (count: number): string =>
  csv(
    ['key', ...FIELDS],
    [...rowsWithDuplicates(new Contacts(3), count)].map(({ values }, i) => ({ key: `k${i}`, ...values })),
  );

interface Ended {
  readonly pairs?: string;
  readonly groups?: string;
  readonly report?: string;
  readonly stderr?: string;
}

/** Compares a file in memory and with the engine. Returns the output of both, with a report if requested. */
async function both(file: string, folder: string, ...options: readonly string[]) {
  const by = async (name: string, ...engine: readonly string[]): Promise<Ended> => {
    const [out, groups] = [join(folder, `${name}.csv`), join(folder, `${name}-groups.csv`)];
    const asked = options.map((option) => option.replace('NAME', join(folder, name)));
    const { code, stderr } = await cli(['dedupe', file, ...asked, ...engine, '--out', out, '--clusters', groups]);
    if (code !== 0) return { stderr };
    const report = join(folder, `${name}.html`);
    return {
      ...{ pairs: readFileSync(out, 'utf8'), groups: readFileSync(groups, 'utf8') },
      ...(existsSync(report) && { report: reportIn(report) }),
    };
  };
  return { memory: await by('memory'), engine: await by('engine', '--engine', 'duckdb', '--memory', '500MB') };
}

describe('dedupe --engine duckdb', () => {
  const settings: readonly (readonly [string, string[]])[] = [
    ['a learned scenario', []],
    ['pairs across sources', ['--source', 'MailingCity', '--scenario', 'built-in']],
    ['rows without Ids', ['--map', 'key=', '--scenario', 'built-in']],
    ['another threshold', ['--scenario', 'built-in', '--threshold', '60']],
    ['the built-in scenarios', ['--scenario', 'built-in']],
  ];
  it.each(cases(3, settings))(
    'gives the pairs and groups that a comparison in memory gives, to the byte: %s',
    async (name, options) => {
      const folder = newFolder();
      const file = fileIn(folder, 'people.csv', contacts(700));
      const id = name === 'rows without Ids' ? [] : ['--id', 'key'];
      const { memory, engine } = await both(file, folder, '--object', 'Contact', ...id, ...options);
      expect(engine).toEqual(memory);
      expect(memory.pairs!.split('\n').length).toBeGreaterThan(25);
      expect(readdirSync(folder).filter((name) => name.includes('.work'))).toEqual([]);
    },
  );

  it('gives the same of any rows: blanks, quotes, apostrophes, other alphabets, fields that show late', async () => {
    const text = fc.oneof(
      fc.constantFrom('', ' ', 'Ann', 'ann', "O'Neil", '=1+1', 'Müller', 'Мария', '李', 'a"b', 'x\ny', "'; drop--"),
      fc.string({ maxLength: 8, unit: 'grapheme' }),
    );
    const row = fc.record(
      { FirstName: text, LastName: text, Email: fc.oneof(text, fc.constantFrom('a@example.com', 'b@example.com')) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const folder = newFolder();
        const file = fileIn(folder, 'people.json', JSON.stringify([...rows, ...rows]));
        const { memory, engine } = await both(file, folder, '--object', 'Contact', '--scenario', 'built-in');
        expect({ ...engine, stderr: undefined }).toEqual({ ...memory, stderr: undefined });
      }),
      { numRuns: draws(50) },
    );
  });

  it('refuses two rows of one Id as a comparison in memory does, and keeps what is done', async () => {
    const folder = newFolder();
    const file = fileIn(
      folder,
      'people.csv',
      'key,LastName,Email\n1,Ash,a@example.com\n2,Oak,b@example.com\n1,Elm,c\n',
    );
    const { memory, engine } = await both(file, folder, '--object', 'Contact', '--id', 'key', '--scenario', 'built-in');
    const told = (stderr = '') => stderr.split('\n').filter((line) => line.includes('same Id'));
    expect(told(engine.stderr)).toEqual(told(memory.stderr));
    expect(told(engine.stderr)).toEqual(["likeness: rows 1 and 3 have the same Id '1'"]);
  });

  it('names the first row whose Id is taken, and the row that has taken it, as in memory', async () => {
    const folder = newFolder();
    const keys = ['b', 'a', 'c', 'a', 'b', 'a', 'b'];
    const file = fileIn(folder, 'people.csv', ['key,LastName', ...keys.map((key, i) => `${key},Ash${i}`)].join('\n'));
    const { memory, engine } = await both(file, folder, '--object', 'Contact', '--id', 'key', '--scenario', 'built-in');
    for (const { stderr } of [memory, engine]) expect(stderr).toContain("rows 2 and 4 have the same Id 'a'");
  });

  it('reads all that is there while other rows are written: more than are written at a time', async () => {
    const db = await DuckDb.open(join(newFolder(), 'x.duckdb'), { memory: 300e6, threads: 2 });
    await db.run(`create table numbers as select range::integer as number, 't' || range as name from range(500000)`);
    await db.run('create table copies (number integer, name varchar)');
    const copies = await db.appender('copies');
    for await (const [numbers, names] of db.rows<[Int32Array, string[]]>('select number, name from numbers'))
      copies.add(numbers.length, numbers, names);
    copies.end();
    const sql = `select count(*) as rows, count(distinct number) as numbers from copies where name = 't' || number`;
    expect(await db.row(sql)).toEqual({ rows: 500_000, numbers: 500_000 });
    db.close();
  });

  it.each(cases(1, [settings[1]!, settings[0]!, settings[4]!]))(
    'obeys the same answers and writes the same report: %s',
    async (name, scenario) => {
      const folder = newFolder();
      const file = fileIn(folder, 'people.csv', contacts(700));
      const options = ['--object', 'Contact', '--id', 'key', ...scenario];
      const { memory: without } = await both(file, folder, ...options);
      // Rejects half of the found pairs and confirms some unrelated pairs.
      const answers = without.pairs!.split('\n').slice(1, 41);
      const strangers = [3, 50, 150].map((row) => `k${row},k${row + 400},yes`);
      const said = answers.map((line, i) => [...line.split(',').slice(0, 2), i % 2 === 0 ? 'no' : 'yes'].join(','));
      const labels = fileIn(folder, 'labels.csv', ['id1,id2,same', ...said, ...strangers].join('\n'));
      const { memory, engine } = await both(file, folder, ...options, '--labels', labels, '--report', 'NAME.html');
      expect(engine).toEqual(memory);
      expect(memory.pairs).not.toContain(answers[0]!.split(',').slice(0, 2).join(','));
      expect(memory.pairs).toContain('k3,k403,100');
      const groups = memory
        .groups!.trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','));
      expect(groups.find(([, id]) => id === 'k3')![0]).toBe(groups.find(([, id]) => id === 'k403')![0]);
      expect(memory.report).toContain(`${new Set(groups.map(([group]) => group)).size}`);
      expect(memory.report!.includes('Pairs just below the threshold')).toBe(name === 'a learned scenario');
    },
  );

  it('says how much memory it needs where it is given too little, and continues with more', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', contacts(500));
    const args = `dedupe ${file} --object Contact --id key --scenario built-in --engine duckdb --out ${folder}/p.csv`;
    const little = await cli([...args.split(' '), '--memory', '100MB']);
    expect(little.code).toBe(1);
    expect(little.stderr).toMatch(
      /needs about 0\.2 GB of memory in addition to DuckDB, but only 0\.1 GB are allowed: increase --memory/,
    );
    expect(little.stderr).toMatch(/run the same command to continue/);
    expect(existsSync(`${folder}/p.csv`)).toBe(false);
    const enough = await cli([...args.split(' '), '--memory', '500MB']);
    expect(enough).toMatchObject({ code: 0 });
    expect(enough.stderr).toMatch(/continuing with the finished work/);
  });

  it('gives the same where memory allows to compare the values of some columns at a time', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', contacts(12_000));
    const options = ['dedupe', file, '--object', 'Contact', '--id', 'key', '--scenario', 'built-in'];
    await done([...options, '--out', `${folder}/memory.csv`]);
    const engine = ['--engine', 'duckdb', '--memory', LITTLE, '--out', `${folder}/engine.csv`];
    const { code, stderr } = await cli([...options, ...engine]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toMatch(/values are compared in \d steps/);
    expect(readFileSync(`${folder}/engine.csv`, 'utf8')).toBe(readFileSync(`${folder}/memory.csv`, 'utf8'));
  });

  it('continues where it was killed, and writes nothing twice', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', contacts(4_000));
    await done(['train', file, '--object', 'Contact', '--out', `${folder}/learned.json`]);
    const options = ['dedupe', file, '--object', 'Contact', '--id', 'key', '--scenario', `${folder}/learned.json`];
    const files = (name: string) =>
      `--out ${folder}/${name}.csv --clusters ${folder}/${name}-groups.csv --report ${folder}/${name}.html`.split(' ');
    const byEngine = [...options, '--engine', 'duckdb', ...files('engine')];
    await done([...options, ...files('memory')]);
    // Kills the process when its file reaches this size, later each time.
    for (const kilobytes of cases(2, [12, 500, 650])) {
      const child = spawn(process.execPath, [program, ...byEngine], { stdio: 'ignore' });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const work = join(folder, 'engine.csv.work');
      const size = () =>
        existsSync(work)
          ? readdirSync(work).reduce(
              (sum, name) => sum + (statSync(join(work, name), { throwIfNoEntry: false })?.size ?? 0),
              0,
            )
          : 0;
      while (child.exitCode === null && size() < kilobytes * 1_000) await pause(1);
      child.kill('SIGKILL');
      await ended;
    }
    // Uses the same program, because a different program would start from the beginning.
    const { stderr, status } = spawnSync(process.execPath, [program, ...byEngine], { encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(stderr).toMatch(/continuing with the finished work/);
    expect(readFileSync(`${folder}/engine.csv`, 'utf8')).toBe(readFileSync(`${folder}/memory.csv`, 'utf8'));
    const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');
    expect(read('engine-groups.csv')).toBe(read('memory-groups.csv'));
    expect(reportIn(`${folder}/engine.html`)).toBe(reportIn(`${folder}/memory.html`));
    expect(existsSync(`${folder}/engine.csv.work`)).toBe(false);
  });

  it.each([
    ['is empty, as one that a full disk took nothing of', 0, ''],
    ['was cut off', 4_096, ''],
    ['is damaged', 300_000, 'x'.repeat(30_000)],
  ])('starts again where the file that another run has left %s', async (_, length, rubbish) => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', contacts(500));
    const args = `dedupe ${file} --object Contact --id key --scenario built-in --engine duckdb --out ${folder}/p.csv`;
    expect((await cli([...args.split(' '), '--memory', '100MB'])).code).toBe(1);
    const left = join(folder, 'p.csv.work', 'batch.duckdb');
    const bytes = readFileSync(left);
    writeFileSync(left, bytes.subarray(0, length));
    if (rubbish !== '') {
      bytes.write(rubbish, 4_096);
      writeFileSync(left, bytes);
    }
    const again = await cli([...args.split(' '), '--memory', '500MB']);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stderr).toMatch(/cannot be read and will be repeated/);
    expect(readdirSync(folder).sort()).toEqual(['p.csv', 'people.csv']);
  });

  it('does not touch a file that is not of a batch, or a database of something else', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', contacts(20));
    const args = `dedupe ${file} --object Contact --scenario built-in --engine duckdb --out ${folder}/p.csv`.split(' ');
    const by = (work: string) => cli([...args, '--work', work]);
    mkdirSync(join(folder, 'other'));
    fileIn(join(folder, 'other'), 'batch.duckdb', 'a letter to a friend');
    expect((await by(join(folder, 'other'))).stderr).toMatch(/batch.duckdb is not a batch file: remove it, or choose/);
    expect(readFileSync(join(folder, 'other', 'batch.duckdb'), 'utf8')).toBe('a letter to a friend');
    mkdirSync(join(folder, 'database'));
    const path = join(folder, 'database', 'batch.duckdb');
    const db = await DuckDb.open(path, { memory: 300e6, threads: 1 });
    await db.run('create table sold as select 7 as pieces');
    db.close();
    expect((await by(join(folder, 'database'))).stderr).toMatch(
      /is not a database of this command: choose another folder/,
    );
    const again = await DuckDb.open(path, { memory: 300e6, threads: 1 });
    expect(await again.row('from sold')).toEqual({ pieces: 7 });
    again.close();
    mkdirSync(join(folder, 'folder', 'batch.duckdb'), { recursive: true });
    expect((await by(join(folder, 'folder'))).stderr).toMatch(/is not a file: remove it, or change --work/);
  });

  it.each([
    ['the work folder itself', 'work', 'work'],
    ['the work folder beside another result', 'pairs.csv.work', undefined],
    ['the file of the work', 'there/batch.duckdb', 'there'],
    ['its log', 'there/batch.duckdb.wal', 'there'],
  ])('refuses %s as a result before it works', async (_, name, work) => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', contacts(20));
    mkdirSync(join(folder, 'there'));
    const args = `dedupe ${file} --object Contact --scenario built-in --engine duckdb --out ${folder}/pairs.csv`;
    const given = [
      ...args.split(' '),
      '--clusters',
      join(folder, name),
      ...(work ? ['--work', join(folder, work)] : []),
    ];
    const { code, stderr } = await cli(given);
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toMatch(/as a temporary file: choose another file for the output/);
    expect(readdirSync(folder).sort()).toEqual(['people.csv', 'there']);
  });

  it('leaves a folder alone in which another run works', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', contacts(50));
    const db = await DuckDb.open(join(folder, 'batch.duckdb'), { memory: 300e6, threads: 1 });
    onTestFinished(() => db.close());
    const args = ['dedupe', file, '--object', 'Contact', '--scenario', 'built-in', '--engine', 'duckdb'];
    const ended = spawnSync(process.execPath, [program, ...args, '--work', folder, '--out', `${folder}/p.csv`], {
      encoding: 'utf8',
    });
    expect(ended.status).toBe(1);
    expect(ended.stderr).toMatch(/another run is using this folder/);
    expect(existsSync(join(folder, 'batch.duckdb'))).toBe(true);
  });

  itNightly('says that the disk is full, and goes on once there is room', needs('mount'), async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', contacts(20_000));
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    expect(mount('-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk)).toBeUndefined();
    onTestFinished(() => void spawnSync('umount', [disk]));
    const options = ['dedupe', file, '--object', 'Contact', '--id', 'key', '--scenario', 'built-in'];
    const byEngine = [...options, '--engine', 'duckdb', '--work', join(disk, 'work'), '--out', `${folder}/engine.csv`];
    const full = await cli(byEngine);
    expect(full.code).toBe(1);
    expect(full.stderr).toMatch(/the disk is full: .*; free up space and run the command again/);
    expect(existsSync(`${folder}/engine.csv`)).toBe(false);
    expect(mount('-o', 'remount,size=300m', disk)).toBeUndefined();
    const { code, stderr } = await cli(byEngine);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    await done([...options, '--out', `${folder}/memory.csv`]);
    expect(readFileSync(`${folder}/engine.csv`, 'utf8')).toBe(readFileSync(`${folder}/memory.csv`, 'utf8'));
  });

  it('removes from its folder what it has made, and leaves all else there, the results among it', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', contacts(50));
    const out = join(folder, 'pairs.csv');
    const args = ['dedupe', file, '--object', 'Contact', '--id', 'key', '--scenario', 'built-in', '--engine', 'duckdb'];
    await done([...args, '--work', folder, '--out', out, '--memory', '500MB']);
    expect(readdirSync(folder).sort()).toEqual(['pairs.csv', 'people.csv']);
  });

  it('compares the records of a data folder, and starts again where these are others', async () => {
    const folder = newFolder();
    const stored = async (name: string, rows: string): Promise<string> => {
      const file = fileIn(folder, `${name}.csv`, `LastName,Email\n${rows}`);
      await done(['import', '--no-check', file, '--object', 'Contact', '--data', join(folder, name)]);
      return join(folder, name);
    };
    const [one, other] = [
      await stored('one', 'Ash,a@example.com\nAsh,a@example.com\n'),
      await stored('other', 'Elm,b@example.com\nOak,c@example.com\nYew,d@example.com\n'),
    ];
    const by = (data: string, memory: string) =>
      cli(
        ['dedupe', '--data', data, '--object', 'Contact', '--engine', 'duckdb', '--memory', memory]
          .concat(words`--scenario
          built-in --out ${join(folder, 'pairs.csv')} --json`),
      );
    expect((await by(one, '1MB')).stderr).toMatch(/increase --memory/);
    const { stdout, stderr } = await by(other, '500MB');
    expect(stderr).not.toMatch(/continuing with/);
    expect(JSON.parse(stdout)).toMatchObject({ rows: 3, pairs: 0 });
    expect(JSON.parse((await by(one, '500MB')).stdout)).toMatchObject({ rows: 2, pairs: 1 });
  });

  it('distinguishes values and Ids with bytes that are not characters, as a comparison in memory does', async () => {
    const folder = newFolder();
    const half = (code: number) => String.fromCharCode(code);
    const rows = [0xdce9, 0xdce8, 0xd800, 0xfdd0, 0xfffd].flatMap((code) => [
      { key: `a${half(code)}`, LastName: 'Smith', Email: `x${half(code)}y@example.com`, Title: half(code) },
      { key: `b${half(code)}`, LastName: `Smith${half(code)}`, Email: `x${half(code)}y@example.com`, Title: 'fdd0' },
    ]);
    const file = fileIn(folder, 'people.json', JSON.stringify(rows));
    const fields = ['Email', 'Title'].map((field) => ({ field, method: 'exact', weight: 50 }));
    const exact = { id: 'exact', name: 'Exact', object: 'Contact', usage: ['restSearch'], threshold: 50, fields };
    const scenario = fileIn(folder, 'exact.json', JSON.stringify(exact));
    const options = ['--object', 'Contact', '--id', 'key', '--scenario', scenario];
    const { memory, engine } = await both(file, folder, ...options);
    expect(engine).toEqual(memory);
  });

  it('starts again where the file has changed since', async () => {
    const folder = newFolder();
    const path = fileIn(folder, 'people.csv', 'key,LastName,Email\n1,Ash,a@example.com\n1,Ash,a@example.com\n');
    const args = `dedupe ${path} --object Contact --id key --scenario built-in --engine duckdb --out ${folder}/p.csv`;
    expect((await cli(args.split(' '))).code).toBe(1);
    fileIn(folder, 'people.csv', 'key,LastName,Email\n1,Ash,a@example.com\n22,Ash,a@example.com\n');
    const { code, stderr } = await cli(args.split(' '));
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).not.toMatch(/continuing with/);
    expect(readFileSync(`${folder}/p.csv`, 'utf8')).toBe('id1,id2,score\n1,22,100\n');
  });
});
