import { shippedList } from './shipped-list.js';

const writtenGivenNames = shippedList('written-given-names');

const shortForms = shippedList('nicknames');
export const nicknames: readonly string[] = [...shortForms, ...writtenGivenNames];
/** Number of the first group of names in other scripts and their Latin spellings. */
export const WRITTEN_GROUPS = shortForms.length;
const forms = shortForms.flatMap((line) => {
  const [head, ...all] = line.split(/:? /) as [string, ...string[]];
  return all.map((form) => [form, head] as const);
});
const headed = new Set(forms.map(([form, head]) => `${head} ${form}`));
/** Full names by short form. */
export const headOf: ReadonlyMap<string, string> = new Map(forms);
/** Returns whether a name is the full name of a short form: Elizabeth is the full name of Lisa, but Beth is not. */
export const isHeadOf = (name: string, form: string): boolean => headed.has(`${name} ${form}`);
const ofPeople = new Set(shortForms.flatMap((line) => line.split(/:? /)));
/** Returns whether a word is a first name with short forms, or a short form. */
export const isNickname = (name: string): boolean => ofPeople.has(name);
export const familyNames = shippedList('written-family-names');
/** Arabic first names in Latin letters, which the father's name may follow. */
export const patronymics: ReadonlySet<string> = new Set(
  writtenGivenNames.filter((line) => /[\u0600-\u06ff]/.test(line)).flatMap((line) => line.split(': ')[1]!.split(' ')),
);
