import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderBytes } from './large/disk.js';
import { expected, growth } from './large/growth.js';
import { judgeFile, personsOf } from './large/judge.js';
import { NODES_OVER, type Figures, type Measurement, type Phase } from './large/measurement.js';
import { batchWork, bytesAt, firstRecords, series, servingTables } from './large/reckon.js';
import { simulateBatch, type BatchWork } from './large/simulate-cluster.js';
import { largeTables } from './large/tables.js';
import { machineWith, MACHINES } from './scale/prices.js';
import { Contacts } from './synthetic/contacts.js';
import { newFolder } from '../test/support/temporary-folder.js';

const folder = newFolder();

const MILLION = 1_000_000;
const measurement = (phase: Phase, way: string, size: number, figures: Figures): Measurement => ({
  phase,
  way,
  size,
  figures,
  machine: 'here',
  date: '2026-11-26T00:00:00.000Z',
});

describe('growth', () => {
  const power = (exponent: number) =>
    [1, 3, 10].map((millions) => ({ size: millions * MILLION, values: [5 * (millions * MILLION) ** exponent] }));

  it('is the power that the figures grow by, and continues from the largest size', () => {
    for (const exponent of [0, 0.5, 1, 1.4]) {
      const points = power(exponent);
      const grown = growth(points)!;
      expect(grown.exponent).toBeCloseTo(exponent, 6);
      expect([grown.least, grown.most]).toEqual([grown.exponent, grown.exponent]);
      expect(expected(points, 100 * MILLION, 'exponent') / (5 * (100 * MILLION) ** exponent)).toBeCloseTo(1, 6);
    }
  });

  it('spreads as the rounds allow, the flattest line below the steepest', () => {
    const points = [
      { size: MILLION, values: [9, 10, 12] },
      { size: 10 * MILLION, values: [95, 100, 110] },
    ];
    const { exponent, least, most } = growth(points)!;
    expect(exponent).toBeCloseTo(1, 6);
    expect(least).toBeCloseTo(Math.log10(95 / 12), 6);
    expect(most).toBeCloseTo(Math.log10(110 / 9), 6);
  });

  it('is assumed of one size, and unknown of none', () => {
    expect(growth([{ size: 7, values: [3] }])).toMatchObject({ exponent: 1, sizes: 1 });
    expect(growth([{ size: 7, values: [] }])).toBeUndefined();
    expect(growth([{ size: 7, values: [0] }])).toBeUndefined();
    expect(expected([], 100, 'exponent')).toBeNaN();
  });
});

describe('bytes', () => {
  it('continue by the time of the last step, so that a bounded part counts once', () => {
    // Two of the values are bounded, one grows with each million.
    const points = [1, 3, 10].map((millions) => ({ size: millions * MILLION, values: [2 + millions] }));
    expect(bytesAt(points, 100 * MILLION)).toBeCloseTo(102, 6);
    expect(bytesAt([{ size: MILLION, values: [3] }], 100 * MILLION)).toBeCloseTo(300, 6);
    expect(bytesAt([], MILLION)).toBeNaN();
  });
});

describe('limits', () => {
  it('are the least number of records that reaches a bound', () => {
    expect(firstRecords((records) => records / 2, 500) / 1_000).toBeCloseTo(1, 2);
    expect(firstRecords(() => 1, 2)).toBe(Infinity);
    expect(firstRecords(() => NaN, 2)).toBeNaN();
  });
});

describe('machines', () => {
  it('are the cheapest with enough of both, and none where there is none', () => {
    expect(MACHINES.map(({ hour }) => hour)).toEqual(MACHINES.map(({ hour }) => hour).toSorted((a, b) => a - b));
    expect(machineWith(100)!.gib).toBe(128);
    expect(machineWith(1, 30)!.processors).toBe(32);
    expect(machineWith(5_000)).toBeUndefined();
  });
});

describe('a batch on several machines', () => {
  const work: BatchWork = {
    rows: 100 * MILLION,
    processorSeconds: 100_000,
    inputBytes: 8e9,
    shuffleBytes: 40e9,
    pairs: 25 * MILLION,
  };
  const on = (machines: number, gbits = 6.25) => simulateBatch(work, { machines, processors: 16, gbits });

  it('is the same for the same seed, and does not take less than its processor time allows', () => {
    expect(on(5)).toEqual(on(5));
    for (const machines of [1, 5, 50]) {
      const { seconds, busy } = on(machines);
      expect(seconds).toBeGreaterThan(work.processorSeconds / machines / 16);
      expect(busy).toBeLessThan(1);
    }
  });

  it('gains by machines, each further one less', () => {
    const [one, five, fifty] = [on(1), on(5), on(50)].map(({ seconds }) => seconds) as [number, number, number];
    expect(one / five).toBeGreaterThan(3);
    expect(one / five).toBeLessThan(5.3);
    expect(five / fifty).toBeGreaterThan(2);
    expect(five / fifty).toBeLessThan(10);
    expect(on(50).busy).toBeLessThan(on(5).busy);
  });

  it('waits for the network where there is one, twice as long at half its speed', () => {
    expect(on(1).network).toBe(0);
    expect(on(5, 1).network).toBeCloseTo(2 * on(5, 2).network, 6);
    expect(on(5, 1).seconds - on(5, 2).seconds).toBeCloseTo(on(5, 2).network, 6);
  });
});

describe('a judged file', () => {
  const size = 600;
  const persons = personsOf(new Contacts(), size);

  it('knows the pairs of rows that are one person', () => {
    const by = new Map<number, number>();
    for (const person of persons.of) by.set(person, (by.get(person) ?? 0) + 1);
    const pairs = [...by.values()].reduce((sum, rows) => sum + (rows * (rows - 1)) / 2, 0);
    expect(persons.pairs).toBe(pairs);
    expect(pairs).toBeGreaterThanOrEqual(100);
  });

  it('has precision and recall by persons, from a score on', async () => {
    const duplicate = persons.of.findIndex((person, row) => person !== row);
    const original = persons.of[duplicate]!;
    const path = join(folder, 'pairs.csv');
    writeFileSync(path, `id1,id2,score\n${duplicate},${original},90\n0,1,80\n1,2,40`);
    const all = await judgeFile(path, persons);
    expect(all).toMatchObject({ found: 3, correct: 1, precision: 1 / 3, recall: 1 / persons.pairs });
    expect(await judgeFile(path, persons, 50)).toMatchObject({ found: 2, precision: 1 / 2 });
  });
});

it('bytes of a folder are those of all files below it but for those left out, and of none where there is none', () => {
  const deep = join(folder, 'disk', 'deep');
  mkdirSync(deep, { recursive: true });
  writeFileSync(join(folder, 'disk', 'a'), 'x'.repeat(100));
  writeFileSync(join(deep, 'b'), 'x'.repeat(20));
  expect(folderBytes(join(folder, 'disk'))).toBe(120);
  expect(folderBytes(join(folder, 'disk'), new Set([join(deep, 'b')]))).toBe(100);
  expect(folderBytes(join(folder, 'nowhere'))).toBe(0);
});

describe('the report', () => {
  const GIB = 2 ** 30;
  const measured = [1, 10].flatMap((millions) => [
    measurement('serve', 'a folder', millions * MILLION, {
      loaded: (1 + millions / 2) * GIB,
      disk: millions * GIB,
      start: 2 * millions,
      startKilled: 3 * millions,
      search1P50: 0.5,
      search1P99: 4,
      searchProcessor: 200,
      upsertProcessor: 400,
    }),
    measurement('batch', 'an engine', millions * MILLION, {
      seconds: 60 * millions,
      processorSeconds: 100 * millions,
      scratch: millions * 1e9,
      input: millions * 8e7,
      pairs: millions * 170_000,
    }),
  ]);
  const tables = largeTables(measured);
  const cellOf = (row: string, column: string): string | undefined => {
    for (const { columns, rows } of tables) {
      const found = rows.find(([name]) => name === row);
      if (found !== undefined && columns.includes(column)) return found[columns.indexOf(column)];
    }
    return undefined;
  };

  it('shows each size, the power that it grew by, and what is reckoned from that', () => {
    expect(cellOf('start after a clean stop, s', '10,000,000 records')).toBe('20');
    expect(cellOf('start after a clean stop, s', 'growth exponent')).toBe('1.00');
    expect(cellOf('search, 1 client, p50, ms', 'growth exponent')).toBe('0.00');
    expect(cellOf('memory of a node', '100,000,000 records')).toBe('51 GiB');
    expect(cellOf("a node's machine", '100,000,000 records')).toBe('r6i.2xlarge, 64 GiB');
    expect(cellOf('start after a clean stop', '100,000,000 records')).toBe('3.33 min');
    expect(cellOf('search, 1 client, p99', '1,000,000,000 records')).toBe('4 ms');
    expect(cellOf('CPU time', '100,000,000 rows')).toBe('2.78 h');
    expect(cellOf('pairs found', '1,000,000,000 rows')).toBe('170,000,000');
    for (const { columns, rows } of tables) for (const row of rows) expect(row).toHaveLength(columns.length);
  });

  it('meets the limits for ten million records, and has no limits for fewer', () => {
    expect(cellOf('search, 1 client, p50', 'verdict')).toBe('met');
    expect(cellOf('start after a clean stop', 'verdict')).toBe('met');
    const fewer = largeTables(measured.filter(({ size }) => size === MILLION));
    const verdicts = fewer
      .filter(({ title }) => title.startsWith('Targets'))
      .flatMap(({ rows }) => rows.map((row) => row[3]));
    expect(new Set(verdicts)).toEqual(new Set(['from 10,000,000 on']));
  });

  it('reckons nodes from a database where one was measured, if only with fewer records', () => {
    const ofNodes = measurement('serve', `${NODES_OVER}, as it is`, MILLION, { loaded: GIB, start: 7 });
    const titles = largeTables([...measured, ofNodes]).map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('Extrapolated: 2 nodes'))).toEqual([
      expect.stringContaining(`2 nodes, ${NODES_OVER}, as it is`),
    ]);
  });

  it('says what stops first', () => {
    const [, stops] = servingTables(measured, 'a folder');
    const what = stops!.rows.map(([name]) => name);
    expect(what[0]).toContain('start of a node');
    expect(what.indexOf('rows of an index are 32-bit integers')).toBeLessThan(
      what.findIndex((name) => name!.includes('memory of a node')),
    );
    expect(stops!.rows.find(([name]) => name!.startsWith('search'))![1]).toBe('no limit found');
  });

  it('reckons no latency from one size', () => {
    const one = measured.filter(({ size }) => size === MILLION);
    const [reckoned, stops] = servingTables(one, 'a folder');
    expect(reckoned!.rows.find(([name]) => name === 'search, 1 client, p99')!.slice(1)).toEqual(['-', '-']);
    expect(stops!.rows.find(([name]) => name!.startsWith('search'))![1]).toBe('unknown: only one size was measured');
  });

  it('is of nothing where nothing was measured', () => {
    expect(largeTables([])).toEqual([]);
    expect(series(measured, 'batch', 'another way', 'seconds')).toEqual([]);
    expect(batchWork(measured, 'another way', MILLION)).toBeUndefined();
  });
});
