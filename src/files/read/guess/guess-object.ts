import type { Meaning } from './label-table.js';
import type { ColumnReading } from './read-columns.js';

export interface GuessedObject {
  readonly name: 'Lead' | 'Contact' | 'Account';
  /** Reason, worded for users, as the end of "because ...". */
  readonly reason: string;
  /** Whether a column names a person or a company, or has their contact data. If not, the rows are neither. */
  readonly hasParties: boolean;
}

/** Minimum share of filled rows for a column to indicate the object. */
const LEAST_FILLED = 0.2;
/** Minimum share of values with a given name in a column of people's names. */
const GIVEN_NAMES = 0.2;
/** Meanings that indicate a Lead or a Contact. */
const ofLeads: readonly Meaning[] = ['company', 'website', 'industry'];
const ofContacts: readonly Meaning[] = ['birthdate', 'homePhone', 'department', 'otherPhone'];
const ofPeople: readonly Meaning[] = ['birthdate', 'gender', 'homePhone', 'salutation'];
/** Meanings that indicate people or companies. Other items also have names, prices, dates, cities and pages. */
const ofParties: readonly Meaning[] = [
  'company',
  'email',
  'phone',
  'mobile',
  'homePhone',
  'otherPhone',
  'fax',
  'street',
  'birthdate',
];

/** Guesses the object: Lead for a person with a company, Contact for a person without, Account for a company. */
export function guessObject(readings: readonly ColumnReading[]): GuessedObject {
  const filled = readings.filter(({ look }) => look.filled >= LEAST_FILLED);
  const has = (meaning: Meaning) => filled.some((one) => one.meaning === meaning);
  const whole = filled.find(({ meaning }) => meaning === 'name' || meaning === 'fullName');
  const isOfPeople =
    has('givenName') ||
    has('familyName') ||
    (whole !== undefined &&
      (whole.look.givenName >= GIVEN_NAMES || ofPeople.some(has) || whole.meaning === 'fullName'));
  // If all other columns have a known meaning, names that are not names of people are names of companies.
  const isOfNames = whole !== undefined && readings.every(({ meaning }) => meaning !== undefined);
  const hasParties = isOfPeople || isOfNames || ofParties.some(has);
  if (!isOfPeople && (has('company') || whole !== undefined))
    return { name: 'Account', reason: 'the columns name companies but no people', hasParties };
  const count = (meanings: readonly Meaning[]) => meanings.filter(has).length;
  if (has('company') && count(ofLeads) >= count(ofContacts))
    return { name: 'Lead', reason: 'the columns name people and their companies', hasParties };
  return { name: 'Contact', reason: isOfPeople ? 'the columns name people' : 'it is the default', hasParties };
}
