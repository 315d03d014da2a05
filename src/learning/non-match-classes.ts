import type { MatchMethod } from '../matching/method.js';

/** A comparison with its method. */
export interface ComparedField {
  /** Field names joined by `+`. */
  readonly field: string;
  readonly method: MatchMethod;
}

/**
 * A class of pairs of different records that look alike for a reason, and the fields that they agree on. How many there
 * are, and how well they agree, is learned.
 */
export interface NonMatchClass {
  readonly name: string;
  /** For each comparison: whether such records share it. The others agree by chance only. */
  readonly shares: readonly boolean[];
  /**
   * Before anything is learned: how much of the agreement of matches such records are believed to show, 0..1; the rest
   * is chance.
   */
  readonly alike: number;
  /** For each comparison: whether they never share the value itself, which belongs to one, but one made alike. */
  readonly neverEqual: readonly boolean[];
  /**
   * Whether such pairs are counted over the whole table: too many of them show no likeness besides for a sample of
   * likely pairs.
   */
  readonly isCounted: boolean;
  /** Whether they are blank alike, for they were entered alike: together, or by the same people. */
  readonly isBlankAlike: boolean;
}

const PLACE = /(?:City|State|StateCode|Country|CountryCode|PostalCode)$/;
/** Compatriots are alike a little more often than chance has it. */
const LITTLE = 0.1;
/** Fewer fields that tell namesakes apart would make a namesake of everyone who has moved. */
const FEWEST_TELLING = 2;

/**
 * Non-match classes. Fields that hang together (street, city, postal code, a shared phone) would count many times over
 * if chance were the only explanation of an agreement: two people of one household agree on all of them, and so do two
 * companies in one building. A class needs two shared fields and one that is not.
 *
 * - place: the same city, region, postal code, country;
 * - household: these, street, phone, e-mail, website, and of people last name and company;
 * - mailbox: an e-mail address that a family, a firm or namesakes share, or that was given to somebody else since; and
 *   of people last name and company, but not where they live;
 * - namesake: the same names, and what goes with them, but nothing of their own;
 * - compatriot: names and all that goes with them are somewhat alike, as among people of one country and language;
 * - branch (of companies): the same name and website, elsewhere.
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
  // Where nothing tells whether they live together the two are one class.
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
      // An e-mail address is mostly made of the name; nobody has a namesake's own.
      neverEqual: comparisons.map(({ method }) => areNamesakes && method.kind === 'own'),
      // Swapped names are the same names.
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
