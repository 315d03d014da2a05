import type { Comparison } from './comparisons.js';

/** A kind of two different records that look alike for a reason, and the fields that they agree on. How many there are, and how well they agree, is learned. */
export interface RivalKind {
  readonly name: string;
  /** For each comparison: whether such records share it. The others agree by chance only. */
  readonly shares: readonly boolean[];
}

const PLACE = /(?:City|State|StateCode|Country|CountryCode|PostalCode)$/;
const REACHED = new Set(['street', 'phone', 'email', 'website']);

/**
 * Kinds of look-alikes. Fields that hang together (street, city, postal code, a shared phone) would count many times over if chance were the only explanation of an
 * agreement: two people of one household agree on all of them, and so do two companies in one building. A kind needs two shared fields and one that is not.
 *
 * - place: the same city, region, postal code, country;
 * - household: these, street, phone, e-mail, website, and of people last name and company;
 * - branch (of companies): the same name and website, elsewhere.
 */
export function rivalKinds(comparisons: readonly Comparison[]): RivalKind[] {
  const isPerson = comparisons.some(({ field }) => field === 'LastName');
  const kinds: readonly { name: string; shares: (comparison: Comparison) => boolean }[] = [
    { name: 'place', shares: ({ field }) => PLACE.test(field) },
    {
      name: 'household',
      shares: ({ field, method }) =>
        PLACE.test(field) || REACHED.has(method) || (isPerson && (field === 'LastName' || field === 'Company')),
    },
    { name: 'branch', shares: ({ field, method }) => !isPerson && (field === 'Name' || method === 'website') },
  ];
  return kinds
    .map(({ name, shares }) => ({ name, shares: comparisons.map(shares) }))
    .filter(
      ({ shares }) =>
        shares.filter(Boolean).length > 1 &&
        comparisons.some(({ method }, i) => !shares[i]! && method !== 'swappedName'),
    );
}
