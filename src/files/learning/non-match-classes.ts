import type { MatchMethod } from '../../matching/method.js';

interface ComparedField {
  /** Field name, or several names joined by `+`. */
  readonly field: string;
  readonly method: MatchMethod;
}

/**
 * Pairs of different records that look alike for a reason. The number of these pairs and their agreement are learned.
 */
export interface NonMatchClass {
  readonly name: string;
  /**
   * For each comparison, whether such records agree in it for this reason. In other comparisons, they agree by chance.
   */
  readonly shares: readonly boolean[];
  /** Initial agreement relative to that of matches, 0..1. The rest is chance. */
  readonly alike: number;
  /** For each comparison, whether such records have similar but not equal values, because values are personal. */
  readonly neverEqual: readonly boolean[];
  /** Whether such pairs are counted over the whole table, because a sample misses pairs that agree in one field. */
  readonly isCounted: boolean;
  /** Whether such records have the same blanks, because they are entered together or by the same people. */
  readonly isBlankAlike: boolean;
}

const PLACE = /(?:City|State|StateCode|Country|CountryCode|PostalCode)$/;
/** People from the same country are slightly more alike than chance predicts. */
const LITTLE = 0.1;
/** Minimum distinguishing fields. With fewer fields, every person who has moved would be a namesake. */
const FEWEST_TELLING = 2;

/**
 * Classes of look-alikes. Without these classes, correlated fields (street, city, postal code, a shared phone) would
 * count several times, as if they agreed by chance. A class needs two shared fields and an unshared field.
 * - place: the same city, region, postal code, country;
 * - household: the same place, street, phone, e-mail, website and, for people, last name and company;
 * - mailbox: an e-mail address that a family, a company or namesakes share, and for people last name and company, but
 *   not the address;
 * - namesake: the same names and related fields, but no personal fields;
 * - compatriot: similar names and related fields, as among people of the same country and language;
 * - branch (of companies): the same name and website in a different place.
 */
export function nonMatchClasses(comparisons: readonly ComparedField[]): NonMatchClass[] {
  const isPerson = comparisons.some(({ field }) => field === 'LastName');
  const isShared = ({ method: { sharedBy = ['namesake'] } }: ComparedField, by: Class) => sharedBy.includes(by);
  const telling = comparisons.filter((comparison) => !isShared(comparison, 'namesake')).length;
  const byNamesakes = (comparison: ComparedField) => telling >= FEWEST_TELLING && isShared(comparison, 'namesake');
  const byMailbox = (comparison: ComparedField) =>
    isShared(comparison, 'mailbox') || (isPerson && isOfFamilyOrFirm(comparison));
  const byHouseholds = (comparison: ComparedField) =>
    PLACE.test(comparison.field) || isShared(comparison, 'household') || (isPerson && isOfFamilyOrFirm(comparison));
  // Without a field that shows whether they live together, household and mailbox are one class.
  const isApart = comparisons.some((comparison) => byHouseholds(comparison) && !byMailbox(comparison));
  const kinds: readonly {
    name: string;
    alike: number;
    isCounted?: true;
    areNamesakes?: true;
    isBlankAlike?: true;
    shares: (comparison: ComparedField) => boolean;
  }[] = [
    { name: 'place', alike: 1, isCounted: true, shares: ({ field }) => PLACE.test(field) },
    { name: 'household', alike: 1, isBlankAlike: true, shares: byHouseholds },
    { name: 'mailbox', alike: 1, shares: (comparison) => isApart && byMailbox(comparison) },
    { name: 'namesake', alike: 1, areNamesakes: true, isBlankAlike: true, shares: byNamesakes },
    { name: 'compatriot', alike: LITTLE, areNamesakes: true, shares: byNamesakes },
    {
      name: 'branch',
      alike: 1,
      isBlankAlike: true,
      shares: (comparison) => !isPerson && (comparison.field === 'Name' || isShared(comparison, 'branch')),
    },
  ];
  return kinds
    .map(({ name, alike, isCounted = false, areNamesakes = false, isBlankAlike = false, shares }) => ({
      name,
      alike,
      isCounted,
      isBlankAlike,
      // Most e-mail addresses consist of the name, but no two namesakes have the same e-mail address.
      neverEqual: comparisons.map(({ method }) => areNamesakes && method.kind === 'own'),
      // Swapped names agree for the same reason as the names.
      shares: comparisons.map((comparison) => (!isRemark(comparison) || areNamesakes) && shares(comparison)),
    }))
    .filter(
      ({ shares }) =>
        comparisons.filter((comparison, i) => shares[i]! && !isRemark(comparison)).length > 1 &&
        comparisons.some((comparison, i) => !shares[i]! && !isRemark(comparison)),
    );
}

function isOfFamilyOrFirm({ field }: ComparedField): boolean {
  return field === 'LastName' || field === 'Company';
}

type Class = NonNullable<MatchMethod['sharedBy']>[number];

function isRemark({ method }: ComparedField): boolean {
  return method.kind === 'remark';
}
