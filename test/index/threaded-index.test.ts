import { expect, it } from 'vitest';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import { unpackRows, packColumn } from '../../src/index/threads/column-chunk.js';
import { partitionColumns, valuesIn } from '../../src/index/threads/column-partition.js';
import { indexOfTexts } from '../../src/index/threads/numbered-index.js';
import { ThreadedIndex } from '../../src/index/threads/threaded-index.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { TextRows } from '../../src/matching/text-rows.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { freshSeed, Random } from './random.js';
import { idOf } from './cases.js';

const methods = createMethods();

function scenario(id: string, ...columns: readonly (readonly [fields: string, method: string])[]): Scenario {
  const fields = columns.map(([label, method]) => ({
    fields: label.split('+'),
    label,
    method: methods.get(method)!,
    weight: 100,
    blank: 'mismatch' as const,
  }));
  const rules = { threshold: 7_500, minimumOverlap: 0, totalWeight: 100 * fields.length, usage: [] };
  return { id, name: id, object: 'Contact', fields, ...rules };
}

const scenarios = [
  scenario('one', ['FirstName', 'personName'], ['LastName', 'personName'], ['Email', 'email']),
  scenario('two', ['FirstName+LastName', 'fullName'], ['Company', 'companyName']),
];
const words: Readonly<Record<string, readonly string[]>> = {
  FirstName: ['Bob', 'Robert', 'Åsa', '', 'J', 'Anna-Lena'],
  LastName: ['Smith', 'Smyth', 'de la Cruz', '', 'Ng', 'Øverland', '日本'],
  Email: ['a@b.example', 'bob.smith@mail.example', '', 'not an address'],
  Company: ['Acme Ltd', 'ACME Limited', 'Bäckerei Müller GmbH', ''],
};

it('an index built by several threads is the one that all rows were put into', async () => {
  const random = new Random(freshSeed('threaded index'));
  const rows = Array.from({ length: 500 }, (_, i) => ({
    id: idOf(i),
    texts: Object.fromEntries(
      Object.keys(words).flatMap((field) => (random.chance(0.2) ? [] : [[field, random.pick(words[field]!)]])),
    ),
  }));
  const expected = createMemoryIndex({ scenarios });
  for (const { id, texts } of rows) expected.put(id, texts);
  const building = new ThreadedIndex({ scenarios, methods: {}, threads: 2, sample: rows.map(({ texts }) => texts) });
  // More batches than can wait at the same time.
  for (let from = 0; from < rows.length; from += 40) await building.add(rows.slice(from, from + 40));
  const built = await building.finish();
  await building.end();

  expect(built.lastRow).toBe(expected.lastRow);
  expect(built.statistics().values).toBe(expected.statistics().values);
  for (const field of scenarios.flatMap(({ fields }) => fields)) {
    const [a, b] = [built.fieldOf(field), expected.fieldOf(field)];
    for (let row = 1; row <= rows.length; row++) {
      expect(a.text(a.column.get(row))).toBe(b.text(b.column.get(row)));
      expect(a.postings.rows(a.column.get(row))).toEqual(b.postings.rows(b.column.get(row)));
    }
  }
  for (const { texts } of rows.slice(0, 100)) {
    const query = { values: texts, scenarios, rule: 'search' as const, limit: 20 };
    expect(built.search(query)).toEqual(expected.search(query));
  }
  // The index can be changed like any other.
  built.put('003999999', { Email: 'new@b.example' });
  expect(
    built.search({ values: { Email: 'new@b.example' }, scenarios, rule: 'search', limit: 1 }).matches,
  ).toHaveLength(1);
});

it.each([1, 3])(
  'rows of texts, indexed by %i threads, have the values of rows that are put, in order',
  async (threads) => {
    const random = new Random(freshSeed('index of texts'));
    const all = [...scenarios, scenario('three', ['FirstName+LastName', 'swappedName'], ['Email', 'text'])];
    const rows = Array.from({ length: 400 }, (_, i) =>
      Object.fromEntries(
        // Each later group of rows has more blank fields.
        [...Object.keys(words), 'Other'].flatMap((field, f) =>
          random.chance(0.2) || i > 300 + 20 * f ? [] : [[field, random.pick(words[field] ?? ['unread'])]],
        ),
      ),
    );
    const expected = createMemoryIndex({ scenarios: all, options: { isJoined: true } });
    rows.forEach((texts, i) => expected.put(idOf(i), texts));
    const built = await indexOfTexts(TextRows.of(rows), { scenarios: all, methods: {}, threads });
    expect(built.lastRow).toBe(rows.length);
    for (const field of all.flatMap(({ fields }) => fields)) {
      const [a, b] = [built.fieldOf(field), expected.fieldOf(field)];
      expect(a.dictionary.size).toBe(b.dictionary.size);
      for (let row = 1; row <= rows.length; row++) expect(a.column.get(row)).toBe(b.column.get(row));
      for (let value = 1; value <= b.dictionary.size; value++) expect(a.text(value)).toBe(b.text(value));
    }
  },
);

it('columns over one field go to one thread, those that cost most apart', () => {
  const sample = [1, 2, 3, 4].map((n) => ({ FirstName: `F${n}`, LastName: 'y', Email: `${n}@x`, Company: 'Acme' }));
  const shares = partitionColumns(scenarios, 8, valuesIn(sample));
  expect(shares.map(({ fields }) => [...fields].sort())).toEqual([['FirstName', 'LastName'], ['Email'], ['Company']]);
  expect(shares.map(({ scenario: { fields } }) => fields.length)).toEqual([3, 1, 1]);
  expect(partitionColumns(scenarios, 2, valuesIn(sample))).toHaveLength(2);
  expect(partitionColumns(scenarios, 1, valuesIn(sample))[0]!.scenario.fields).toHaveLength(5);
});

it('texts come out of a message as they went in', () => {
  const rows = [{ A: 'one', B: '' }, { B: '\u0000\ud800x' }, {}, { A: '日本', B: 'two' }];
  const sent = structuredClone(['A', 'B'].map((field) => packColumn(field, rows)));
  expect([...unpackRows(sent)]).toEqual([{ A: 'one' }, { B: '\u0000\ud800x' }, {}, { A: '日本', B: 'two' }]);
});

it('a thread that fails ends the building with what it died of', async () => {
  const one = scenario('one', ['Email', 'exact']);
  const [field] = one.fields;
  const unknown = { ...one, fields: [{ ...field!, method: { ...field!.method, name: 'homeMade' } }] };
  const building = new ThreadedIndex({ scenarios: [unknown], methods: {}, threads: 2, sample: [] });
  const all = async () => {
    for (let n = 0; ; n++) await building.add([{ id: idOf(n), texts: { Email: 'x' } }]);
  };
  await expect(all()).rejects.toThrow(/homeMade.*exact/);
  await expect(building.finish()).rejects.toThrow(/homeMade/);
  await building.end();
});
