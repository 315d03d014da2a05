import { describe, expect, it } from 'vitest';
import { withIdentifiers } from '../../../src/files/read/guess/identifier-fields.js';
import { readColumns } from '../../../src/files/read/guess/read-columns.js';
import { loadConfiguration } from '../../../src/store/config/load.js';
import { identifierKindOf } from '../../../src/files/read/guess/identifier-values.js';

const contact = (await loadConfiguration()).registry.byName('Contact')!;

/** Pseudorandom digits that are the same in every run. */
const digits = (count: number, row: number): string =>
  Array.from({ length: count }, (_, i) => Math.floor(Math.abs(Math.sin(row * 97 + i * 13 + count) * 1e4) % 10)).join(
    '',
  );
/** A column of 55 values, some of them repeated. */
const column = (value: (row: number) => string): string[] => Array.from({ length: 55 }, (_, row) => value(row % 50));
const two = (n: number) => String(n).padStart(2, '0');
function withLuhn(text: string): string {
  const total = Array.from(text, Number)
    .reverse()
    .map((digit, i) => (i % 2 === 0 ? 2 * digit : digit));
  return text + String((10 - (total.reduce((sum, n) => sum + (n > 9 ? n - 9 : n), 0) % 10)) % 10);
}
function withNif(text: string): string {
  const total = Array.from(`2${text}`, Number).reduce((sum, n, i) => sum + n * (9 - i), 0);
  return `2${text}${((11 - (total % 11)) % 11) % 10}`;
}
function withEan(text: string): string {
  const total = Array.from(text, Number)
    .reverse()
    .reduce((sum, digit, i) => sum + digit * (i % 2 === 0 ? 3 : 1), 0);
  return text + String((10 - (total % 10)) % 10);
}

describe('a column of unknown label is recognised by its check digits', () => {
  it.each([
    ['iban', ['DE89 3704 0044 0532 0130 00', 'GB29NWBK60161331926819', 'FR14 2004 1010 0505 0001 3M02 606']],
    ['vat', ['DE136695976', 'DE 129 273 398', 'DE811128135']],
    ['vat', ['FR40303265045', 'IT 00743110157', 'BE0428.759.497', 'GB980780684', 'PL 856-734-62-15', 'ATU13585627']],
    ['vat', ['CHE-107.787.577 MWST', 'DK13585628', 'SE556012579001', 'PT501964843', 'EL094259216', 'FI20774740']],
    ['company_reg_no', ['5493001KJTIIGC8Y1R12', '529900T8BM49AURSDO55', '7LTWFZYICNSX8D621K86']],
    ['company_reg_no', ['11.222.333/0001-81', '11.444.777/0001-61', '45.723.174/0001-10']],
    ['company_reg_no', ['732 829 320 00074', '44306184100047', '55210055400013']],
    ['company_reg_no', column((row) => withLuhn(digits(8, row)))],
    ['tax_no', column((row) => withLuhn(digits(10, row)))],
    ['tax_no', column((row) => withNif(digits(7, row)))],
    ['national_id', ['212-09-9999', '078-05-1120', '457-55-5462']],
    ['national_id', ['AB123456C', 'JG 10 37 59 A', 'NX556677B']],
    ['national_id', ['RSSMRA85T10A562S', 'VRDLGI90A41F205X', 'BNCGPP70M15H501K']],
    ['national_id', ['12345678Z', 'X1234567L', '87654321X']],
    ['national_id', ['529.982.247-25', '111.444.777-35', '390.533.447-05']],
    ['national_id', ['811218-9876', '19670919-9530', '640823-3234']],
    ['national_id', ['131052-308T', '131052-308T', '131052-308T']],
  ] as const)('%s: %j', (kind, values) => {
    expect(identifierKindOf(values)).toBe(kind);
  });

  it('nearly all must be valid, as people mistype some', () => {
    const valid = Array.from({ length: 19 }, (_, row) => withLuhn(digits(8, row)));
    const values = [...valid, valid[0]!];
    expect(identifierKindOf([...values, '123456789'])).toBe('company_reg_no');
    expect(identifierKindOf([...values, ...Array.from({ length: 4 }, () => '123456789')])).toBeUndefined();
  });
});

it.each<[string, (row: number) => string]>([
  ['serial numbers', (row) => String(100_000_001 + row)],
  ['order numbers', (row) => `ORD-2024-${digits(5, row)}`],
  ['order numbers with a country', (row) => `DE${digits(9, row)}`],
  ['numbers of salesmen', (row) => `SE${digits(6, row)}`],
  ['invoices by day', (row) => `2401${two(1 + (row % 28))}-${digits(4, row)}`],
  ['amounts', (row) => `${digits(4, row)}.${digits(2, row)}`],
  ['amounts in euros', (row) => `1.${digits(3, row)}.${digits(3, row)},00 €`],
  ['American telephones', (row) => `604${digits(7, row)}`],
  ['American telephones with hyphens', (row) => `604-${digits(3, row)}-${digits(4, row)}`],
  ['Polish telephones', (row) => `5${digits(8, row)}`],
  ['telephones with country', (row) => `49151${digits(8, row)}`],
  ['EAN of products', (row) => withEan(`40${digits(10, row)}`)],
  ['short EAN', (row) => withEan(digits(7, row))],
  ['numbers of boxes', (row) => withEan(digits(13, row))],
  ['credit cards', (row) => withLuhn(`4${digits(14, row)}`)],
  ['serial numbers of telephones', (row) => withLuhn(`35${digits(12, row)}`)],
  ['dates', (row) => `19${digits(2, row)}-01-${two(1 + (row % 28))}`],
  ['times in seconds', (row) => `17${digits(8, row)}`],
  ['postal codes', (row) => `${digits(5, row)}-${digits(4, row)}`],
  ['record numbers', (row) => `${digits(8, row)}-${digits(4, row)}-4${digits(3, row)}-${digits(12, row)}`],
  ['addresses of machines', (row) => `10.${digits(2, row)}.${digits(2, row)}.1`],
  ['coordinates', (row) => `51.${digits(6, row)}`],
  ['articles', (row) => `AB-${digits(6, row)}`],
  ['parcels', (row) => `1Z${digits(16, row)}`],
  ['bank accounts of eight digits', (row) => digits(8, row)],
  ['bank accounts of nine digits', (row) => digits(9, row)],
  ['bank accounts of ten digits', (row) => digits(10, row)],
  ['numbers of eleven digits', (row) => digits(11, row)],
  ['numbers of fourteen digits', (row) => digits(14, row)],
])('%s identify nobody', (_, value) => expect(identifierKindOf(column(value))).toBeUndefined());

it('customer numbers with a check digit identify nobody as long as none occurs twice', () => {
  expect(identifierKindOf(Array.from({ length: 60 }, (_, row) => withLuhn(digits(8, row + 3))))).toBeUndefined();
});

describe('company numbers in a list of people', () => {
  const added = (rows: readonly (readonly string[])[]) => {
    const values = [0, 1, 2].map((column) => rows.map((row) => row[column]!));
    const readings = readColumns(['First Name', 'Last Name', 'VAT number'], { rows: rows.length, values });
    return withIdentifiers(contact, readings, values).fields.some(({ name }) => name === 'Vat_Number__c');
  };
  const row = (first: string, last: string, of: number) => [first, last, `DE${100_000_000 + of}`];
  const others = Array.from({ length: 30 }, (_, i) => row('Anna', `Keller${'abcdefghij'.charAt(i % 10)}`, i));

  it('are used if each belongs to one person', () => {
    expect(added([...others, row('A.', 'Kellera', 0), row('ANNA', 'KELLERB', 1), row('Anna', 'Kelelrc', 2)])).toBe(
      true,
    );
  });

  it('are not used if colleagues share them', () => {
    expect(added([...others, row('Peter', 'Miller', 0), row('Maria', 'Rossi', 1), row('Anna', 'Keller', 2)])).toBe(
      false,
    );
  });
});
