import { shippedGroups, shippedList } from './shipped-list.js';

export const freeMailDomains = shippedList('free-mail');
export const roleAddresses = shippedList('role-addresses');
export const householdAddresses = shippedList('household-addresses');

/** Mail providers that ignore dots in the local part. */
export const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com']);

/** Domains of mail providers, each with the main domain that leads to the same mailboxes. */
export const sameProvider = shippedGroups('mail-providers');
