import type { Comparison } from './comparisons.js';

/** A kind of two different records that look alike for a reason, and the fields that they agree on. How many there are, and how well they agree, is learned. */
export interface RivalKind {
  readonly name: string;
  /** For each comparison: whether such records share it. The others agree by chance only. */
  readonly shares: readonly boolean[];
  /** Before anything is learned: how much of the agreement of matches such records are believed to show, 0..1; the rest is chance. */
  readonly alike: number;
}

const PLACE = /(?:City|State|StateCode|Country|CountryCode|PostalCode)$/;
const REACHED = new Set(['street', 'phone', 'email', 'website']);
/** What belongs to one person or company, or to those who live or work with them. An e-mail address does not count: it is mostly made of the name. */
const OWN = new Set(['street', 'postalCode', 'phone', 'website', 'date']);
/** Compatriots are alike a little more often than chance has it. */
const LITTLE = 0.1;
/** Fewer own fields than this would make a namesake of everyone who has moved. */
const FEWEST_OWN = 2;

/**
 * Kinds of look-alikes. Fields that hang together (street, city, postal code, a shared phone) would count many times over if chance were the only explanation of an
 * agreement: two people of one household agree on all of them, and so do two companies in one building. A kind needs two shared fields and one that is not.
 *
 * - place: the same city, region, postal code, country;
 * - household: these, street, phone, e-mail, website, and of people last name and company;
 * - namesake: the same names, and what goes with them, but nothing of their own;
 * - compatriot: names and all that goes with them are somewhat alike, as among people of one country and language;
 * - branch (of companies): the same name and website, elsewhere.
 */
export function rivalKinds(comparisons: readonly Comparison[]): RivalKind[] {
  const isPerson = comparisons.some(({ field }) => field === 'LastName');
  const own = comparisons.filter(({ method }) => OWN.has(method)).length;
  const isOwn = ({ method }: Comparison) => own < FEWEST_OWN || OWN.has(method);
  const kinds: readonly { name: string; alike: number; shares: (comparison: Comparison) => boolean }[] = [
    { name: 'place', alike: 1, shares: ({ field }) => PLACE.test(field) },
    {
      name: 'household',
      alike: 1,
      shares: ({ field, method }) =>
        PLACE.test(field) || REACHED.has(method) || (isPerson && (field === 'LastName' || field === 'Company')),
    },
    { name: 'namesake', alike: 1, shares: (comparison) => !isOwn(comparison) },
    { name: 'compatriot', alike: LITTLE, shares: (comparison) => !isOwn(comparison) },
    {
      name: 'branch',
      alike: 1,
      shares: ({ field, method }) => !isPerson && (field === 'Name' || method === 'website'),
    },
  ];
  return kinds
    .map(({ name, alike, shares }) => ({
      name,
      alike,
      shares: comparisons.map((comparison) => !isRemark(comparison) && shares(comparison)),
    }))
    .filter(
      ({ shares }) =>
        shares.filter(Boolean).length > 1 && comparisons.some((comparison, i) => !shares[i]! && !isRemark(comparison)),
    );
}

/** Swapped names say something only of pairs that their names speak against. */
function isRemark({ method }: Comparison): boolean {
  return method === 'swappedName';
}
