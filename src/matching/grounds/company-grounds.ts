import {
  areRegisteredApart,
  differInShortWord,
  hasNameBeyond,
  hasPartBehind,
  hasPartBeyond,
  haveOtherNames,
} from '../contradictions/company-names.js';
import { fold } from '../text/fold.js';
import { SAME_LAST_SEVEN } from '../methods/phone.js';
import { OTHER_SUFFIX } from '../methods/website.js';
import { isOther, type Agreements, type Grounds, type GroundKind } from './agreement.js';

const OWN: readonly GroundKind[] = ['phone', 'email', 'street', 'account'];

/** Returns grounds for companies. In the same town, the name can suffice. Otherwise a phone or website must agree. */
export function companyGrounds(agreements: Agreements): Grounds {
  const hasMore = () => agreements.hasIdentifier() || agreements.hasParent() || agreements.hasOther();
  const companies = agreements.companies();
  // A parent company and its subsidiary may share a phone number and a website.
  if (companies !== undefined && areRegisteredApart(...companies)) return hasMore() ? 'enough' : 'none';
  // A different website or account means a different company, unless more than name and town agrees.
  const isOtherFirms =
    (agreements.of('website').value !== undefined && agreements.areTwoSites()) ||
    (['website', 'account'] as const)
      .map((kind) => agreements.of(kind))
      .some(({ isCompared, similarity, value }) => isCompared && value === undefined && similarity !== OTHER_SUFFIX);
  if (isOtherFirms && !OWN.some((kind) => agreements.of(kind).value !== undefined))
    return hasMore() ? 'enough' : 'none';
  if (companies !== undefined && haveOtherNames(...companies) && agreements.of('website').value === undefined)
    return hasMore() ? 'enough' : 'none';
  // Berger and Burger are two companies in the same building, unless more than the address agrees.
  const isReached = (['phone', 'email', 'website', 'account'] as const).some(
    (kind) => agreements.of(kind).value !== undefined,
  );
  const mayBeTwo =
    companies !== undefined &&
    (differInShortWord(...companies) ||
      hasNameBeyond(...companies) ||
      (agreements.of('street').value === undefined && hasPartBehind(...companies)));
  const site = agreements.of('website').value?.text;
  const hasMoreThanSite =
    OWN.some((kind) => agreements.of(kind).value !== undefined) || agreements.of('city').similarity > 0;
  if (companies !== undefined && site !== undefined && !hasMoreThanSite && hasPartBeyond(...companies, fold(site)))
    return hasMore() ? 'enough' : 'none';
  if (!isReached && mayBeTwo) return hasMore() ? 'enough' : 'none';
  const isElsewhere = (kind: 'city' | 'postalCode' | 'street') => isOther(agreements.of(kind));
  if (!isElsewhere('city') && !(isElsewhere('postalCode') && isElsewhere('street'))) {
    // A name with a legal form is unique in its town, but two shops without one may share a name.
    const isSign = companies?.every(({ legalForm }) => legalForm === '') === true;
    const isNowhere = isOther(agreements.of('phone')) && !isReached && agreements.of('street').similarity === 0;
    return isSign && isNowhere && !hasMore() ? 'none' : 'enough';
  }
  if (hasMore()) return 'enough';
  const mailbox = agreements.isRoleMailbox() ? undefined : agreements.of('email').value;
  // A record with a different town, phone and street is a branch. All branches share the company's website.
  const phone = agreements.of('phone');
  const isOtherLine = phone.isCompared && phone.similarity <= SAME_LAST_SEVEN;
  const isBranch = isOtherLine && (isElsewhere('street') || !agreements.of('street').isCompared);
  const values = [
    isBranch || agreements.isHostAlone() ? undefined : agreements.of('website').value,
    agreements.of('phone').value,
    agreements.of('account').value,
    mailbox,
  ].filter((one) => one !== undefined);
  return values.length === 0 ? 'none' : { unlessShared: values };
}
