import { shippedList } from '../../../matching/lists/shipped-list.js';

type NamePartMeaning = 'givenName' | 'middleName' | 'familyName' | 'birthName' | 'familyPrefix';
type NameMeaning = NamePartMeaning | 'fullName' | 'salutation' | 'suffix';
type ContactMeaning = 'email' | 'phone' | 'mobile' | 'homePhone' | 'otherPhone' | 'fax' | 'website';
type PlaceMeaning = 'street' | 'houseNumber' | 'unit' | 'city' | 'state' | 'postalCode' | 'country' | 'countryCode';
type OtherMeaning = 'birthdate' | 'birthplace' | 'gender' | 'jobTitle' | 'department' | 'industry' | 'id' | 'source';
/**
 * Meaning of a column. Other columns decide whether a `name` belongs to a person, is a part of a person's name, or
 * belongs to a company.
 */
export type Meaning = NameMeaning | 'name' | 'company' | ContactMeaning | PlaceMeaning | OtherMeaning;

export const labelSpellings: readonly (readonly [Meaning, readonly string[]])[] = shippedList('column-labels').map(
  (line) => {
    const [meaning, spellings] = line.split(': ') as [Meaning, string];
    return [meaning, spellings.split(' | ')] as const;
  },
);
