import { isOther, type Agreements, type Grounds, type GroundKind } from './grounds.js';

const OWN: readonly GroundKind[] = ['phone', 'email', 'street'];

/**
 * Grounds that two records of companies may rest on. A company's name may carry an upsert; of the same name in another
 * town, it has moved unless the store knows the phone or the website at other places, as those of a chain.
 */
export function companyGrounds(agreements: Agreements): Grounds {
  const hasMore = () => agreements.hasIdentifier() || agreements.hasParent() || agreements.hasOther();
  // Another website is another firm's, unless more than its name and town speaks for the pair.
  if (isOther(agreements.of('website')) && !OWN.some((kind) => agreements.of(kind).similarity > 0))
    return hasMore() ? 'enough' : 'none';
  // Berger and Burger are two firms of one house, unless they share more than its address.
  const isReached = (['phone', 'email', 'website'] as const).some((kind) => agreements.of(kind).value !== undefined);
  if (!isReached && agreements.differInShortWord()) return hasMore() ? 'enough' : 'none';
  const isElsewhere = (kind: 'city' | 'postalCode' | 'street') => isOther(agreements.of(kind));
  if (!isElsewhere('city') && !(isElsewhere('postalCode') && isElsewhere('street'))) return 'enough';
  if (hasMore()) return 'enough';
  const mailbox = agreements.isRoleMailbox() ? undefined : agreements.of('email').value;
  // Another street of another town, and another number there: a branch, which shares the website with all of them.
  const isBranch = isElsewhere('street') && isOther(agreements.of('phone'));
  const values = [
    isBranch || agreements.isHostAlone() ? undefined : agreements.of('website').value,
    agreements.of('phone').value,
    mailbox,
  ].filter((one) => one !== undefined);
  return values.length === 0 ? 'none' : { unlessShared: values };
}
