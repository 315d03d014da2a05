import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, createReadStream, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import {
  Binary,
  Decimal,
  Dictionary,
  Field,
  Float64,
  Int32,
  List,
  makeData,
  makeVector,
  Table,
  tableFromIPC,
  tableToIPC,
  TimeMicrosecond,
  TimestampMillisecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { ByteWriter, parquetWrite } from 'hyparquet-writer';
import { beforeAll, describe, expect, it } from 'vitest';
import { cli, done } from '../support/command-line.js';
import { program } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const people = new URL('../../data/demo/contact.csv', import.meta.url);
const folder = newFolder();
const at = (name: string) => join(folder, name);
const OF = ['--object', 'Contact'];
const PAIRS = `SELECT DISTINCT a.id AS id1, b.id AS id2 FROM keys a JOIN keys b ON a.list = b.list AND a.key = b.key
  WHERE a.id < b.id AND a.side <> 1 AND b.side <> 2`;

/** Pairs with their scores, in an order. */
const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n').slice(1).sort();

/** Runs the program with a file as its standard input, another as its standard output. */
async function piped(args: readonly string[], input: string | Buffer, output?: string) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const pieces: Buffer[] = [];
  let errors = '';
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  // Who refuses the input does not read to its end.
  child.stdin.on('error', () => undefined);
  if (typeof input === 'string') createReadStream(input).pipe(child.stdin);
  else child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  const bytes = Buffer.concat(pieces);
  if (output !== undefined) writeFileSync(output, bytes);
  return { code, bytes, errors };
}

async function sql(...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  for (const each of statements) await connection.run(each);
  connection.closeSync();
  instance.closeSync();
}

/** Columns of normal forms, by what their tables call them. */
const columns = (side: 'a' | 'b') =>
  `${side}.* EXCLUDE (id) RENAME (${names.map((name) => `"${name}" AS "${name}_${side === 'a' ? 1 : 2}"`).join(', ')})`;
let names: string[] = [];

const rows = readFileSync(people, 'utf8').trim().split('\n').slice(0, 601);
const all = fileIn(folder, 'people.csv', `${rows.join('\n')}\n`);
const learned = at('learned.json');
beforeAll(async () => {
  await done(['train', all, ...OF, '--out', learned]);
});

it('says in one line that standard output is full', () => {
  const full = openSync('/dev/full', 'w');
  const args = ['keys', all, ...OF, '--id', 'key', '--scenario', 'built-in'];
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect(status).toBe(1);
  expect(stderr.trim().split('\n').at(-1)).toMatch(/^likeness: standard output: .*no space left/);
});

/** A file with a scenario that compares fields for equality. */
function exactly(...names: readonly string[]): string {
  const fields = names.map((field) => ({ field, method: 'exact', weight: 50 }));
  const scenario = { id: 'exact', name: 'Exact', object: 'Contact', usage: ['restSearch'], threshold: 50, fields };
  return fileIn(folder, `exact-${names.join('-')}.json`, JSON.stringify(scenario));
}

it('takes decimals with all of their digits, from Parquet and Arrow alike', async () => {
  const decimals = [
    ['9007199254740992', '0.57', '10001'],
    ['9007199254740993', '-0.05', '10001'],
    ['-9007199254740993', '120.00', '10002'],
  ] as const;
  const file = at('decimals.parquet');
  await sql(
    `COPY (SELECT id::decimal(38, 0) AS id, title::decimal(18, 2) AS Title, code::decimal(9, 0) AS MailingPostalCode
      FROM (VALUES ${decimals.map((row) => `('${row.join("', '")}')`).join(', ')}, ('4', NULL, NULL))
      rows(id, title, code)) TO '${file}'`,
  );
  const words = (scale: number, column: number) => {
    const values = [...decimals.map((row) => row[column]!), scale === 0 && column === 0 ? '4' : '0'];
    const whole = values.map((text) => BigInt(text.replace('.', '')));
    const halves = whole.flatMap((value) => [BigInt.asIntN(64, value), value < 0n ? -1n : 0n]);
    const data = new Uint32Array(BigInt64Array.from(halves).buffer);
    const nullBitmap = column === 0 ? undefined : Uint8Array.of(0b0111, 0, 0, 0, 0, 0, 0, 0);
    return makeVector(makeData({ type: new Decimal(scale, 38, 128), length: 4, data, nullBitmap }));
  };
  const table = new Table({ id: words(0, 0), Title: words(2, 1), MailingPostalCode: words(0, 2) });
  writeFileSync(at('decimals.arrow'), tableToIPC(table, 'file'));
  const asked = ['--scenario', exactly('Title', 'MailingPostalCode'), ...OF];
  for (const path of [file, at('decimals.arrow')])
    expect(await done(['keys', path, ...asked, '--id', 'id', '--values', 'only', '--format', 'csv'])).toBe(
      'id,Title,MailingPostalCode\n9007199254740992,0.57,10001\n9007199254740993,-0.05,10001\n' +
        '-9007199254740993,120,10002\n4,,\n',
    );
});

it('takes decimals of any length from Parquet with all of their digits, and bytes for what they are', async () => {
  const bytes = (digits: string) => Buffer.from(digits, 'hex');
  const writer = new ByteWriter();
  const decimal = { converted_type: 'DECIMAL', precision: 40, scale: 2, repetition_type: 'OPTIONAL' } as const;
  await parquetWrite({
    writer,
    schema: [
      { name: 'root', num_children: 3 },
      { name: 'id', type: 'BYTE_ARRAY', repetition_type: 'REQUIRED' },
      { name: 'Title', type: 'BYTE_ARRAY', ...decimal },
      { name: 'Email', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
    ],
    columnData: [
      { name: 'id', data: ['61', 'ff', 'fe', '78'].map(bytes) },
      { name: 'Title', data: [9_007_199_254_740_993n, 9_007_199_254_740_994n, -128n, null] },
      { name: 'Email', data: [bytes('c3bc'), bytes('c3'), null, bytes('c4')] },
    ],
  });
  const file = at('bytes.parquet');
  writeFileSync(file, Buffer.from(writer.getBuffer()));
  const asked = ['--scenario', exactly('Title', 'Email'), ...OF, '--id', 'id', '--values', 'only'];
  expect(await done(['keys', file, ...asked])).toBe(
    'id,Title,Email\na,90071992547409.93,ü\n\\xff,90071992547409.94,\\xc3\n\\xfe,-1.28,\nx,,\\xc4\n',
  );
});

it('takes decimals, times and dates of a dictionary, times of day, bytes and missing numbers from Arrow', async () => {
  const moments = vectorFromArray([new Date('2024-03-12T00:00:00Z'), null], new TimestampMillisecond());
  const table = new Table({
    id: vectorFromArray(['1', '2'], new Utf8()),
    Title: makeVector(
      makeData({
        type: new Dictionary(new Decimal(2, 38, 128), new Int32()),
        length: 2,
        data: Int32Array.of(1, 0),
        dictionary: makeVector(
          makeData({ type: new Decimal(2, 38, 128), length: 2, data: Uint32Array.of(150, 0, 0, 0, 7, 0, 0, 0) }),
        ),
      }),
    ),
    Birthdate: makeVector(
      makeData({
        type: new Dictionary(new TimestampMillisecond(), new Int32()),
        length: 2,
        data: Int32Array.of(0, 0),
        dictionary: moments,
      }),
    ),
    Phone: vectorFromArray([3_723_000_004n, null], new TimeMicrosecond()),
    Email: vectorFromArray([Buffer.from('ü'), Buffer.from([255])], new Binary()),
    Fax: vectorFromArray([Number.NaN, 1.5], new Float64()),
  });
  const file = at('cells.arrow');
  writeFileSync(file, tableToIPC(table, 'file'));
  const fields = ['Title', 'Birthdate', 'Phone', 'Email', 'Fax'];
  const asked = ['--scenario', exactly(...fields), ...OF, '--id', 'id', '--values', 'only', '--format', 'csv'];
  expect(await done(['keys', file, ...asked])).toBe(
    `id,${fields.join(',')}\n1,0.07,2024-03-12,01:02:03.000004,ü,\n2,1.5,2024-03-12,,\\xff,1.5\n`,
  );
});

it('refuses columns of lists where they are compared, and takes no notice of them elsewhere', async () => {
  const lists = vectorFromArray([['a'], ['b', 'c']], new List(new Field('item', new Utf8())));
  const texts = vectorFromArray(['Ash', 'Oak'], new Utf8());
  const table = new Table({
    id: texts,
    Title: lists,
    LastName: texts,
    id1: texts,
    id2: texts,
    Email_1: lists,
    Email_2: lists,
  });
  const file = at('lists.arrow');
  writeFileSync(file, tableToIPC(table, 'file'));
  await sql(`COPY (SELECT 'x' AS id, ['a'] AS Title, {'a': 1} AS LastName) TO '${at('lists.parquet')}'`);
  const asked = (field: string, ...more: readonly string[]) => ['--scenario', exactly(field), ...OF, ...more];
  const refused = async (args: readonly string[], column: string) => {
    const { code, stderr } = await cli(args);
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toContain(`the column '${column}' holds lists or structures: give each value that is compared`);
  };
  await refused(['keys', file, ...asked('Title', '--id', 'id')], 'Title');
  await refused(['keys', file, ...asked('LastName', '--id', 'Title')], 'Title');
  await refused(['keys', at('lists.parquet'), ...asked('LastName', '--id', 'id')], 'LastName');
  for (const raw of [[], ['--raw']]) await refused(['score', file, ...asked('Email', ...raw)], 'Email_1');
  expect((await cli(['keys', file, ...asked('LastName', '--id', 'id')])).code).toBe(0);
});

describe.each(['learned', 'built-in'])('keys, a join in DuckDB and score, by the %s scenario', (kind) => {
  const scenario = ['--scenario', kind === 'learned' ? learned : 'built-in'];
  const file = (name: string) => at(`${kind}-${name}`);

  it('give the pairs and scores of dedupe, in Parquet and CSV', async () => {
    await done(['dedupe', all, ...OF, '--id', 'key', ...scenario, '--out', file('dedupe.csv')]);
    const expected = linesOf(file('dedupe.csv'));
    expect(expected.length).toBeGreaterThan(50);
    for (const type of ['parquet', 'csv']) {
      const of = [...OF, ...scenario];
      const [keys, values, pairs, scores] = ['keys', 'values', 'pairs', 'scores'].map((name) =>
        file(`${name}.${type}`),
      );
      await done(['keys', all, ...of, '--id', 'key', '--values', 'none', '--rows', '600', '--out', keys!]);
      await done(['keys', all, ...of, '--id', 'key', '--values', 'only', '--out', values!]);
      const header = (await done(['keys', all, ...of, '--id', 'key', '--values', 'only'])).split('\n')[0]!;
      names = header.split(',').slice(1);
      const read = (path: string) => (type === 'csv' ? `read_csv('${path}', all_varchar = true)` : `'${path}'`);
      await sql(
        `CREATE TABLE keys AS FROM ${read(keys!)}`,
        `CREATE TABLE vals AS FROM ${read(values!)}`,
        `COPY (SELECT id1, id2, ${columns('a')}, ${columns('b')} FROM (${PAIRS}) p
          JOIN vals a ON a.id = id1 JOIN vals b ON b.id = id2) TO '${pairs!}'`,
      );
      await done(['score', pairs!, ...of, '--out', scores!]);
      if (type === 'parquet') await sql(`COPY (FROM '${scores!}') TO '${file('scores.csv')}'`);
      expect(linesOf(file('scores.csv'))).toEqual(expected);
    }
  });

  it('do so in Arrow, through pipes, with the rows shared among processes', async () => {
    const of = [...OF, ...scenario, '--rows', '600'];
    const half = Math.floor(rows.length / 2);
    const parts = [rows.slice(1, half), rows.slice(half)].map((part, n) =>
      fileIn(folder, `${kind}-part-${n}.csv`, `${[rows[0], ...part].join('\n')}\n`),
    );
    const tables: Table[] = [];
    for (const part of parts) {
      const { code, bytes, errors } = await piped(['keys', '-', ...of, '--id', 'key', '--format', 'arrow'], part);
      expect(errors).toContain('list 1: ');
      expect(code).toBe(0);
      tables.push(tableFromIPC(bytes));
    }
    const whole = tableFromIPC((await piped(['keys', ...of, '--id', 'key', '--format', 'arrow'], all)).bytes);
    const keysOf = (table: Table) =>
      Array.from({ length: table.numRows }, (_, n) => {
        const cell = (name: string) => String(table.getChild(name)!.get(n));
        return ['list', 'key', 'side', 'id', 'LastName'].map(cell).join();
      });
    expect(tables.flatMap(keysOf).sort()).toEqual(keysOf(whole).sort());
  });
});

describe('score', () => {
  const scored = ['score', ...OF, '--scenario', 'contact-name-email'];
  const pair = (id: string, email: string) => `${id},x${id},Anna,Ana,Keller,Keller,anna@example.com,${email}`;
  const header = 'id1,id2,FirstName_1,FirstName_2,LastName_1,LastName_2,Email_1,Email_2';
  const raw = [header, pair('2', 'anna@example.com'), pair('1', 'other@example.com'), pair('2', 'anna@example.com')];

  it('takes values as they are, keeps the order and what comes twice, and tells of others if asked to', async () => {
    const { bytes } = await piped([...scored, '--raw', '--all'], Buffer.from(`${raw.join('\n')}\n`));
    const lines = bytes.toString().trim().split('\n');
    expect(lines[0]).toBe('id1,id2,score,duplicate');
    expect(lines.slice(1).map((line) => line.replace(/,\d+,/, ','))).toEqual(['2,x2,true', '1,x1,false', '2,x2,true']);
    const only = await piped([...scored, '--raw'], Buffer.from(`${raw.join('\n')}\n`));
    expect(only.bytes.toString()).toBe(
      ['id1,id2,score', ...lines.slice(1).filter((line) => line.endsWith('true'))]
        .map((line) => `${line.replace(',true', '')}\n`)
        .join(''),
    );
  });

  it.each([
    ['a row cut short', `${header}\n1,2,a\n`, ['--raw'], 'standard input: row 1: the row has 3 cells, the header 8'],
    ['a pair without an Id', `${header}\n1,,a,a,b,b,c,c\n`, ['--raw'], "row 1 has no value in the column 'id2'"],
    ['bytes that are no text', Buffer.from([105, 100, 49, 44, 0xff, 10]), ['--raw'], 'bytes that are not UTF-8'],
    [
      'no columns of normal forms',
      'id1,id2\n1,2\n',
      [],
      'has none of the columns of normal forms FirstName_LastName_1',
    ],
    ['no Ids', 'a,b\n1,2\n', [], "has no column 'id1'; its columns are a, b"],
    ['nothing at all', '', [], 'the file is empty'],
    ['a broken Arrow stream', Buffer.from([255, 255, 255, 255, 9, 9, 9, 9, 9]), [], 'not readable as Arrow'],
    ['Parquet', 'PAR1....', [], 'Parquet is read from files only'],
  ])('refuses %s, and writes no file', async (_, input, options, message) => {
    const out = at('refused.csv');
    const { code, errors } = await piped([...scored, ...options, '--out', out], Buffer.from(input));
    expect(errors).toContain(message);
    expect([1, 2]).toContain(code);
    expect(readdirSync(folder).filter((name) => name.startsWith('refused'))).toEqual([]);
  });

  it('ends quietly when nobody reads on', async () => {
    const many = at('many.csv');
    writeFileSync(many, `${header}\n${`${pair('2', 'anna@example.com')}\n`.repeat(100_000)}`);
    const child = spawn(process.execPath, [program, ...scored, many, '--raw'], { stdio: ['ignore', 'pipe', 'pipe'] });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(0);
    expect(errors).not.toMatch(/EPIPE|Error/);
  });
});

describe('keys', () => {
  const given = ['keys', all, ...OF, '--scenario', 'built-in'];

  it('refuses what it cannot do before it writes', async () => {
    const out = at('keys.xlsx');
    for (const [args, message] of [
      [[...given, '--id', 'nobody'], "people.csv has no column 'nobody' (--id)"],
      [[...given, '--id', 'key', '--out', out], 'expected the name of a .csv, .arrow or .parquet file'],
      [[...given, '--id', 'key', '--threshold', '0'], 'two records that agree in nothing can reach its threshold'],
      [[...given, '--id', 'key', '--out', all], 'is read: choose another file'],
      [[...given, '--id', 'key', '--map', 'key=Nothing'], 'Nothing'],
    ] as const) {
      const { code, stdout, stderr } = await cli(args);
      expect(stderr).toContain(message);
      expect(code).not.toBe(0);
      expect(stdout).toBe('');
    }
    expect(existsSync(out)).toBe(false);
  });

  it('tells the lists, and why each is needed', async () => {
    const { stderr } = await cli([...given, '--id', 'key', '--explain', '--values', 'none']);
    expect(stderr).toMatch(/list 1: \w+ (alike|equal)/);
    expect(stderr).toContain('contact-name-email: ');
    expect(stderr).toMatch(/600 rows, \d+ keys/);
  });
});

/** A Python that has DuckDB and pyarrow, for how others write these formats. */
const python = [process.env['LIKENESS_PYTHON'], 'python3'].find(
  (each) => each !== undefined && spawnSync(each, ['-c', 'import duckdb, pyarrow.parquet']).status === 0,
);
const reason = python === undefined ? ' (skipped: no Python with duckdb and pyarrow; LIKENESS_PYTHON names one)' : '';

it.skipIf(python === undefined)(`reads what Arrow and Parquet libraries write, dates and numbers too${reason}`, () => {
  const script = `
import pyarrow as pa, pyarrow.parquet as pq, pyarrow.ipc as ipc, datetime, sys
table = pa.table({"id": pa.array([1, 2, 3], pa.int64()), "FirstName": pa.array(["Anna", None, "Ana"], pa.large_string()),
  "LastName": pa.array(["Keller", "Keller", "Smith"]).dictionary_encode(),
  "Birthdate": pa.array([datetime.date(1980, 1, 2), None, datetime.date(1980, 1, 2)])})
folder = sys.argv[1]
for codec in ["snappy", "zstd", "gzip", "none"]: pq.write_table(table, f"{folder}/py-{codec}.parquet", compression=codec, row_group_size=2)
with ipc.new_file(f"{folder}/py-file.arrow", table.schema) as writer: writer.write_table(table)
with ipc.new_stream(f"{folder}/py-stream.arrow", table.schema) as writer: writer.write_table(table)
`;
  const made = spawnSync(python!, ['-c', script, folder], { encoding: 'utf8' });
  expect(made.stderr).toBe('');
  const written = readdirSync(folder).filter((name) => name.startsWith('py-'));
  expect(written).toHaveLength(6);
  for (const name of written) {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [program, 'keys', at(name), ...OF, '--id', 'id', '--scenario', 'built-in', '--values', 'only'],
      { encoding: 'utf8' },
    );
    expect(`${name}: ${status} ${stderr.includes('not readable') ? stderr : ''}`).toBe(`${name}: 0 `);
    expect(stdout).toBe(
      'id,FirstName,LastName,FirstName_LastName,Birthdate\n' +
        '1,anna,keller,anna keller,1980-01-02\n2,,keller,keller,\n3,ana,smith,ana smith,1980-01-02\n',
    );
  }
});
