import { createHash, type KeyObject } from 'node:crypto';
import { fold } from '../../matching/text/fold.js';
import { makeId } from '../../records/ids.js';
import { USER_DOMAIN } from '../../store/user-records.js';
import type { Client } from './client.js';
import { deriveKey } from './digest.js';

const ORGANISATION_PREFIX = '00D';
const USER_PREFIX = '005';
const LONGEST_SLUG = 30;

/** Returns an Id (18 characters) derived from an installation's first signing key. A new key does not change it. */
export function organisationIdOf(key: KeyObject): string {
  return idOf(ORGANISATION_PREFIX, deriveKey(key, 'organisation'));
}

/** Returns the user Id of a client (18 characters). */
export function userIdOf(clientId: string): string {
  return idOf(USER_PREFIX, createHash('sha256').update(clientId).digest());
}

/**
 * Returns a unique name in the form of an e-mail address, with at most 80 characters:
 * `web-shop-0123abcd@likeness.invalid`.
 */
export function usernameOf({ client_id, name }: Pick<Client, 'client_id' | 'name'>): string {
  const words = fold(name)
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '');
  const slug = words.join('-').slice(0, LONGEST_SLUG) || 'client';
  return `${slug}-${client_id.slice(0, 8)}@${USER_DOMAIN}`;
}

/** Uses 43 bits of the hash, which fit into nine base-62 digits. No record counter reaches such a number. */
function idOf(prefix: string, hash: Buffer): string {
  return makeId(prefix, 2 ** 43 + (hash.readUIntBE(0, 6) % 2 ** 43));
}
