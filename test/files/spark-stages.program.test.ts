import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Table, tableFromIPC, tableToIPC, vectorFromArray, Int32, Utf8 } from 'apache-arrow';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Contacts } from '../../bench/synthetic/contacts.js';
import { rowsWithDuplicates } from '../../bench/synthetic/tasks.js';
import { PairFlow } from '../../src/files/dedupe/pair-flow.js';
import { collect } from '../../src/extensions/engines/spark/collect.js';
import { DecidedPairs } from '../../src/index/clustering/decided-pairs.js';
import type { SparkPlan } from '../../src/extensions/engines/spark/spark-plan.js';
import { parquetBytes, openParquet } from '../../src/extensions/engines/tables/parquet.js';
import type { ColumnShape } from '../../src/extensions/engines/tables/column-batch.js';
import { OutputFile } from '../../src/files/write/output-file.js';
import { lockFolder } from '../../src/store/lock.js';
import { packageRoot } from '../../src/runtime/package-root.js';
import { cli, done, words } from '../support/command-line.js';
import { isNightly, itNightly } from '../support/draws.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';
import { reportIn } from './report-in.js';

const FIELDS = ['FirstName', 'LastName', 'Phone', 'Email', 'MailingStreet', 'MailingCity', 'MailingPostalCode'];
const OF = ['--object', 'Contact', '--id', 'key'];
const folder = newFolder();
const rows = [...rowsWithDuplicates(new Contacts(5), 700)].map(({ values }, i) => ({ key: `k${i}`, ...values }));
const csv = [
  ['key', ...FIELDS].join(','),
  ...rows.map((row) => ['key', ...FIELDS].map((name) => (row as Record<string, string>)[name] ?? '').join(',')),
].join('\n');
const file = fileIn(folder, 'people.csv', `${csv}\n`);
const learned = join(folder, 'learned.json');

beforeAll(async () => {
  if (isNightly) await done(['train', file, '--object', 'Contact', '--out', learned]);
});

/** Runs the bundled program with the protocol that Python uses. */
class Program {
  readonly #child;
  readonly #pieces;
  #errors = '';
  #bytes = Buffer.alloc(0);

  constructor(plan: string) {
    const program = join(packageRoot, 'dist/spark/likeness-stage.mjs');
    // Runs outside the package, because the bundle must be self-contained.
    this.#child = spawn(process.execPath, [program, plan, '2'], { cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] });
    this.#pieces = this.#child.stdout[Symbol.asyncIterator]();
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.#errors += text));
    this.#child.stdin.on('error', () => undefined);
  }

  async ask(request: object, columns?: Readonly<Record<string, Int32Array | readonly string[]>>): Promise<Table[]> {
    const body = columns === undefined ? Buffer.alloc(0) : Buffer.from(tableToIPC(tableOf(columns), 'stream'));
    for (const part of [Buffer.from(JSON.stringify(request)), body]) {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(part.length);
      this.#child.stdin.write(Buffer.concat([length, part]));
    }
    const tables: Table[] = [];
    for (;;) {
      const length = (await this.#read(4)).readUInt32LE();
      if (length === 0) return tables;
      tables.push(tableFromIPC(await this.#read(length)));
    }
  }

  async end(): Promise<{ readonly code: number | null; readonly errors: string }> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    return { code: this.#child.exitCode, errors: this.#errors };
  }

  async #read(length: number): Promise<Buffer> {
    while (this.#bytes.length < length) {
      const piece = (await this.#pieces.next()) as IteratorResult<Buffer, undefined>;
      if (piece.done === true) {
        await once(this.#child, 'close');
        throw new Error(this.#errors);
      }
      this.#bytes = Buffer.concat([this.#bytes, piece.value]);
    }
    const read = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return read;
  }
}

function tableOf(columns: Readonly<Record<string, Int32Array | readonly string[]>>): Table {
  return new Table(
    Object.fromEntries(
      Object.entries(columns).map(([name, cells]) => [
        name,
        cells instanceof Int32Array
          ? vectorFromArray(Array.from(cells), new Int32())
          : vectorFromArray(cells, new Utf8()),
      ]),
    ),
  );
}

/** Numbers of a column in all tables. */
const numbers = (tables: readonly Table[], name: string): number[] =>
  tables.flatMap((table) => [...(table.getChild(name)!.toArray() as Int32Array)]);

interface Numbered {
  readonly normals: string[];
  readonly rows: number[];
  readonly values: number[];
}

/** Does the work of Spark in the test itself. */
async function byHand(work: string): Promise<{ readonly plan: SparkPlan; readonly folder: string }> {
  const home = join(work, readdirSync(work)[0]!);
  const path = join(home, 'plan.json');
  const plan = JSON.parse(readFileSync(path, 'utf8')) as SparkPlan;
  const read = await openParquet(join(home, 'rows', 'part-00000.parquet'), 'rows');
  const cells = new Map<string, unknown[]>(read.columns.map((name) => [name, []]));
  for await (const { columns } of read.batches)
    read.columns.forEach((name, c) => cells.get(name)!.push(...Array.from(columns[c]!)));
  const first = new Program(path);
  const numbered: Numbered[] = [];
  for (const [column, { texts }] of plan.columns.entries()) {
    const known = new Map<string, number>();
    const of: Numbered = { normals: [], rows: [], values: [] };
    numbered.push(of);
    const named = texts.flatMap((name) => name ?? []);
    if (named.length === 0) continue;
    const given = Object.fromEntries(named.map((name) => [name, cells.get(name) as string[]]));
    const [answer] = await first.ask({ do: 'normal-forms', column }, given);
    for (let row = 1; row <= plan.rows; row++) {
      const normal = answer!.getChild('normal')!.get(row - 1) as string;
      if (normal === '') continue;
      if (!known.has(normal)) known.set(normal, of.normals.push(normal));
      of.rows.push(row);
      of.values.push(known.get(normal)!);
    }
  }
  expect(await first.end()).toEqual({ code: 0, errors: '' });
  const give = async (program: Program, column: number, needsRows: boolean): Promise<void> => {
    const { normals, rows, values } = numbered[column]!;
    const value = Int32Array.from(normals, (_, i) => i + 1);
    if (normals.length > 0) await program.ask({ do: 'take-values', column }, { value, normal: normals });
    if (needsRows && rows.length > 0)
      await program.ask({ do: 'take-rows', column }, { row: Int32Array.from(rows), value: Int32Array.from(values) });
    await program.ask({ do: 'end-column', column, isAlone: !needsRows });
  };
  const last = new Program(path);
  for (const column of plan.columns.keys()) await give(last, column, true);
  if (plan.hasSources)
    await last.ask(
      { do: 'take-sources' },
      { row: Int32Array.from(cells.get('row') as number[]), source: Int32Array.from(cells.get('source') as number[]) },
    );
  for (const { column, needs, isMade, isWhole } of plan.compared) {
    const program = new Program(path);
    for (const need of needs) await give(program, need, isMade);
    const shares = isWhole ? 1 : 3;
    for (let share = 0; share < shares; share++) {
      const found = await program.ask({ do: 'compare-values', column, share, shares });
      const [lower, higher, similarity] = ['lower', 'higher', 'similarity'].map((name) =>
        Int32Array.from(numbers(found, name)),
      );
      await last.ask({ do: 'take-similar', column }, { lower: lower!, higher: higher!, similarity: similarity! });
    }
    expect(await program.end()).toEqual({ code: 0, errors: '' });
  }
  const shape: ColumnShape[] = [
    { name: 'first', kind: 'int32' },
    { name: 'second', kind: 'int32' },
    { name: 'score', kind: 'float32' },
  ];
  mkdirSync(join(home, 'pairs'));
  expect(plan.rowShares).toBeGreaterThan(1);
  for (let share = 0; share < plan.rowShares; share++) {
    const found = await last.ask({ do: 'compare-rows', share, shares: plan.rowShares });
    const columns = shape.map(({ name }) => numbers(found, name));
    await OutputFile.write(join(home, 'pairs', `part-0000${share}.parquet`), async (output) => {
      const batches = (async function* () {
        await Promise.resolve();
        yield { length: columns[0]!.length, columns };
      })();
      for await (const bytes of parquetBytes(shape, batches)) await output.add(bytes);
    });
  }
  expect(await last.end()).toEqual({ code: 0, errors: '' });
  return { plan, folder: home };
}

describe('the stages of dedupe --engine spark, without Spark', () => {
  const settings: readonly (readonly [string, () => string[]])[] = [
    ['pairs across sources', () => ['--scenario', 'built-in', '--source', 'MailingCity']],
    ['a learned scenario', () => []],
    ['a scenario learned beforehand', () => ['--scenario', learned]],
    ['the built-in scenarios', () => ['--scenario', 'built-in']],
  ];
  itNightly.each(settings)(
    'give the pairs and groups of a comparison in memory, to the byte: %s',
    async (name, options) => {
      const at = (end: string) => join(folder, `${name.replaceAll(' ', '-')}-${end}`);
      await done(['dedupe', file, ...OF, ...options(), '--out', at('memory.csv'), '--clusters', at('groups.csv')]);
      const given = ['--engine', 'spark', '--prepare-only', '--out', at('spark.csv'), '--work', at('work')];
      const printed = await done(['dedupe', file, ...OF, ...options(), ...given]);
      expect(printed.trim().split('\n')).toEqual([
        expect.stringMatching(/^spark-submit --master 'local\[\*\]' .*likeness_spark\.py .*settings\.json values$/),
        expect.stringMatching(/^spark-submit .* pairs$/),
      ]);
      const { plan, folder: home } = await byHand(at('work'));
      const files = { out: at('spark.csv'), clusters: at('spark-groups.csv'), summary: undefined };
      await collect(home, plan, { ...files, memory: 1e9, threads: 2, flow: new PairFlow(new DecidedPairs(0, [])) });
      expect(readFileSync(at('spark.csv'), 'utf8')).toBe(readFileSync(at('memory.csv'), 'utf8'));
      expect(readFileSync(at('spark-groups.csv'), 'utf8')).toBe(readFileSync(at('groups.csv'), 'utf8'));
      expect(readFileSync(at('spark.csv'), 'utf8').split('\n').length).toBeGreaterThan(30);
      // The same command without `--prepare-only` collects the results, and does not need Spark.
      const again = given.filter((each) => each !== '--prepare-only');
      fileIn(join(home, 'pairs'), '_SUCCESS', '');
      const { code, stderr } = await cli(words`dedupe ${file} ${OF} ${options()} ${again} --spark-submit
        /bin/true`);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stderr).toContain(`continuing with the finished work in ${at('work')}/${basename(home)}`);
      expect(readFileSync(at('spark.csv'), 'utf8')).toBe(readFileSync(at('memory.csv'), 'utf8'));
      expect(readdirSync(folder)).not.toContain(basename(at('work')));
    },
  );

  itNightly('obey answers as a comparison in memory does, and write its report but for the near misses', async () => {
    const at = (end: string) => join(folder, `answers-${end}`);
    const compared = ['dedupe', file, ...OF, '--scenario', 'built-in'];
    await done([...compared, '--out', at('first.csv')]);
    const [first, second] = readFileSync(at('first.csv'), 'utf8').split('\n').slice(1);
    const said = [first!, second!].map(
      (line, i) => `${line.split(',').slice(0, 2).join(',')},${i === 0 ? 'no' : 'yes'}`,
    );
    const labels = fileIn(folder, 'answers.csv', ['id1,id2,same', ...said, 'k1,k300,yes'].join('\n'));
    const files = (name: string) =>
      `--out ${at(name)}.csv --clusters ${at(name)}-groups.csv --report ${at(name)}.html`.split(' ');
    await done([...compared, '--labels', labels, ...files('memory')]);
    const spark = [...compared, '--labels', labels, ...files('spark'), '--engine', 'spark', '--work', at('work')];
    await done([...spark, '--prepare-only']);
    const { folder: home } = await byHand(at('work'));
    fileIn(join(home, 'pairs'), '_SUCCESS', '');
    await done([...spark, '--spark-submit', '/bin/true']);
    const read = (name: string) => reportIn(at(name));
    for (const end of ['.csv', '-groups.csv', '.html']) expect(read(`spark${end}`)).toBe(read(`memory${end}`));
    expect(read('spark.csv')).toContain('k1,k300,100');
    expect(read('spark.csv')).not.toContain(first!.split(',').slice(0, 2).join(','));
  });

  it('say what is wrong and end', async () => {
    const work = join(folder, 'wrong');
    await done(
      `dedupe ${file} ${OF.join(' ')} --scenario built-in --engine spark --prepare-only --out ${work}.csv --work ${work}`.split(
        ' ',
      ),
    );
    const home = join(work, readdirSync(work)[0]!);
    const path = join(home, 'plan.json');
    const program = new Program(path);
    await expect(
      program.ask({ do: 'take-values', column: 0 }, { value: Int32Array.of(2), normal: ['x'] }),
    ).rejects.toThrow('value 2 is out of order');
    expect((await program.end()).code).toBe(1);
    const plan = JSON.parse(readFileSync(path, 'utf8')) as SparkPlan;
    const older = new Program(fileIn(folder, 'older.json', JSON.stringify({ ...plan, unicode: '1.0' })));
    await expect(older.ask({ do: 'take-sources' })).rejects.toThrow(
      /uses Unicode \d+\.\d+, but the rows were prepared with Unicode 1\.0/,
    );
  });
});

describe('dedupe --engine spark', () => {
  it('says what to install where there is no spark-submit', async () => {
    const { code, stderr } = await cli(
      `dedupe ${file} --object Contact --engine spark --spark-submit /nowhere --out ${folder}/p.csv`.split(' '),
    );
    expect(code).toBe(1);
    expect(stderr).toContain('/nowhere is not an executable spark-submit: install it with pip install pyspark');
    expect(readdirSync(folder).filter((name) => name.startsWith('p.csv'))).toEqual([]);
  });

  it('leaves a work folder alone in which another run works', async () => {
    const work = join(folder, 'shared');
    const prepare = `dedupe ${file} ${OF.join(' ')} --scenario built-in --engine spark --prepare-only --work ${work}`;
    const by = (out: string, ...more: readonly string[]) =>
      cli([...prepare.split(' '), '--out', join(folder, out), ...more]);
    expect((await by('one.csv')).code).toBe(0);
    const before = readdirSync(work);
    const lock = await lockFolder(work);
    onTestFinished(() => lock.release());
    const { code, stderr } = await by('two.csv', '--threshold', '50');
    expect({ code, stderr }).toMatchObject({ code: 1 });
    expect(stderr).toContain(`another run is using ${work}: wait until it ends, or choose another folder with --work`);
    expect(readdirSync(work)).toEqual(expect.arrayContaining(before));
  });

  it('keeps its options to itself', async () => {
    for (const [options, message] of [
      ['--spark-master yarn', '--spark-master: only valid with --engine spark'],
      ['--engine duckdb --prepare-only', '--prepare-only: only valid with --engine spark'],
      ['--engine spark --spark-conf nothing', 'expected key=value'],
      ['--memory 2GB --work w', '--memory, --work: only valid with --engine'],
    ] as const) {
      const { code, stderr } = await cli(`dedupe ${file} --object Contact ${options} --out ${folder}/p.csv`.split(' '));
      expect(stderr).toContain(message);
      expect(code).not.toBe(0);
    }
  });
});
