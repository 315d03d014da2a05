import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import readXlsxFile from 'read-excel-file/node';
import { openXlsx } from '../../../src/files/read/read-xlsx.js';
import type { CellValue } from '../../../src/files/write/sheet-rows.js';
import { workbookPieces } from '../../../src/files/write/write-workbook.js';
import { newFolder } from '../../support/temporary-folder.js';

async function* each<T>(values: Iterable<T>): AsyncGenerator<T> {
  for (const value of values) yield await Promise.resolve(value);
}

async function withWorkbook<T>(
  rows: Iterable<readonly CellValue[]>,
  look: (path: string) => Promise<T>,
  rowsOfSheet?: number,
): Promise<T> {
  const folder = newFolder();
  try {
    const path = join(folder, 'written.xlsx');
    await writeFile(path, workbookPieces('Contact', ['One', 'Two'], each(rows), rowsOfSheet));
    return await look(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

it('texts of every kind are read again as they were, in their places', async () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter((one) => one.trim() === one);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 30 }), async (rows) => {
      const read = await withWorkbook(rows, (path) => readXlsxFile(path));
      expect(read).toEqual([{ sheet: 'Contact', data: [['One', 'Two'], ...rows] }]);
    }),
    { numRuns: 50 },
  );
});

it('numbers, truth values, times and blanks are cells of their kinds', async () => {
  const [day, time] = [Date.UTC(1984, 1, 29), Date.UTC(2026, 10, 26, 10, 30)];
  const rows = [
    [1.5, -3e-7],
    [true, null],
    [
      { time: day, isDay: true },
      { time, isDay: false },
    ],
    [{ time: Date.UTC(1850, 0, 2), isDay: true }, ''],
    ['x', 'a<b>&"\r\n_x0041_'],
  ];
  const [sheet] = await withWorkbook(rows, (path) => readXlsxFile(path));
  expect(sheet!.data).toEqual([
    ['One', 'Two'],
    [1.5, -3e-7],
    [true, null],
    [new Date(day), new Date(time)],
    ['1850-01-02', null],
    ['x', 'a<b>&"\r\n_x0041_'],
  ]);
});

it('more rows than a sheet holds continue in another one, under the same header; none makes a sheet of a header', async () => {
  const rows = Array.from({ length: 7 }, (_, i) => [`row ${i}`, i]);
  const sheets = await withWorkbook(rows, (path) => readXlsxFile(path), 4);
  expect(sheets.map(({ sheet, data }) => [sheet, data.length, data[0]])).toEqual([
    ['Contact', 4, ['One', 'Two']],
    ['Contact 2', 4, ['One', 'Two']],
    ['Contact 3', 2, ['One', 'Two']],
  ]);
  const [empty] = await withWorkbook([], (path) => readXlsxFile(path));
  expect(empty!.data).toEqual([['One', 'Two']]);
});

it('a cell that is too long is cut where a character ends, and the workbook is one for imports', async () => {
  const long = `${'x'.repeat(32_766)}😀`;
  const table = await withWorkbook([[long, 'y']], async (path) => {
    const { columns, rows } = await openXlsx(path, 'written.xlsx');
    const all = [];
    for await (const { cells } of rows) all.push(cells);
    return { columns, all };
  });
  expect(table.columns).toEqual(['One', 'Two']);
  expect(table.all).toEqual([['x'.repeat(32_766), 'y']]);
});

it('a failure of the rows is one of the workbook', async () => {
  const rows = async function* (): AsyncGenerator<CellValue[]> {
    yield await Promise.resolve(['x']);
    throw new Error('the records are gone');
  };
  const read = async () => {
    for await (const piece of workbookPieces('x', ['One'], rows())) expect(piece.length).toBeGreaterThan(0);
  };
  await expect(read()).rejects.toThrow('the records are gone');
});
