import { isOther, type Agreements, type Grounds } from './grounds.js';

/**
 * Grounds that two records of companies may rest on. A company's name may carry an upsert; of the same name in another
 * town, it has moved unless the store knows the phone or the website at other places, as those of a chain.
 */
export function companyGrounds(agreements: Agreements): Grounds {
  const { city, postalCode, street, phone, website, email, isRoleMailbox, hasIdentifier, hasParent, hasOther } =
    agreements;
  if (hasIdentifier || hasParent || hasOther) return 'enough';
  if (!isOther(city) && !(isOther(postalCode) && isOther(street))) return 'enough';
  const values = [website.value, phone.value, isRoleMailbox ? undefined : email.value].filter(
    (one) => one !== undefined,
  );
  return values.length === 0 ? 'none' : { unlessShared: values };
}
