import type { FieldTexts } from '../../src/matching/field-texts.js';
import type { Contacts } from './contacts.js';

/** Phone number of one record in twenty: 50,000 of a million. */
export const SHARED_PHONE = '(212) 555-0100';

/** A generated contact; one in twenty has the shared phone. */
export function withSharedPhone(contacts: Contacts, number: number): FieldTexts {
  const values = contacts.values(number);
  return number % 20 === 7 ? { ...values, Phone: SHARED_PHONE } : values;
}

/** Searches by name that find many similar records. */
export const WORST_CASES: readonly (readonly [name: string, values: FieldTexts])[] = [
  ['most common first and last name', { FirstName: 'James', LastName: 'Smith' }],
  ['most common last name', { LastName: 'Smith' }],
  ['most common first name', { FirstName: 'James' }],
  ['most common city', { MailingCity: 'Abilene' }],
  ['most common name, most common city', { FirstName: 'James', LastName: 'Smith', MailingCity: 'Abilene' }],
  ['one initial', { FirstName: 'J' }],
  ['initial and most common last name', { FirstName: 'J', LastName: 'Smith' }],
  ['two initials', { FirstName: 'J', LastName: 'S' }],
  ['phone shared by a twentieth', { Phone: SHARED_PHONE }],
  ['shared phone, most common last name', { Phone: SHARED_PHONE, LastName: 'Smith' }],
  ['shared phone, most common name', { Phone: SHARED_PHONE, FirstName: 'James', LastName: 'Smith' }],
  [
    'shared phone, most common name, an e-mail',
    { Phone: SHARED_PHONE, FirstName: 'James', LastName: 'Smith', Email: 'james.smith@gmail.com' },
  ],
  ['e-mail of one common word', { Email: 'james@gmail.com' }],
];
