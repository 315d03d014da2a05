import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

/** Environment variable with the path of the secret file. The file should not be stored with the store. */
export const SECRET_FILE = 'LIKENESS_SECRET_FILE';
const LEAST_BYTES = 32;
/** Maximum size of the secret file in bytes. A larger file is probably a mistake. */
const MOST_BYTES = 65_536;
const FORM = 'likeness-wrapped:';
const VERSION = '1:';
const SALT = 16;
const NONCE = 12;
const TAG = 16;
const OTHERS = 0o077;

/** A secret cannot be read, or its external secret cannot be used. The message says what to do. */
export class WrappedSecretError extends Error {
  override readonly name = 'WrappedSecretError';
}

/**
 * Stores secrets in plaintext, or encrypted ("wrapped") with an external secret (`LIKENESS_SECRET_FILE`). The first
 * line of the file encrypts, and all lines decrypt, so that the external secret can be replaced.
 */
export class WrappedSecrets {
  #secrets: readonly Buffer[];

  /**
   * @param path Path of the file; if absent, secrets are stored in plaintext
   * @param isGivenUp whether to write secrets unwrapped; wrapped secrets can still be read
   * @throws WrappedSecretError if the file cannot be used
   */
  constructor(
    readonly path: string | undefined,
    private readonly isGivenUp = false,
  ) {
    this.#secrets = path === undefined ? [] : readSecrets(path);
  }

  /** Whether other users may read the file, which is harmless only if they cannot reach its folder. */
  get isShared(): boolean {
    if (this.path === undefined || process.platform === 'win32') return false;
    return ((statSync(this.path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;
  }

  /** @param place names the owner of the secret; `unwrap` needs the same name */
  wrap(place: string, text: string): string {
    const secret = this.#first;
    if (secret === undefined) return text;
    const [salt, nonce] = [randomBytes(SALT), randomBytes(NONCE)];
    const cipher = createCipheriv('aes-256-gcm', keyOf(secret, salt), nonce).setAAD(Buffer.from(place));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `${FORM}${VERSION}${Buffer.concat([salt, nonce, body, cipher.getAuthTag()]).toString('base64')}\n`;
  }

  /**
   * @param stored wrapped or in plaintext
   * @param origin for the message
   * @throws WrappedSecretError if the secret is wrapped with an external secret that is not in the file
   */
  unwrap(place: string, stored: string, origin: string): string {
    if (!isWrapped(stored)) return stored;
    const bytes = bytesOf(stored, origin);
    if (this.path === undefined)
      throw new WrappedSecretError(
        `${origin}: it is encrypted, but ${SECRET_FILE} is not set: set it to the path of the file with the secret`,
      );
    const text = opened(this.#secrets, place, bytes) ?? opened(this.#newest(), place, bytes);
    if (text !== undefined) return text;
    throw new WrappedSecretError(
      `${origin}: it is encrypted with a secret that is not in ${this.path} (${SECRET_FILE}), or it was changed: use the file with that secret`,
    );
  }

  /**
   * Returns a secret as it would be written now: wrapped with the first external secret, or in plaintext if there is
   * none. A secret that already has this form does not change.
   */
  renewed(place: string, stored: string, origin: string): string {
    const text = this.unwrap(place, stored, origin);
    const first = this.#first;
    const isNewest =
      first === undefined
        ? text === stored
        : isWrapped(stored) && opened([first], place, bytesOf(stored, origin)) !== undefined;
    return isNewest ? stored : this.wrap(place, text);
  }

  get #first(): Buffer | undefined {
    return this.isGivenUp ? undefined : this.#secrets[0];
  }

  /** Reads the file again, because another process may have added a secret and used it. */
  #newest(): readonly Buffer[] {
    try {
      this.#secrets = readSecrets(this.path!);
    } catch {
      // If the file cannot be read, keep the secrets read at startup.
    }
    return this.#secrets;
  }
}

/**
 * Reads `LIKENESS_SECRET_FILE`.
 * @param isGivenUp see `WrappedSecrets`
 * @throws WrappedSecretError if the file cannot be used
 */
export function wrappedSecrets(isGivenUp = false): WrappedSecrets {
  const path = process.env[SECRET_FILE];
  // An empty variable counts as unset, because templates leave unset variables empty.
  return new WrappedSecrets(path === '' ? undefined : path, isGivenUp);
}

export function isWrapped(stored: string): boolean {
  return stored.startsWith(FORM);
}

function readSecrets(path: string): readonly Buffer[] {
  const unusable = (reason: string): WrappedSecretError => new WrappedSecretError(`${SECRET_FILE}: ${path}: ${reason}`);
  let text: string;
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw unusable('it is not a file');
    if (stat.size > MOST_BYTES)
      throw unusable(`the file has more than ${MOST_BYTES} bytes, so it is probably the wrong file`);
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof WrappedSecretError) throw error;
    if (error instanceof TypeError)
      throw unusable('the file is not text: write the secret in base64 or hexadecimal digits');
    const { code } = error as NodeJS.ErrnoException;
    throw unusable(code === 'ENOENT' ? 'file not found' : `the file is unreadable (${code ?? String(error)})`);
  }
  const lines = text.split('\n').map((line) => line.trim());
  const secrets = lines.filter((line) => line !== '').map((line) => Buffer.from(line));
  const short = lines.findIndex((line) => line !== '' && Buffer.byteLength(line) < LEAST_BYTES);
  if (short >= 0 || secrets.length === 0)
    throw unusable(
      `${secrets.length === 0 ? 'the file is empty' : `line ${short + 1} is too short`}: expected a secret of at least ${LEAST_BYTES} bytes on each line, such as the output of \`openssl rand -base64 32\``,
    );
  return secrets;
}

/** Derives a key from random bytes, which differ for each value, so no two values have the same key. */
function keyOf(secret: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, 'likeness secrets at rest', 32));
}

function bytesOf(stored: string, origin: string): Buffer {
  if (!stored.startsWith(VERSION, FORM.length))
    throw new WrappedSecretError(`${origin}: it is encrypted in a format that this version of the program cannot read`);
  return Buffer.from(stored.slice(FORM.length + VERSION.length).trim(), 'base64');
}

/** Decrypts with the first matching secret. */
function opened(secrets: readonly Buffer[], place: string, bytes: Buffer): string | undefined {
  if (bytes.length < SALT + NONCE + TAG) return undefined;
  const salt = bytes.subarray(0, SALT);
  const nonce = bytes.subarray(SALT, SALT + NONCE);
  for (const secret of secrets) {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, salt), nonce, { authTagLength: TAG })
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(-TAG));
    const body = decipher.update(bytes.subarray(SALT + NONCE, -TAG));
    try {
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    } catch {
      // Try the next secret, because the value is wrapped with another secret.
    }
  }
  return undefined;
}
