import { createHash, type KeyObject } from 'node:crypto';
import { makeId } from '../records/ids.js';
import { deriveKey } from './keys.js';

const ORGANISATION_PREFIX = '00D';
const USER_PREFIX = '005';

/** The Id of this installation, 18 characters: constant as long as its signing key is. */
export function organisationId(key: KeyObject): string {
  return idOf(ORGANISATION_PREFIX, deriveKey(key, 'organisation'));
}

/** The Id under which a client appears as a user of the platform, 18 characters. */
export function userIdOf(clientId: string): string {
  return idOf(USER_PREFIX, createHash('sha256').update(clientId).digest());
}

/** 43 bits of the hash: within the nine base-62 digits of an Id, and far above any counter of real records. */
function idOf(prefix: string, hash: Buffer): string {
  return makeId(prefix, 2 ** 43 + (hash.readUIntBE(0, 6) % 2 ** 43));
}
