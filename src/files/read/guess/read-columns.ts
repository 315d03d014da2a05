import { fold, words } from '../../../matching/text/fold.js';
import { areFamilyFirst, areWholeNames } from '../split-name.js';
import type { ColumnSample } from './column-sample.js';
import type { Meaning } from './label-table.js';
import {
  addressNamedBy,
  isCode,
  isUninformative,
  namesOthers,
  readAnswer,
  readLabel,
  readTail,
  withoutSharedWords,
} from './read-label.js';
import { lookOf, type ValueLook } from './read-values.js';

/** The meaning of a column, and the reason for it. */
export interface ColumnReading {
  readonly position: number;
  readonly label: string;
  readonly look: ValueLook;
  readonly meaning: Meaning | undefined;
  /** Reason, worded for users, as the end of "because ...". */
  readonly reason: string;
  /** Kind of address in the label, such as `Billing`. */
  readonly address: string | undefined;
}

/** Minimum share of values that confirm the meaning of a label. */
const CONFIRMED = 0.5;
const SURE = 0.8;
/**
 * Minimum share of e-mail addresses in an "e-mail" column. With a lower share, the column has other values (`yes`,
 * `work`).
 */
const REFUTED = 0.1;
/** Minimum share of phone numbers with a plus or brackets for a column whose label names a number or code. */
const DIALLED = 0.3;
/** Minimum number of values. With fewer values, the label decides. */
const FEW_VALUES = 10;
/** Minimum share of dates that are long ago. Birth dates are often long ago; most other dates are not. */
const LONG_AGO = 0.25;
const GIVEN_NAMES = 0.3;
const LEGAL_FORMS = 0.1;
/** Maximum rows for the comparison of mailboxes with names. */
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

const IDENTIFIES = 'values have valid check digits';

export function readColumns(
  columns: readonly string[],
  sample: Pick<ColumnSample, 'rows' | 'values'>,
): ColumnReading[] {
  const readings = columns.map((label, position) => readColumn(label, position, sample));
  const own = withoutManagers(withBirthName(readings.map(asHouseNumber)), sample);
  const named = withGivenName(withEndsOfLabels(withFamilyName(own)), sample);
  return settleNames(withNames(withPostalCode(withStreet(named)), sample), sample);
}

function readColumn(label: string, position: number, sample: Pick<ColumnSample, 'rows' | 'values'>): ColumnReading {
  const look = lookOf(sample.values[position] ?? [], sample.rows);
  const of = (meaning: Meaning | undefined, reason: string): ColumnReading => ({
    ...{ position, label, look, meaning, reason, address: addressNamedBy(label) },
  });
  const reading = isUninformative(label) ? undefined : readLabel(label);
  if (reading !== undefined) {
    const { meaning, isDoubtful } = reading;
    if (look.date >= SURE && meaning !== 'birthdate') return of(undefined, 'values are dates');
    if (NAMED.has(meaning) && look.email >= SURE) return of('email', LOOKS.email);
    if (isDoubtful && namesOthers(label)) return of(undefined, 'header names somebody else');
    if (isDoubtful) {
      const seen = lookSays(look, CONFIRMED).find((each) => each === meaning);
      if (seen !== undefined) return of(meaning, `header; ${LOOKS[seen]}`);
    } else if (meaning === 'jobTitle' && look.title > CONFIRMED) return of('salutation', 'values are salutations');
    else if (meaning === 'website' && look.social > CONFIRMED) return of(undefined, 'values are social network pages');
    else if (WORDED.has(meaning) && look.filled > 0 && look.lettered < CONFIRMED)
      return of(undefined, 'values are numbers');
    else if (meaning === 'id' && look.identifier !== undefined) return of(undefined, IDENTIFIES);
    else if (meaning !== 'email' || look.email >= REFUTED || look.filled * sample.rows < FEW_VALUES)
      return of(meaning, 'header');
  }
  if (look.identifier !== undefined) return of(undefined, IDENTIFIES);
  const isUnknown = isUninformative(label);
  const seen = lookSays(look, SURE).find((each) => {
    if (each === 'postalCode') return isUnknown && look.distinct < 0.95;
    if (each === 'birthdate') return isUnknown;
    if (each === 'phone' && look.postalCode >= SURE) return false;
    return each !== 'phone' || !isCode(label) || look.dialled >= DIALLED;
  });
  if (seen !== undefined) return of(seen, LOOKS[seen]);
  if (isUnknown && look.legalForm >= LEGAL_FORMS) return of('company', 'values end in legal forms such as Ltd');
  if (isUnknown && look.givenName >= GIVEN_NAMES && look.fewWords >= SURE)
    return of('givenName', 'values are first names');
  return of(undefined, 'unknown meaning');
}

/** Meanings that a column of numbers never has, regardless of its label. */
const WORDED: ReadonlySet<Meaning> = new Set(['givenName', 'familyName', 'name', 'fullName', 'company', 'city']);

/** Meanings of labels such as `Customer` and `Subscriber`, below which some programs write the e-mail address. */
const NAMED: ReadonlySet<Meaning> = new Set(['name', 'fullName', 'company']);

/** Returns the formats of at least a given share of the values, most specific format first. */
function lookSays(look: ValueLook, share: number): (keyof typeof LOOKS)[] {
  const says: (keyof typeof LOOKS)[] = [];
  if (look.email >= share) says.push('email');
  if (look.website >= share) says.push('website');
  if (look.date >= share && look.longAgo >= LONG_AGO) says.push('birthdate');
  if (look.phone >= share) says.push('phone');
  if (look.postalCode >= share) says.push('postalCode');
  return says;
}

/** Treats "No." after a street as the house number. */
function asHouseNumber(one: ColumnReading, i: number, all: readonly ColumnReading[]): ColumnReading {
  const isNumber =
    one.meaning === 'id' && /^(?:no|n|nr|num|numero|nummer|number)$/.test(words(fold(one.label)).join(''));
  return isNumber && all[i - 1]?.meaning === 'street' && one.look.houseNumber >= SURE
    ? { ...one, meaning: 'houseNumber', reason: 'header, after a street' }
    : one;
}

/** Reads the name at birth as the family name if the column of family names is missing or has more blanks. */
function withBirthName(readings: readonly ColumnReading[]): ColumnReading[] {
  const fullest = (wanted: Meaning) =>
    readings.filter(({ meaning }) => meaning === wanted).sort((a, b) => b.look.filled - a.look.filled)[0];
  const [birth, family] = [fullest('birthName'), fullest('familyName')];
  if (birth === undefined || birth.look.filled <= (family?.look.filled ?? 0)) return [...readings];
  return readings.map((one) => {
    if (one === birth) return { ...one, meaning: 'familyName', reason: 'header; filled in most rows' };
    return one.meaning === 'familyName' ? { ...one, meaning: 'birthName' } : one;
  });
}

/** Finds the family names next to given names that were recognised only by their values. */
function withFamilyName(readings: readonly ColumnReading[]): ColumnReading[] {
  const given = readings.find(({ meaning, reason }) => meaning === 'givenName' && reason !== 'header');
  if (given === undefined || readings.some(({ meaning }) => meaning === 'familyName')) return [...readings];
  const family = [given.position + 1, given.position - 1]
    .map((position) => readings[position])
    .find((one) => one !== undefined && one.meaning === undefined && isFamilyLike(one));
  return readings.map((one) =>
    one === family
      ? { ...one, meaning: 'familyName', reason: `next to the first names in the column '${given.label}'` }
      : one,
  );
}

/** Ignores a column of account managers (few names for many rows) if another column names the people in the rows. */
function withoutManagers(readings: readonly ColumnReading[], { rows }: Pick<ColumnSample, 'rows'>): ColumnReading[] {
  const isOwn = ({ look }: ColumnReading) => look.distinct >= OWN_NAMES || look.distinct * rows >= MANY_NAMES;
  const others = readings.filter((one) => one.look.filled >= CONFIRMED && one.look.distinct >= CONFIRMED);
  const hasOther = others.some((one) => one.look.givenName >= GIVEN_NAMES && one.look.legalForm < LEGAL_FORMS);
  return readings.map((one) =>
    (one.meaning === 'fullName' || one.meaning === 'name') && hasOther && one.look.filled > 0 && !isOwn(one)
      ? { ...one, meaning: undefined, reason: 'the same few names are repeated in many rows' }
      : one,
  );
}

/**
 * Reads the end of a label if no other column has its meaning: of "About you: City", and of `CnAdrPrf_City` if the
 * column `CnAdrPrf_Addrline1` has addresses.
 */
function withEndsOfLabels(readings: readonly ColumnReading[]): ColumnReading[] {
  const has = (wanted: Meaning) => readings.some(({ meaning, look }) => meaning === wanted && look.filled > 0);
  const isNamed = has('name') || has('fullName');
  const addresses = readings
    .filter(({ look }) => look.street >= SURE && look.distinct >= OWN_NAMES)
    .map(({ label }) => label);
  const taken = new Set<Meaning>();
  return readings.map((one) => {
    if (one.meaning !== undefined || one.look.filled === 0) return one;
    const tail = readTail(one.label);
    const end =
      readAnswer(one.label) ??
      (tail === 'givenName' || tail === 'familyName' ? tail : undefined) ??
      withoutSharedWords(one.label, addresses);
    if (end === undefined || end === 'id' || end === 'source' || has(end) || taken.has(end)) return one;
    if ((NAMES.has(end) && isNamed) || (WORDED.has(end) && one.look.lettered < CONFIRMED)) return one;
    taken.add(end);
    return { ...one, meaning: end, reason: 'end of the header' };
  });
}

/**
 * Finds given names next to family names, regardless of the label. The given names must be those of the people in the
 * rows.
 */
function withGivenName(readings: readonly ColumnReading[], { rows }: Pick<ColumnSample, 'rows'>): ColumnReading[] {
  const has = (wanted: Meaning) => readings.some(({ meaning }) => meaning === wanted);
  if (!has('familyName') || has('givenName') || has('name') || has('fullName')) return [...readings];
  const [best] = readings
    .filter(({ meaning, look }) => {
      const areOwn = look.distinct >= OWN_NAMES || look.distinct * rows >= MANY_NAMES;
      return meaning === undefined && look.givenName >= CONFIRMED && look.fewWords >= SURE && areOwn;
    })
    .sort((a, b) => b.look.givenName * b.look.filled - a.look.givenName * a.look.filled);
  return readings.map((one) =>
    one === best
      ? { ...one, meaning: 'givenName', reason: 'values are first names, next to a column of last names' }
      : one,
  );
}
/** Minimum number of different first names in a column about the people in the rows. Account managers have fewer. */
const MANY_NAMES = 30;

/** Finds the column whose values are addresses and mostly distinct, if no label names streets. */
function withStreet(readings: readonly ColumnReading[]): ColumnReading[] {
  if (readings.some(({ meaning }) => meaning === 'street')) return [...readings];
  const best = readings.find(
    ({ meaning, look }) => meaning === undefined && look.street >= SURE && look.distinct >= OWN_NAMES,
  );
  return readings.map((one) => (one === best ? { ...one, meaning: 'street', reason: 'values are addresses' } : one));
}

/** Finds the postal codes next to a city, if no label names such a column: "Kod", "〒". */
function withPostalCode(readings: readonly ColumnReading[]): ColumnReading[] {
  if (readings.some(({ meaning }) => meaning === 'postalCode')) return [...readings];
  const best = readings.find(
    ({ meaning, look, position }) =>
      (meaning === undefined || meaning === 'id') &&
      look.postalCode >= SURE &&
      look.distinct < 0.95 &&
      [position - 1, position + 1].some((at) => readings[at]?.meaning === 'city'),
  );
  return readings.map((one) =>
    one === best ? { ...one, meaning: 'postalCode', reason: `${LOOKS.postalCode}, next to a city` } : one,
  );
}

export const NAMES: ReadonlySet<Meaning | undefined> = new Set(['givenName', 'familyName', 'name', 'fullName']);
/** Minimum share of distinct values in a column about the people in the rows. Account managers have fewer. */
const OWN_NAMES = 0.2;

/** A name next to a column with one of these meanings is the subject of the row, not an author or a speaker. */
const OF_PARTIES: ReadonlySet<Meaning | undefined> = new Set<Meaning>([
  'email',
  'phone',
  'mobile',
  'homePhone',
  'street',
  'birthdate',
]);

/** Finds the column whose values are full names of people and mostly distinct, if no label names such a column. */
function withNames(readings: readonly ColumnReading[], { values }: Pick<ColumnSample, 'values'>): ColumnReading[] {
  const isSaid = readings.some(({ meaning }) => NAMES.has(meaning));
  if (isSaid || !readings.some(({ meaning }) => OF_PARTIES.has(meaning))) return [...readings];
  const firm = readings.some(({ meaning }) => meaning === 'company')
    ? undefined
    : readings.find(({ meaning, look }) => meaning === undefined && isNameOfFirms(look));
  if (firm !== undefined)
    return readings.map((one) =>
      one === firm ? { ...one, meaning: 'company', reason: 'values end in legal forms such as Ltd' } : one,
    );
  const [best] = readings
    .filter(({ meaning, look, position }) => {
      if (meaning !== undefined) return false;
      const texts = values[position] ?? [];
      const areNames = look.givenName >= GIVEN_NAMES || areFamilyFirst(texts);
      return areNames && look.legalForm < LEGAL_FORMS && look.distinct >= OWN_NAMES && areWholeNames(texts);
    })
    .sort((a, b) => b.look.distinct * b.look.filled - a.look.distinct * a.look.filled);
  return readings.map((one) =>
    one === best ? { ...one, meaning: 'fullName', reason: 'values are names of people' } : one,
  );
}

function isNameOfFirms({ legalForm, givenName, distinct }: ValueLook): boolean {
  return legalForm >= OF_FIRMS && legalForm > givenName && distinct >= OWN_NAMES;
}
/** Minimum share of legal forms in an unlabelled column. Some companies omit them, and some titles contain them. */
const OF_FIRMS = 0.3;

function isFamilyLike({ label, look }: ColumnReading): boolean {
  return isUninformative(label) && look.fewWords >= SURE && look.distinct > 0.1;
}

/** Reads "Name" as family name (next to "Vorname"), given name (next to "Cognome"), full name or company. */
function settleNames(readings: readonly ColumnReading[], sample: Pick<ColumnSample, 'values'>): ColumnReading[] {
  const has = (meaning: Meaning) => readings.some((one) => one.meaning === meaning);
  const [given, family] = [has('givenName'), has('familyName')];
  return readings.map((one) => {
    if (one.meaning === 'name' && given && !family)
      return { ...one, meaning: 'familyName', reason: 'header, next to a first name' };
    if (one.meaning === 'name' && family && !given)
      return { ...one, meaning: 'givenName', reason: 'header, next to a last name' };
    if ((one.meaning === 'givenName' || one.meaning === 'familyName') && given !== family)
      return holdsWholeNames(one, sample) ? { ...one, meaning: 'fullName', reason: 'values are full names' } : one;
    if (one.meaning !== 'name' && one.meaning !== 'fullName') return one;
    if (isOfCompanies(one)) return { ...one, meaning: 'company', reason: 'header; values end in legal forms' };
    if (!readings.some((other) => namesMailboxes(one, other, sample))) return one;
    return { ...one, meaning: 'fullName', reason: 'header; e-mail addresses contain the names' };
  });
}

/** Returns whether a column labelled as half of a name has full names. Two first names or two last names are rare. */
function holdsWholeNames({ position, look }: ColumnReading, { values }: Pick<ColumnSample, 'values'>): boolean {
  const filled = (values[position] ?? []).filter((text) => text !== '');
  const ofSeveralWords = filled.filter(
    (text) => /\S\s\S/.test(text) || /^[\u3400-\u9fff\uac00-\ud7af]{3,4}$/.test(text),
  );
  return ofSeveralWords.length > SURE * filled.length && look.givenName >= GIVEN_NAMES;
}

/** Returns whether names occur before the `@` in another column. Companies' names would occur after the `@`. */
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
