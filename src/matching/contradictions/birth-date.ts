import { compareNormalised } from '../score.js';
import { differingOf, type ContradictionKind } from './contradiction.js';

/** A date in the normal form of the method `date`. The day, or month and day, may be missing. */
const DATE = /^\d{4}(?:-\d\d){0,2}$/;
const COMPLETE = 'YYYY-MM-DD'.length;

/** Returns whether only the year is known, which January 1 usually means. */
export const isYearAlone = (date: string): boolean => /^\d{4}(?:-01-01)?$/.test(date);

/**
 * Complete dates contradict each other unless they differ only by one wrong digit, two swapped digits, or swapped day
 * and month. Years contradict each other if they differ by more than one.
 */
export const birthDate: ContradictionKind = {
  name: 'birthDate',
  title: 'different birth dates',
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
      if (!DATE.test(a) || !DATE.test(b)) continue;
      const years = Math.abs(Number(a.slice(0, 4)) - Number(b.slice(0, 4)));
      const areComplete = a.length === COMPLETE && b.length === COMPLETE;
      const isOneYear = years === 0 && (isYearAlone(a) || isYearAlone(b));
      if (areComplete ? !isOneYear && compareNormalised(date, a, b) === 0 : years > 1)
        return { kind: 'birthDate', field, one: both[0], other: both[1] };
    }
    return undefined;
  },
};
