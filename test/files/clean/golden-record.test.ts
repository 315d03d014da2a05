import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GoldenRecords } from '../../../src/files/clean/golden-record.js';
import { rowsOf } from '../../support/entries.js';

const LABELS = ['City', 'Name', 'Name', 'Phone'];
const cell = fc.constantFrom('', 'a', 'b');

it('a golden record does not depend on the order of columns or rows', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 2, maxLength: 4 }),
      // Columns with the same label keep their order, because nothing else distinguishes them.
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }).filter((order) => order.indexOf(1) < order.indexOf(2)),
      (rows, order) => {
        const golden = (columns: readonly number[], backwards: boolean) => {
          const records = new GoldenRecords(
            columns.map((at) => ({ label: LABELS[at]!, key: `key ${at}`, field: undefined, positions: [at] })),
            { master: [], groups: [], otherFields: { kind: 'firstNonBlank' } },
            () => undefined,
            () => undefined,
          );
          const members = rows.map((row, i) => ({
            row: backwards ? rows.length - i : i + 1,
            kept: { id: String(i), file: 0, cells: columns.map((at) => row[at]!) },
          }));
          const { cells } = records.of(backwards ? members.reverse() : members);
          return Object.fromEntries(columns.map((at, i) => [at, cells[i]]));
        };
        expect(golden(order, false)).toEqual(golden([0, 1, 2, 3], false));
        expect(golden(order, true)).toEqual(golden([0, 1, 2, 3], false));
      },
    ),
  );
});

it.each<[string | undefined, string[], string]>(
  rowsOf(`
  FirstName → ["ZOE", "Zoe"] → Zoe | FirstName → ["Zoe", "Zoë"] → Zoë | LastName → ["BRONTË", "Bronte"] → Bronte
  FirstName → ["Juergen", "Jürgen"] → Jürgen | LastName → ["Gross", "Groß"] → Groß
  LastName → ["Sorensen", "Sørensen"] → Sørensen | LastName → ["Lukasz", "Łukasz"] → Łukasz
  LastName → ["li", "Li"] → Li | MailingStreet → ["12 ELM STREET", "12 Elm Street"] → 12 Elm Street
  Email → ["BOB@post.example", "bob@post.example"] → bob@post.example | Company → ["IBM", "Ibm"] → IBM
  undefined → ["AB-12", "ab-12"] → AB-12 | FirstName → ["ANNA", "Maria"] → ANNA
`),
)('of spellings of one %s that differ in case and accents the better one stays: %j', (field, spellings, expected) => {
  const column = { label: 'x', key: 'x', field, positions: [0] };
  const rules = { master: [], groups: [], otherFields: { kind: 'firstNonBlank' } } as const;
  const nothing = () => undefined;
  const records = new GoldenRecords([column], rules, nothing, nothing, true);
  const members = spellings.map((text, row) => ({ row, kept: { id: String(row), file: 0, cells: [text] } }));
  expect(records.of(members).cells).toEqual([expected]);
  expect(records.of(members.toReversed()).cells).toEqual([expected]);
});
