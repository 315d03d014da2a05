import { Contacts, type Contact } from '../synthetic/contacts.js';
import { corrupt } from '../synthetic/corruptions.js';
import { Random } from '../synthetic/random.js';
import { DIFFICULTIES, rowsWithDuplicates } from '../synthetic/tasks.js';
import type { DataSet } from '../quality/data-set.js';
import { truthOfLabels, type Truth } from '../../src/files/evaluation/truth.js';

/** Rows with known matching pairs. */
export interface MatchingTask {
  readonly name: string;
  readonly object: string;
  readonly ids: readonly string[];
  /** Source of each row. Only pairs across sources count. Empty: one table. */
  readonly sources: readonly string[];
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly truth: Truth;
}

export function taskOfSet({ name, mapping, rows, truth }: DataSet): MatchingTask {
  return { name, object: mapping.object, ids: rows.ids, sources: rows.sources, rows: [...rows.texts], truth };
}

/** Contacts in households. One row in six is a retyped earlier row. */
export function generatedContacts(size: number): MatchingTask {
  return labelled(
    `${size} contacts`,
    [...rowsWithDuplicates(new Contacts(), size)].map(({ values, duplicateOf }, row) => ({
      values,
      person: duplicateOf ?? row,
    })),
  );
}

/** The same contacts with only one column, the full name. */
export function generatedNames(size: number): MatchingTask {
  const { ids, rows, truth, object, sources } = generatedContacts(size);
  const named = rows.map(({ FirstName = '', LastName = '' }) => ({ Name: `${FirstName} ${LastName}`.trim() }));
  return { name: `${size} contacts, Name only`, object, ids, sources, rows: named, truth };
}

/** Columns that each source of a linkage fills: the first has phone numbers, the second e-mail addresses. */
const FILLED = {
  crm: ['FirstName', 'LastName', 'Phone', 'MailingStreet', 'MailingCity'],
  shop: ['FirstName', 'LastName', 'Email', 'MailingStreet', 'MailingCity', 'MailingPostalCode'],
} as const;

/**
 * Two sources of the same size that fill different columns. Half the people of the first source are also in the second,
 * retyped.
 */
export function generatedLinkage(size: number): MatchingTask {
  const contacts = new Contacts();
  const random = new Random(17);
  const half = size >> 1;
  const persons = Array.from({ length: size }, (_, row) => {
    const source = row < half ? 'crm' : 'shop';
    const person = row < half || row % 2 === 0 ? row % half : row;
    const known = contacts.values(person);
    const values = row < half ? known : corrupt(known, DIFFICULTIES[row % 3]!, random);
    return { values: only(values, FILLED[source]), person, source };
  });
  return labelled(`linkage of ${size} rows of two sources`, persons);
}

const only = (values: Contact, fields: readonly string[]): Contact =>
  Object.fromEntries(fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])));

function labelled(
  name: string,
  rows: readonly { readonly values: Contact; readonly person: number; readonly source?: string }[],
): MatchingTask {
  const rowsOf = new Map<number, number[]>();
  rows.forEach(({ person }, row) => rowsOf.set(person, [...(rowsOf.get(person) ?? []), row]));
  const pairs = [...rowsOf.values()].flatMap((same) =>
    same.flatMap((b, i) => same.slice(0, i).map((a) => [a, b] as const)),
  );
  return {
    name,
    object: 'Contact',
    ids: rows.map((_, row) => String(row)),
    sources: rows.flatMap(({ source }) => source ?? []),
    rows: rows.map(({ values }) => values),
    truth: truthOfLabels(pairs.map(([a, b]) => ({ id1: String(a), id2: String(b), isSame: true }))),
  };
}
