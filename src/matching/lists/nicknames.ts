import { shippedList } from './shipped-list.js';

const writtenGivenNames = shippedList('written-given-names');

export const nicknames: readonly string[] = [...shippedList('nicknames'), ...writtenGivenNames];
export const familyNames = shippedList('written-family-names');
/** First names of Arabia in Latin letters, where the father's follows one's own. */
export const patronymics: ReadonlySet<string> = new Set(
  writtenGivenNames.filter((line) => /[\u0600-\u06ff]/.test(line)).flatMap((line) => line.split(': ')[1]!.split(' ')),
);
