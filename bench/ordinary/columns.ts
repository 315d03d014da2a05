import type { Random } from '../synthetic/random.js';
import type { Entry } from './entries.js';
import { digits, two } from './people.js';

/** Content of a column: a part of the entry, or a value that the program adds and that is unique per row. */
export type ColumnKind = keyof typeof kinds;

interface RowOf {
  readonly entry: Entry;
  readonly random: Random;
  /** Number of the row, in the order of entry. */
  readonly serial: number;
  readonly nameOrder: string | undefined;
}
type Cell = (row: RowOf) => string;

const NOTES =
  'called back|prefers e-mail|met at the fair|asked for a quote|VIP|left a message|wants a brochure|invited'.split('|');
const OWNERS = 'Dana Whitfield|Marc Olsen|Priya Nair|Tom Becker|Lucia Ferro|Sam Ortega'.split('|');
const date = (random: Random): string =>
  `${2014 + random.below(11)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
const time = (random: Random): string => `${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))}`;
const [swap, german] = [
  (iso: string, by: string) => (iso === '' ? '' : iso.split('-').reverse().join(by)),
  (iso: string) => (iso === '' ? '' : iso.split('-').reverse().join('.')),
];

const kinds = {
  // Values of the person or company.
  first: ({ entry }) => entry.first,
  last: ({ entry }) => entry.last,
  name: ({ entry: { first, last }, nameOrder }) =>
    nameOrder === undefined ? `${first} ${last}` : `${last}${nameOrder}${first}`,
  'last, first': ({ entry: { first, last } }) => `${last}, ${first}`,
  salutation: ({ entry }) => (entry.isWoman ? 'Frau' : 'Herr'),
  sex: ({ entry }) => (entry.isWoman ? 'F' : 'M'),
  born: ({ entry }) => entry.born,
  'born d.m.y': ({ entry }) => german(entry.born),
  'born d/m/y': ({ entry }) => swap(entry.born, '/'),
  email: ({ entry }) => entry.email,
  phone: ({ entry }) => entry.phone,
  street: ({ entry }) => entry.street,
  city: ({ entry }) => entry.city,
  postalCode: ({ entry }) => entry.postalCode,
  company: ({ entry }) => entry.company,
  website: ({ entry }) => entry.website,
  jobTitle: ({ entry }) => entry.jobTitle,
  // Values that the program adds, unique per row.
  serial: ({ serial }) => String(10_001 + serial * 3),
  code: ({ random }) => `${random.pick(['C', 'K', 'M'])}-${digits(random, 7)}`,
  hex: ({ random }) => `cus_${Array.from({ length: 12 }, () => 'abcdef0123456789'[random.below(16)]!).join('')}`,
  owner: ({ random }) => random.pick(OWNERS),
  date: ({ random }) => date(random),
  'd.m.y': ({ random }) => german(date(random)),
  'd/m/y': ({ random }) => swap(date(random), '/'),
  time: ({ random }) => `${date(random)} ${time(random)}`,
  money: ({ random }) => (random.chance(0.15) ? '0.00' : `${random.below(4_000)}.${two(random.below(100))}`),
  euros: ({ random }) => `${random.below(4_000)},${two(random.below(100))} €`,
  count: ({ random }) => String(random.below(30)),
  tags: ({ random }) =>
    random.chance(0.5) ? '' : random.pick(['customer', 'newsletter', 'lead, 2023', 'vip', 'trial']),
  stage: ({ random }) => random.pick(['Lead', 'Customer', 'Opportunity', 'Subscriber']),
  yes: ({ random }) => random.pick(['yes', 'no']),
  note: ({ random }) => (random.chance(0.6) ? '' : random.pick(NOTES)),
  ip: ({ random }) => `${1 + random.below(220)}.${random.below(255)}.${random.below(255)}.${1 + random.below(250)}`,
  page: ({ entry, random }) => `https://www.linkedin.example/in/${digits(random, 9)}${entry.first === '' ? 'x' : ''}`,
  rating: ({ random }) => String(1 + random.below(5)),
  // Values of an event.
  product: ({ random }) =>
    random.pick(['Standard ticket', 'Coffee beans 1 kg', 'T-shirt blue M', 'Annual fee', 'Repair', 'Consultation']),
} as const satisfies Readonly<Record<string, Cell>>;

export interface Columns {
  readonly labels: readonly string[];
  readonly kinds: readonly ColumnKind[];
}

/** @param text `Label=kind | Label=kind`; a label without a kind is a blank column */
export function columnsOf(text: string): Columns {
  const read = text.split('|').map((each) => {
    const at = each.lastIndexOf('=');
    return [each.slice(0, at).trim(), each.slice(at + 1).trim() as ColumnKind] as const;
  });
  for (const [label, kind] of read) if (!(kind in kinds)) throw new Error(`bench: ${label}: there is no kind ${kind}`);
  return { labels: read.map(([label]) => label), kinds: read.map(([, kind]) => kind) };
}

export const cellsOf = (columns: Columns, row: RowOf): string[] => columns.kinds.map((kind) => kinds[kind](row));
