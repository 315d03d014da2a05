import { shippedGroups, shippedList } from './shipped-list.js';

export const freeMailDomains = shippedList('free-mail');
export const roleAddresses = shippedList('role-addresses');
export const householdAddresses = shippedList('household-addresses');

/** Providers that ignore dots in the local part. */
export const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com']);

/** One mailbox under several domains. */
export const sameProvider = shippedGroups('mail-providers');
