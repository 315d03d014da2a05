import { shippedGroups, shippedList } from './shipped-list.js';

export const freeMailDomains = shippedList('free-mail');
export const roleAddresses = shippedList('role-addresses');
export const householdAddresses = shippedList('household-addresses');

/** Mail providers that ignore dots in the local part. */
export const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com']);

/** A mail provider's main domain, by each domain that delivers to the same mailbox. */
export const sameProvider = shippedGroups('mail-providers');
