import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RejectFile } from '../../../src/service/import/reject-file.js';
import { newFolder } from '../../support/temporary-folder.js';

const reject = (row: number) => ({ row, reason: 'wrong', cells: [`cell ${row}`] });

it('a batch that is decided again replaces its lines', async () => {
  const path = join(newFolder(), 'rejects.csv');
  const file = await RejectFile.open(path, 0, () => ['A']);
  await file.append([reject(1)], 0);
  await file.append([reject(2)], 0);
  await file.append([reject(51), reject(52)], 50);
  await file.append([reject(52)], 50);
  await file.append([], 100);
  await file.append([reject(101)], 100);
  await file.append([], 100);
  expect(file.count).toBe(2);
  await file.close();
  expect(readFileSync(path, 'utf8')).toBe('import_row,import_error,A\n2,wrong,cell 2\n52,wrong,cell 52\n');
});

it('the last two batches that are decided again replace their lines', async () => {
  const path = join(newFolder(), 'rejects.csv');
  const file = await RejectFile.open(path, 0, () => ['A']);
  await file.append([reject(1)], 0);
  await file.append([], 50);
  await file.append([reject(101), reject(102)], 100);
  await file.append([reject(51)], 50);
  await file.append([reject(102)], 100);
  await file.append([reject(151)], 150);
  await file.append([], 100);
  await file.append([reject(152)], 150);
  expect(file.count).toBe(3);
  await file.close();
  expect(readFileSync(path, 'utf8').match(/^\d+/gm)).toEqual(['1', '51', '152']);
});

it('there is no file where no row is rejected after all', async () => {
  const path = join(newFolder(), 'rejects.csv');
  const file = await RejectFile.open(path, 0, () => ['A']);
  await file.append([reject(1)], 0);
  await file.append([], 0);
  await file.close();
  expect(existsSync(path)).toBe(false);
});
