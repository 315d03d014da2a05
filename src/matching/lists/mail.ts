import { shippedList } from './shipped-list.js';

export const freeMailDomains = shippedList('free-mail');
export const roleAddresses = shippedList('role-addresses');
export const householdAddresses = shippedList('household-addresses');

/** Providers that ignore dots in the local part. */
export const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com']);

/** One mailbox under several domains. */
export const sameProvider: ReadonlyMap<string, string> = new Map([
  ['googlemail.com', 'gmail.com'],
  ['pm.me', 'proton.me'],
  ['protonmail.com', 'proton.me'],
  ['protonmail.ch', 'proton.me'],
  ['me.com', 'icloud.com'],
  ['mac.com', 'icloud.com'],
  ['ya.ru', 'yandex.ru'],
  ['yandex.com', 'yandex.ru'],
]);
