import type { Meaning } from './label-table.js';
import type { ColumnReading } from './read-columns.js';

export interface GuessedObject {
  readonly name: 'Lead' | 'Contact' | 'Account';
  /** For people: the end of "because ...". */
  readonly reason: string;
}

/** A column that fewer rows fill says little of what the rows are. */
const LEAST_FILLED = 0.2;
/** Share of given names from which a column of names is one of people. */
const GIVEN_NAMES = 0.2;
/** What only one of the two objects of people has. */
const ofLeads: readonly Meaning[] = ['company', 'website', 'industry'];
const ofContacts: readonly Meaning[] = ['birthdate', 'homePhone', 'department', 'otherPhone'];

/**
 * Which object the rows of a file are: a Lead is a person with a company, a Contact one without, an Account a company.
 */
export function guessObject(readings: readonly ColumnReading[]): GuessedObject {
  const filled = readings.filter(({ look }) => look.filled >= LEAST_FILLED);
  const has = (meaning: Meaning) => filled.some((one) => one.meaning === meaning);
  const whole = filled.find(({ meaning }) => meaning === 'name' || meaning === 'fullName');
  const isOfPeople =
    has('givenName') ||
    has('familyName') ||
    (whole !== undefined && (whole.look.givenName >= GIVEN_NAMES || (whole.meaning === 'fullName' && !has('company'))));
  if (!isOfPeople && (has('company') || whole !== undefined))
    return { name: 'Account', reason: 'the rows name companies and no people' };
  const count = (meanings: readonly Meaning[]) => meanings.filter(has).length;
  if (has('company') && count(ofLeads) >= count(ofContacts))
    return { name: 'Lead', reason: 'the rows name people and their companies' };
  return { name: 'Contact', reason: isOfPeople ? 'the rows name people' : 'the columns say nothing else' };
}
