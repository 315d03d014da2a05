import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Contacts } from '../../bench/synthetic/contacts.js';
import { rowsWithDuplicates } from '../../bench/synthetic/tasks.js';
import { DuckDb } from '../../src/batch/engine/duckdb.js';
import { canMount, mount } from '../faults/small-disk.js';
import { cli, done } from '../support/command-line.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const FIELDS = ['FirstName', 'LastName', 'Phone', 'Email', 'MailingStreet', 'MailingCity', 'MailingPostalCode'];
/** Enough for 12,000 contacts as they are joined, too little for all of their values at a time. */
const LITTLE = '167MB';
const program = fileURLToPath(new URL('../../src/launch/likeness.mjs', import.meta.url));

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
  readonly stderr?: string;
}

/** Compares a file in memory and by the engine, and gives what each of them wrote. */
async function both(file: string, folder: string, ...options: readonly string[]) {
  const by = async (name: string, ...engine: readonly string[]): Promise<Ended> => {
    const [out, groups] = [join(folder, `${name}.csv`), join(folder, `${name}-groups.csv`)];
    const { code, stderr } = await cli(['dedupe', file, ...options, ...engine, '--out', out, '--clusters', groups]);
    return code === 0 ? { pairs: readFileSync(out, 'utf8'), groups: readFileSync(groups, 'utf8') } : { stderr };
  };
  return { memory: await by('memory'), engine: await by('engine', '--engine', 'duckdb', '--memory', '500MB') };
}

describe('dedupe --engine duckdb', () => {
  it.each([
    ['a learned scenario', []],
    ['the built-in scenarios', ['--scenario', 'built-in']],
    ['another threshold', ['--scenario', 'built-in', '--threshold', '60']],
    ['pairs across sources', ['--source', 'MailingCity', '--scenario', 'built-in']],
    ['rows without Ids', ['--map', 'key=', '--scenario', 'built-in']],
  ])('gives the pairs and groups that a comparison in memory gives, to the byte: %s', async (name, options) => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', contacts(1_500));
    const id = name === 'rows without Ids' ? [] : ['--id', 'key'];
    const { memory, engine } = await both(file, folder, '--object', 'Contact', ...id, ...options);
    expect(engine).toEqual(memory);
    expect(memory.pairs!.split('\n').length).toBeGreaterThan(50);
    expect(readdirSync(folder).filter((name) => name.includes('.work'))).toEqual([]);
  });

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
      { numRuns: 25 },
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

  it('takes neither a report nor answers, which hold all rows in memory', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', contacts(10));
    const { code, stderr } = await cli(
      `dedupe ${file} --object Contact --engine duckdb --report ${folder}/r.html --out ${folder}/p.csv`.split(' '),
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/--engine takes no --report/);
  });

  it('says how much memory it needs where it is given too little, and goes on with more', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', contacts(500));
    const args = `dedupe ${file} --object Contact --id key --scenario built-in --engine duckdb --out ${folder}/p.csv`;
    const little = await cli([...args.split(' '), '--memory', '100MB']);
    expect(little.code).toBe(1);
    expect(little.stderr).toMatch(
      /takes about 0\.2 GB of memory, and 0\.1 GB are allowed beside DuckDB: allow more \(--memory/,
    );
    expect(little.stderr).toMatch(/the same command goes on from it/);
    expect(existsSync(`${folder}/p.csv`)).toBe(false);
    const enough = await cli([...args.split(' '), '--memory', '500MB']);
    expect(enough).toMatchObject({ code: 0 });
    expect(enough.stderr).toMatch(/goes on with what is done already/);
  });

  it('gives the same where memory allows to compare the values of some columns at a time', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', contacts(12_000));
    const options = ['dedupe', file, '--object', 'Contact', '--id', 'key', '--scenario', 'built-in'];
    await done([...options, '--out', `${folder}/memory.csv`]);
    const engine = ['--engine', 'duckdb', '--memory', LITTLE, '--out', `${folder}/engine.csv`];
    const { code, stderr } = await cli([...options, ...engine]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toMatch(/values are compared in \d shares of the columns/);
    expect(readFileSync(`${folder}/engine.csv`, 'utf8')).toBe(readFileSync(`${folder}/memory.csv`, 'utf8'));
  });

  it('goes on where it was killed, and writes nothing twice', async () => {
    const folder = newFolder();
    const file = fileIn(folder, 'people.csv', contacts(12_000));
    const options = ['dedupe', file, '--object', 'Contact', '--id', 'key', '--scenario', 'built-in'];
    const byEngine = [
      ...options,
      '--engine',
      'duckdb',
      '--out',
      `${folder}/engine.csv`,
      '--clusters',
      `${folder}/g.csv`,
    ];
    await done([...options, '--out', `${folder}/memory.csv`, '--clusters', `${folder}/m.csv`]);
    // Killed wherever it is when its file has grown so much, each time further on.
    for (const kilobytes of [12, 1_400, 1_900]) {
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
      while (child.exitCode === null && size() < kilobytes * 1_000)
        await new Promise((resolve) => setImmediate(resolve));
      child.kill('SIGKILL');
      await ended;
    }
    // The same program: another one would begin anew.
    const { stderr, status } = spawnSync(process.execPath, [program, ...byEngine], { encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(stderr).toMatch(/goes on with what is done already/);
    expect(readFileSync(`${folder}/engine.csv`, 'utf8')).toBe(readFileSync(`${folder}/memory.csv`, 'utf8'));
    expect(readFileSync(`${folder}/g.csv`, 'utf8')).toBe(readFileSync(`${folder}/m.csv`, 'utf8'));
    expect(existsSync(`${folder}/engine.csv.work`)).toBe(false);
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
    expect(ended.stderr).toMatch(/another run works in this folder/);
    expect(existsSync(join(folder, 'batch.duckdb'))).toBe(true);
  });

  it.skipIf(!canMount())(
    'says that the disk is full, and goes on once there is room (needs leave to mount)',
    async () => {
      const folder = newFolder();
      const file = fileIn(folder, 'people.csv', contacts(20_000));
      const disk = join(folder, 'disk');
      mkdirSync(disk);
      expect(mount('-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk)).toBeUndefined();
      onTestFinished(() => void spawnSync('umount', [disk]));
      const options = ['dedupe', file, '--object', 'Contact', '--id', 'key', '--scenario', 'built-in'];
      const byEngine = [
        ...options,
        '--engine',
        'duckdb',
        '--work',
        join(disk, 'work'),
        '--out',
        `${folder}/engine.csv`,
      ];
      const full = await cli(byEngine);
      expect(full.code).toBe(1);
      expect(full.stderr).toMatch(/the disk is full: .*; free some space and run the command again/);
      expect(existsSync(`${folder}/engine.csv`)).toBe(false);
      expect(mount('-o', 'remount,size=300m', disk)).toBeUndefined();
      const { code, stderr } = await cli(byEngine);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      await done([...options, '--out', `${folder}/memory.csv`]);
      expect(readFileSync(`${folder}/engine.csv`, 'utf8')).toBe(readFileSync(`${folder}/memory.csv`, 'utf8'));
    },
  );

  it('begins anew where the file has changed since', async () => {
    const folder = newFolder();
    const path = fileIn(folder, 'people.csv', 'key,LastName,Email\n1,Ash,a@example.com\n1,Ash,a@example.com\n');
    const args = `dedupe ${path} --object Contact --id key --scenario built-in --engine duckdb --out ${folder}/p.csv`;
    expect((await cli(args.split(' '))).code).toBe(1);
    fileIn(folder, 'people.csv', 'key,LastName,Email\n1,Ash,a@example.com\n22,Ash,a@example.com\n');
    const { code, stderr } = await cli(args.split(' '));
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).not.toMatch(/goes on/);
    expect(readFileSync(`${folder}/p.csv`, 'utf8')).toBe('id1,id2,score\n1,22,100\n');
  });
});
