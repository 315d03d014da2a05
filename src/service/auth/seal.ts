import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { z } from 'zod';
import { deriveKey } from './digest.js';
import type { NewestFiles } from './newest-files.js';
import type { KeyRing } from './signing-keys.js';

/** A kind of sealed string. A string of one kind cannot be used as another kind. */
export interface SealedKind<T> {
  readonly purpose: string;
  readonly schema: z.ZodType<T>;
  /** Lifetime in seconds. */
  readonly life: number;
}

export interface Sealed<T> {
  readonly value: T;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

export interface SealOptions {
  readonly keys: { read(): KeyRing };
  readonly newest?: NewestFiles | undefined;
  readonly now: () => number;
}

const SALT_BYTES = 16;
const TIME_BYTES = 6;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
/** Each sealed string has its own key, so a constant nonce is never used twice with a key. */
const NONCE = Buffer.alloc(12);

/**
 * Seals state that clients keep for the service, such as the position of the next page. A sealed string is base64url of
 * a random salt, and of the expiry and JSON in encrypted and authenticated form. Every node of a database can open it,
 * even after the key has changed.
 */
export class Seal {
  constructor(private readonly options: SealOptions) {}

  /** @param holder the only one who can use the string, for example a client Id */
  seal<T extends object>(kind: SealedKind<T>, value: T, holder: string): string {
    const { keys, now } = this.options;
    const salt = randomBytes(SALT_BYTES);
    const expires = Buffer.alloc(TIME_BYTES);
    expires.writeUIntBE(now() + kind.life * 1_000, 0, TIME_BYTES);
    const key = keyOf(keys.read().keys.at(-1)!.key, salt, kind.purpose, holder);
    const cipher = createCipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
    const sealed = [cipher.update(expires), cipher.update(deflateRawSync(JSON.stringify(value))), cipher.final()];
    return Buffer.concat([salt, ...sealed, cipher.getAuthTag()]).toString('base64url');
  }

  /** @returns `undefined` if the text was not sealed here for this purpose and holder, was changed, or has expired */
  async open<T extends object>(kind: SealedKind<T>, text: string, holder: string): Promise<Sealed<T> | undefined> {
    const { newest } = this.options;
    const opened = this.#open(kind, text, holder);
    if (opened !== undefined || newest === undefined) return opened;
    // Load newer keys, because another node may have sealed the text with a key that this node does not have yet.
    const { version } = newest;
    await newest.refresh();
    return newest.version === version ? undefined : this.#open(kind, text, holder);
  }

  #open<T extends object>(kind: SealedKind<T>, text: string, holder: string): Sealed<T> | undefined {
    const bytes = Buffer.from(text, 'base64url');
    // Different last characters of base64url decode to the same bytes. Only the canonical character is accepted.
    if (bytes.length <= SALT_BYTES + TIME_BYTES + TAG_BYTES || bytes.toString('base64url') !== text) return undefined;
    const now = this.options.now();
    for (const { key, until } of this.options.keys.read().keys) {
      if (until !== undefined && now >= until) continue;
      const plain = decrypted(bytes, keyOf(key, bytes.subarray(0, SALT_BYTES), kind.purpose, holder));
      if (plain === undefined) continue;
      const expires = plain.readUIntBE(0, TIME_BYTES);
      if (now >= expires) return undefined;
      const json = inflateRawSync(plain.subarray(TIME_BYTES)).toString();
      // An earlier version of the program may have sealed the text with a different schema.
      const { data: value } = kind.schema.safeParse(JSON.parse(json));
      return value && { value, expires };
    }
    return undefined;
  }
}

function keyOf(key: KeyObject, salt: Buffer, purpose: string, holder: string): Buffer {
  return deriveKey(key, JSON.stringify(['sealed', salt.toString('base64url'), purpose, holder]));
}

/** Returns `undefined` if the key is wrong or the bytes were changed. */
function decrypted(bytes: Buffer, key: Buffer): Buffer | undefined {
  const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const plain = decipher.update(bytes.subarray(SALT_BYTES, -TAG_BYTES));
  try {
    decipher.final();
    return plain;
  } catch {
    return undefined;
  }
}
