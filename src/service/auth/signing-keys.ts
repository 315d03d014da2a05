import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolderSync, PRIVATE } from '../../runtime/make-folder.js';
import { AuthError } from './auth-error.js';
import { createFileSync, replaceFileSync } from '../../store/replace-file.js';
import { withFileLock } from './file-lock.js';
import { organisationIdOf } from './identity.js';
import { WatchedFile } from './watched-file.js';
import { wrappedSecrets, type WrappedSecrets } from '../../store/wrapped-secrets.js';
import { parsedJson } from '../../runtime/syntax/parsed-json.js';

const KEY_BYTES = 32;
const FIRST_FORM = /^[0-9a-f]{64}$/;

export interface SigningKey {
  /** Sent in the header of the key's tokens. Absent for an installation's first key. */
  readonly kid?: string | undefined;
  readonly key: KeyObject;
  /** Time when the key's tokens become invalid, in milliseconds since the epoch. Absent for the signing key. */
  readonly until?: number | undefined;
}

export interface KeyRing {
  /** Stays the same when keys change. */
  readonly organisationId: string;
  /** The last key signs tokens. The other keys only verify tokens. */
  readonly keys: readonly SigningKey[];
}

/** The format of `signing.key` after the first key rotation. Before that, the file contains only the key. */
const ringSchema = z.strictObject({
  version: z.literal(2),
  organisationId: z.string().regex(/^00D[A-Za-z0-9]{15}$/),
  keys: z
    .array(
      z.strictObject({
        kid: z
          .string()
          .regex(/^[0-9a-f]{16}$/)
          .optional(),
        key: z.string().regex(FIRST_FORM),
        until: z.iso.datetime().optional(),
      }),
    )
    .min(1),
});
type RingFile = z.output<typeof ringSchema>;

export const KEY_FILE = 'signing.key';

export class SigningKeys {
  readonly #file: WatchedFile<KeyRing>;

  /**
   * Reads `signing.key`. A missing file is created with 256 random bits, for its owner only. Removing the file makes
   * every token invalid, and creates a new organisation.
   * @throws AuthError if the file is invalid or others may read it; WrappedSecretError if it is wrapped with another
   * secret
   */
  constructor(dataFolder: string, secrets: WrappedSecrets = wrappedSecrets()) {
    makeFolderSync(dataFolder, PRIVATE);
    const path = join(dataFolder, KEY_FILE);
    // If several processes start at the same time, one creates the file, and the others read it.
    if (!existsSync(path)) createFileSync(path, secrets.wrap(KEY_FILE, `${randomBytes(KEY_BYTES).toString('hex')}\n`));
    this.#file = new WatchedFile(path, (text) => ringOf(parseRing(text, path, secrets)), 'owner');
    this.#file.read();
  }

  read(): KeyRing {
    return this.#file.read();
  }
}

export function signingKey(dataFolder: string): KeyObject {
  return new SigningKeys(dataFolder).read().keys.at(-1)!.key;
}

export interface Rotation {
  readonly kid: string;
  /** Number of keys that are still used to verify tokens. */
  readonly verifying: number;
}

/**
 * Replaces the signing key. A running server uses the new key within 100 ms. The previous key still verifies until its
 * tokens have expired. Keys without valid tokens are removed.
 * @param overlap milliseconds for which tokens of the previous key stay valid; 0 ends all issued tokens immediately
 * @param now milliseconds since the epoch
 */
export function rotateKey(dataFolder: string, overlap: number, now: number): Rotation {
  const secrets = wrappedSecrets();
  new SigningKeys(dataFolder, secrets);
  const path = join(dataFolder, KEY_FILE);
  return withFileLock(`${path}.lock`, () => {
    const reader = new WatchedFile(path, (text) => parseRing(text, path, secrets), 'owner');
    const { organisationId, keys } = reader.read();
    const until = new Date(now + overlap).toISOString();
    const kept =
      overlap === 0
        ? []
        : keys.map((key) => ({ ...key, until: key.until ?? until })).filter((key) => Date.parse(key.until) > now);
    const kid = randomBytes(8).toString('hex');
    const ring: RingFile = {
      version: 2,
      organisationId,
      keys: [...kept, { kid, key: randomBytes(KEY_BYTES).toString('hex') }],
    };
    replaceFileSync(path, secrets.wrap(KEY_FILE, `${JSON.stringify(ring, null, 2)}\n`));
    return { kid, verifying: kept.length };
  });
}

function ringOf({ organisationId, keys }: RingFile): KeyRing {
  return {
    organisationId,
    keys: keys.map(({ kid, key, until }) => ({
      kid,
      key: keyOf(key),
      until: until === undefined ? undefined : Date.parse(until),
    })),
  };
}

function parseRing(content: string | undefined, path: string, secrets: WrappedSecrets): RingFile {
  const text = secrets.unwrap(KEY_FILE, content ?? '', path).trim();
  if (FIRST_FORM.test(text)) {
    return { version: 2, organisationId: organisationIdOf(keyOf(text)), keys: [{ key: text }] };
  }
  const parsed = ringSchema.safeParse(parsedJson(text));
  if (parsed.success && parsed.data.keys.at(-1)!.until === undefined) return parsed.data;
  throw new AuthError(
    `${path}: expected ${KEY_BYTES * 2} hexadecimal digits, or the output of \`key rotate\`; to create a new key, remove the file`,
  );
}

function keyOf(hex: string): KeyObject {
  return createSecretKey(Buffer.from(hex, 'hex'));
}
