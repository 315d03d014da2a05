import { fold, words } from '../../../matching/text/fold.js';
import type { ColumnSample } from './column-sample.js';
import type { Meaning } from './label-table.js';
import { addressNamedBy, isCode, isUninformative, readLabel } from './read-label.js';
import { lookOf, type ValueLook } from './read-values.js';

/** The meaning of a column, and how it is known. */
export interface ColumnReading {
  readonly position: number;
  readonly label: string;
  readonly look: ValueLook;
  readonly meaning: Meaning | undefined;
  /** For people: the end of "because ...". */
  readonly reason: string;
  /** The kind of address that the label names, such as `Billing`. */
  readonly address: string | undefined;
}

/**
 * Shares of values from which they say what a column is: with a label that says so too, beside one that says nothing of
 * it, without any.
 */
const CONFIRMED = 0.5;
const SURE = 0.8;
/** Below this share an "e-mail" column holds something else (`yes`, `work`). */
const REFUTED = 0.1;
/** Columns of fewer values are taken at their label's word. */
const FEW_VALUES = 10;
/** Birthdays lie far back, dates of other things do not. */
const LONG_AGO = 0.25;
const GIVEN_NAMES = 0.3;
const LEGAL_FORMS = 0.1;
/** Rows by which mailboxes are looked at, the share named like the row, and the letters of a word that say so. */
const LOOKED = 2_000;
const NAMED_MAILBOXES = 0.2;
const LEAST_LETTERS = 3;

const LOOKS = {
  email: 'values look like e-mail addresses',
  website: 'values look like web addresses',
  phone: 'values look like telephone numbers',
  postalCode: 'values look like postal codes',
  birthdate: 'values look like dates of birth',
} as const;

/** Reads labels and values of all columns. */
export function readColumns(
  columns: readonly string[],
  sample: Pick<ColumnSample, 'rows' | 'values'>,
): ColumnReading[] {
  const readings = columns.map((label, position) => readColumn(label, position, sample));
  return settleNames(withFamilyName(readings), sample);
}

function readColumn(label: string, position: number, sample: Pick<ColumnSample, 'rows' | 'values'>): ColumnReading {
  const look = lookOf(sample.values[position] ?? [], sample.rows);
  const of = (meaning: Meaning | undefined, reason: string): ColumnReading => ({
    ...{ position, label, look, meaning, reason, address: addressNamedBy(label) },
  });
  const reading = isUninformative(label) ? undefined : readLabel(label);
  if (reading !== undefined) {
    const { meaning, isDoubtful } = reading;
    if (isDoubtful) {
      const seen = lookSays(look, CONFIRMED).find((each) => each === meaning);
      if (seen !== undefined) return of(meaning, `label and ${LOOKS[seen]}`);
    } else if (meaning === 'jobTitle' && look.title > CONFIRMED) return of('salutation', 'values are forms of address');
    else if (meaning !== 'email' || look.email >= REFUTED || look.filled * sample.rows < FEW_VALUES)
      return of(meaning, 'label');
  }
  const isUnknown = isUninformative(label);
  const seen = lookSays(look, SURE).find((each) => {
    if (each === 'postalCode') return isUnknown && look.distinct < 0.95;
    if (each === 'birthdate') return isUnknown;
    return each !== 'phone' || !isCode(label);
  });
  if (seen !== undefined) return of(seen, LOOKS[seen]);
  if (isUnknown && look.legalForm >= LEGAL_FORMS) return of('company', 'values end in legal forms of companies');
  if (isUnknown && look.givenName >= GIVEN_NAMES && look.fewWords >= SURE)
    return of('givenName', 'values are given names');
  return of(undefined, 'nothing is known of such a column');
}

/** The look of a share of the values, most telling first. */
function lookSays(look: ValueLook, share: number): (keyof typeof LOOKS)[] {
  const says: (keyof typeof LOOKS)[] = [];
  if (look.email >= share) says.push('email');
  if (look.website >= share) says.push('website');
  if (look.date >= share && look.longAgo >= LONG_AGO) says.push('birthdate');
  if (look.phone >= share) says.push('phone');
  if (look.postalCode >= share) says.push('postalCode');
  return says;
}

/** Beside a column of given names that only its values show stands the one of the family names, in front or behind. */
function withFamilyName(readings: readonly ColumnReading[]): ColumnReading[] {
  const given = readings.find(({ meaning, reason }) => meaning === 'givenName' && reason !== 'label');
  if (given === undefined || readings.some(({ meaning }) => meaning === 'familyName')) return [...readings];
  const family = [given.position + 1, given.position - 1]
    .map((position) => readings[position])
    .find((one) => one !== undefined && one.meaning === undefined && isFamilyLike(one));
  return readings.map((one) =>
    one === family
      ? { ...one, meaning: 'familyName', reason: `names beside the given names of '${given.label}'` }
      : one,
  );
}

function isFamilyLike({ label, look }: ColumnReading): boolean {
  return isUninformative(label) && look.fewWords >= SURE && look.distinct > 0.1;
}

/** "Name" is a family name beside "Vorname", a given name beside "Cognome", else a whole name or a company. */
function settleNames(readings: readonly ColumnReading[], sample: Pick<ColumnSample, 'values'>): ColumnReading[] {
  const has = (meaning: Meaning) => readings.some((one) => one.meaning === meaning);
  const [given, family] = [has('givenName'), has('familyName')];
  return readings.map((one) => {
    if (one.meaning === 'name' && given && !family)
      return { ...one, meaning: 'familyName', reason: 'label, beside a first name' };
    if (one.meaning === 'name' && family && !given)
      return { ...one, meaning: 'givenName', reason: 'label, beside a last name' };
    if (one.meaning !== 'name' && one.meaning !== 'fullName') return one;
    if (isOfCompanies(one)) return { ...one, meaning: 'company', reason: 'label and values end in legal forms' };
    if (!readings.some((other) => namesMailboxes(one, other, sample))) return one;
    return { ...one, meaning: 'fullName', reason: 'label, and mailboxes are named so' };
  });
}

/**
 * Whether the names of a column stand before the `@` of another one: people's do, companies' stand behind it. Known by
 * no list, so that it holds in every language.
 */
function namesMailboxes(names: ColumnReading, mails: ColumnReading, { values }: Pick<ColumnSample, 'values'>): boolean {
  if (mails.meaning !== 'email') return false;
  const rows = (values[mails.position] ?? []).slice(0, LOOKED).flatMap((mail, row) => {
    const name = values[names.position]?.[row] ?? '';
    return mail.includes('@') && name !== '' ? [[words(fold(name)), fold(mail)] as const] : [];
  });
  const named = rows.filter(([name, mail]) => {
    const at = mail.lastIndexOf('@');
    return name.some(
      (word) => word.length >= LEAST_LETTERS && mail.slice(0, at).includes(word) && !mail.includes(word, at),
    );
  });
  return rows.length > 0 && named.length >= NAMED_MAILBOXES * rows.length;
}

function isOfCompanies({ look }: ColumnReading): boolean {
  return look.legalForm >= LEGAL_FORMS && look.legalForm > look.givenName;
}
