import { shippedGroups, shippedList } from './shipped-list.js';

export const freeMailDomains = shippedList('free-mail');
export const roleAddresses = shippedList('role-addresses');
export const householdAddresses = shippedList('household-addresses');

/** Mail providers that ignore dots in the local part. */
export const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com']);

/** Maps each domain of a mail provider to its main domain, if both deliver to the same mailboxes. */
export const sameProvider = shippedGroups('mail-providers');
