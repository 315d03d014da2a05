import { expect, it } from 'vitest';
import { mentionsIn } from '../../src/service/config/erasure/file-mentions.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const record = { recordId: '003LK0000000001YAA', own: ['ada@example.com'], names: [['ada', 'lovelace']] };
const MEGABYTE = 1024 * 1024;
const usual = () => 256 * MEGABYTE;

it('finds the rows of an uploaded file that mention a record, up to a number', async () => {
  const rows = ['Name,Email', 'Ada Lovelace,', 'Grace Hopper,grace@example.com', 'A. L.,ADA@example.com'];
  const path = fileIn(newFolder(), 'input.csv', rows.join('\n'));
  const found = (most: number) => mentionsIn(path, record, most, usual);
  const first = { row: 1, values: { Name: 'Ada Lovelace', Email: '' } };
  const second = { row: 3, values: { Name: 'A. L.', Email: 'ADA@example.com' } };
  expect(await found(10)).toEqual({ isMentioned: true, rows: [first, second], isCut: false });
  expect(await found(1)).toEqual({ isMentioned: true, rows: [first], isCut: true });
  expect(await found(0)).toEqual({ isMentioned: true, rows: [], isCut: false });
  const other = fileIn(newFolder(), 'input.csv', 'Name\nGrace Hopper\n');
  expect(await mentionsIn(other, record, 10, usual)).toEqual({ isMentioned: false, rows: [], isCut: false });
});

it('a file that takes more memory than files may is assumed to mention it, and the service continues', async () => {
  const path = fileIn(newFolder(), 'input.json', `[${'{"Name":"x"},'.repeat(300_000)}{"Name":"y"}]`);
  expect(await mentionsIn(path, record, 10, () => 60 * MEGABYTE)).toEqual({
    isMentioned: true,
    rows: [],
    isCut: false,
  });
  const next = fileIn(newFolder(), 'input.csv', 'Name\nGrace Hopper\n');
  expect((await mentionsIn(next, record, 10, usual)).isMentioned).toBe(false);
});
