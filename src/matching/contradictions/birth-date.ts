import { compareNormalised } from '../score.js';
import { differingOf, type ContradictionKind } from './contradiction.js';

/** A complete date in the date method's normal form. */
const COMPLETE = /^\d{4}-\d\d-\d\d$/;

/** Returns whether only the year is known, which January 1 usually means. */
export const isYearAlone = (date: string): boolean => /^\d{4}(?:-01-01)?$/.test(date);

/** Complete dates that differ by more than one wrong digit, two swapped digits, or swapped day and month. */
export const birthDate: ContradictionKind = {
  name: 'birthDate',
  title: 'other birth dates',
  reads: ({ name }) =>
    /^(?:birth_?(?:date|day)|date_?of_?birth|dob|geburts(?:datum|tag)|date_?de_?naissance|fecha_?de_?nacimiento|data_?di_?nascita|geboortedatum|data_?urodzenia)(?:__c)?$/i.test(
      name,
    ),
  find(pair, fields, context) {
    const date = context.method('date');
    for (const field of fields) {
      const both = differingOf(pair, field);
      if (both === undefined) continue;
      const [a, b] = both.map((text) => date.normalise([text])) as [string, string];
      const isOneYear = (isYearAlone(a) || isYearAlone(b)) && a.slice(0, 4) === b.slice(0, 4);
      if (COMPLETE.test(a) && COMPLETE.test(b) && !isOneYear && compareNormalised(date, a, b) === 0)
        return { kind: 'birthDate', field, one: both[0], other: both[1] };
    }
    return undefined;
  },
};
