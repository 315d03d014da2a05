import { shippedList } from '../../../matching/lists/shipped-list.js';

type NameMeaning = 'givenName' | 'middleName' | 'familyName' | 'familyPrefix' | 'fullName' | 'salutation' | 'suffix';
type ContactMeaning = 'email' | 'phone' | 'mobile' | 'homePhone' | 'otherPhone' | 'fax' | 'website';
type PlaceMeaning = 'street' | 'houseNumber' | 'unit' | 'city' | 'state' | 'postalCode' | 'country' | 'countryCode';
type OtherMeaning = 'birthdate' | 'birthplace' | 'gender' | 'jobTitle' | 'department' | 'industry' | 'id' | 'source';
/** `name` may be the name of a person, of a company, or part of a person's name, depending on the other columns. */
export type Meaning = NameMeaning | 'name' | 'company' | ContactMeaning | PlaceMeaning | OtherMeaning;

/** Spellings of labels by meaning, as people write them. */
export const labelSpellings: readonly (readonly [Meaning, readonly string[]])[] = shippedList('column-labels').map(
  (line) => {
    const [meaning, spellings] = line.split(': ') as [Meaning, string];
    return [meaning, spellings.split(' | ')] as const;
  },
);
