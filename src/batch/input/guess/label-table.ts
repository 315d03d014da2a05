import { shippedList } from '../../../matching/lists/shipped-list.js';

/** A column's meaning; `name` is a person's, a company's, or a part of a person's: the other columns say. */
export type Meaning =
  | 'givenName'
  | 'middleName'
  | 'familyName'
  | 'name'
  | 'fullName'
  | 'salutation'
  | 'suffix'
  | 'company'
  | 'email'
  | 'phone'
  | 'mobile'
  | 'homePhone'
  | 'otherPhone'
  | 'fax'
  | 'street'
  | 'houseNumber'
  | 'city'
  | 'state'
  | 'postalCode'
  | 'country'
  | 'countryCode'
  | 'birthdate'
  | 'birthplace'
  | 'gender'
  | 'website'
  | 'jobTitle'
  | 'department'
  | 'industry'
  | 'id'
  | 'source';

/** Spellings by meaning, in the form in which people write them. */
export const labelSpellings: readonly (readonly [Meaning, readonly string[]])[] = shippedList('column-labels').map(
  (line) => {
    const [meaning, spellings] = line.split(': ') as [Meaning, string];
    return [meaning, spellings.split(' | ')] as const;
  },
);
