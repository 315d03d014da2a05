import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barsTable } from './harness/bars.js';
import { markdownTable, textTable } from './harness/report.js';
import { figure, median, medianAndRange, percentile } from './harness/statistics.js';
import { Contacts } from './synthetic/contacts.js';
import { rowsWithDuplicates, searchTasks, upsertValues } from './synthetic/tasks.js';
import { looksLikeEmail } from '../src/records/field-types/text-type.js';

describe('figures', () => {
  it('percentile: that share of the samples lies below it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (samples, share) => {
          const value = percentile(samples, share);
          expect(samples).toContain(value);
          expect(samples.filter((each) => each < value).length).toBeLessThanOrEqual(share * samples.length);
        },
      ),
    );
  });

  it('median lies in the middle of odd and of even numbers of samples', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('figures have three significant digits, ranges stand behind medians', () => {
    expect([12_345.6, 0.81234, 4.5, 123.4, NaN].map(figure)).toEqual(['12,346', '0.812', '4.5', '123', '-']);
    expect(medianAndRange([2, 1, 4])).toBe('2 (1-4)');
    expect(medianAndRange([2])).toBe('2');
  });
});

it('tables line up on the terminal and are valid Markdown', () => {
  const table = {
    title: 'T',
    columns: ['', 'a|b'],
    rows: [
      ['one', '1'],
      ['two', '22'],
    ],
  };
  expect(textTable(table).split('\n')).toEqual(['T', '     a|b', '---  ---', 'one    1', 'two   22']);
  expect(markdownTable(table).split('\n')).toEqual([
    '**T**',
    '',
    '|  | a\\|b |',
    '|---|---:|',
    '| one | 1 |',
    '| two | 22 |',
  ]);
});

describe('tasks', () => {
  const contacts = new Contacts();

  it('searches are the same for the same seed, one third of each difficulty, and spoil their contact', () => {
    const tasks = searchTasks(contacts, 500, 300);
    expect(tasks).toEqual(searchTasks(new Contacts(), 500, 300));
    expect(tasks).not.toEqual(searchTasks(contacts, 500, 300, 8));
    for (const difficulty of ['easy', 'medium', 'hard'])
      expect(tasks.filter((task) => task.difficulty === difficulty)).toHaveLength(100);
    const unspoilt = tasks.filter(
      ({ number, values }) => JSON.stringify(values) === JSON.stringify(contacts.values(number)),
    );
    expect(unspoilt).toEqual([]);
  });

  it('upserts never send a new contact twice, and no e-mail address that would be refused', () => {
    const values = [...upsertValues(contacts, 100, 0, 300), ...upsertValues(contacts, 100, 300, 300)];
    const fresh = values.filter((_, i) => i % 3 !== 2).map((each) => JSON.stringify(each));
    expect(new Set(fresh).size).toBe(fresh.length);
    expect(values.filter(({ Email }) => Email !== undefined && !looksLikeEmail(Email))).toEqual([]);
  });

  it('a file with duplicates: every sixth row is an earlier row that is none itself', () => {
    const rows = [...rowsWithDuplicates(contacts, 600)];
    const planted = rows.flatMap(({ duplicateOf }, row) => (duplicateOf === undefined ? [] : [{ row, duplicateOf }]));
    expect(planted).toHaveLength(100);
    for (const { row, duplicateOf } of planted) {
      expect(duplicateOf).toBeLessThan(row);
      expect(rows[duplicateOf]!.duplicateOf).toBeUndefined();
    }
  });
});

it('a bar is met or missed from its number of records on, and what could not be measured is missed', () => {
  const bars = [
    { what: 'ratio', found: 1.1, most: 1.1 },
    { what: 'gain', found: 1.6, least: 1.7, unit: 'times' },
    { what: 'nothing', found: NaN, least: 0 },
    { what: 'later', found: 9, most: 1, from: 10_000 },
  ];
  expect(barsTable(bars, 9_999).rows).toEqual([
    ['ratio', '1.1', 'at most 1.1', 'met'],
    ['gain', '1.6 times', 'at least 1.7 times', 'MISSED'],
    ['nothing', '-', 'at least 0', 'MISSED'],
    ['later', '9', 'at most 1', 'from 10,000 on'],
  ]);
  expect(barsTable(bars, 10_000).rows.at(-1)!.at(-1)).toBe('MISSED');
});
