import { shippedList } from '../../../matching/lists/shipped-list.js';

/** `name` is a person's, a company's, or part of a person's, depending on the other columns. */
export type Meaning =
  | 'givenName'
  | 'middleName'
  | 'familyName'
  | 'familyPrefix'
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
  | 'unit'
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

/** By meaning, in the form in which people write them. */
export const labelSpellings: readonly (readonly [Meaning, readonly string[]])[] = shippedList('column-labels').map(
  (line) => {
    const [meaning, spellings] = line.split(': ') as [Meaning, string];
    return [meaning, spellings.split(' | ')] as const;
  },
);
