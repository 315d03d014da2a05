import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AuthError } from './auth-error.js';
import { createFile } from './durable-file.js';

const KEY_BYTES = 32;

/**
 * The key that access tokens are signed with: 256 random bits in `signing.key` of the data folder, made on first use, readable by the owner
 * only. Removing the file makes every token invalid.
 *
 * @throws AuthError when the file is not such a key or others may read it
 */
export function signingKey(dataFolder: string): KeyObject {
  mkdirSync(dataFolder, { recursive: true });
  const path = join(dataFolder, 'signing.key');
  // Several processes at once: one creates it, the others read what it wrote.
  if (!existsSync(path)) createFile(path, `${randomBytes(KEY_BYTES).toString('hex')}\n`);
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new AuthError(`${path}: others may read this key; allow its owner only (chmod 600)`);
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new AuthError(`${path}: expected ${KEY_BYTES * 2} hexadecimal digits; remove it to have a new one made`);
  return createSecretKey(Buffer.from(text, 'hex'));
}

/** A key for another purpose, derived so that knowing it says nothing about the signing key. */
export function deriveKey(key: KeyObject, purpose: string): Buffer {
  return createHmac('sha256', key).update(purpose).digest();
}
