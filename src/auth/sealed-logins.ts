import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Denylist } from './denylist.js';
import { deriveKey } from './derive-key.js';
import { digestOf } from './digest.js';
import { GrantError } from './grant-error.js';
import type { NewestFiles } from './newest-files.js';
import type { KeyRing } from './signing-keys.js';

/** Seconds that somebody has to log in at the provider. */
export const LOGIN_SECONDS = 600;
/** Keeps other JWTs of the service from passing for one of these, should they ever be encrypted by the same key. */
const TYPE = 'provider-login+jwt';

const begunSchema = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });

/** All that finishing a login at the provider needs. */
export type BegunLogin = z.output<typeof begunSchema>;

/** A login that the browser's cookie holds. */
export interface OpenedLogin extends BegunLogin {
  /**
   * Keeps it from being finished again, at any node. To be called when the provider has confirmed it: who only begins
   * logins takes no room.
   *
   * @returns whether it had not been finished before
   * @throws StoreUnavailableError when that cannot be known
   */
  readonly spend: () => Promise<boolean>;
}

export interface SealedLoginsOptions {
  readonly keys: { read(): KeyRing };
  /** Logins that were finished, until they would have expired. */
  readonly used: Denylist;
  /** See `SpentDigests.settled`. */
  readonly settled: () => Promise<void> | undefined;
  readonly newest: NewestFiles | undefined;
  readonly now: () => number;
}

/**
 * Logins at the provider that are under way, each in the cookie of its own browser: a JWT encrypted by a key that is
 * derived from the signing key (RFC 7516, 7519). The service keeps nothing of them, so strangers who begin logins
 * without end push out nobody's, and any node of a database finishes what another one began.
 */
export class SealedLogins {
  constructor(private readonly options: SealedLoginsOptions) {}

  /** @param issuer the provider, the only one whose login this is @returns what the cookie holds */
  seal(begun: BegunLogin, issuer: string): Promise<string> {
    const { keys, now } = this.options;
    return new EncryptJWT({ ...begun })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: TYPE })
      .setIssuer(issuer)
      .setExpirationTime(Math.floor(now() / 1_000) + LOGIN_SECONDS)
      .encrypt(sealingKey(keys.read().keys.at(-1)!.key));
  }

  /** @returns `undefined` for what was not sealed here, has been altered, finished or expired */
  async open(cookie: string, issuer: string): Promise<OpenedLogin | undefined> {
    const { newest } = this.options;
    const opened = await this.#open(cookie, issuer);
    if (opened !== undefined || newest === undefined) return opened;
    // Another node may have sealed it by a key that is not known here yet.
    const { version } = newest;
    await newest.refresh();
    return newest.version === version ? undefined : this.#open(cookie, issuer);
  }

  async #open(cookie: string, issuer: string): Promise<OpenedLogin | undefined> {
    const now = this.options.now();
    for (const { key, until } of this.options.keys.read().keys) {
      if (until !== undefined && now >= until) continue;
      try {
        const { payload } = await jwtDecrypt(cookie, sealingKey(key), {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          typ: TYPE,
          issuer,
          requiredClaims: ['exp'],
          currentDate: new Date(now),
        });
        const begun = begunSchema.parse(payload);
        // By what was sealed: the text around it has several spellings.
        const digest = digestOf(begun.state);
        if (this.options.used.has(digest, now)) return undefined;
        return { ...begun, spend: () => this.#spend(digest, payload.exp! * 1_000) };
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
      }
    }
    return undefined;
  }

  /** Looks and adds in one turn, so that of two at once one is too late. */
  async #spend(digest: string, expires: number): Promise<boolean> {
    const { used, settled, now } = this.options;
    if (used.has(digest, now()) || !used.hasRoom(now())) return false;
    used.add(digest, expires, now());
    try {
      await settled();
      return true;
    } catch (error) {
      if (error instanceof GrantError) return false;
      throw error;
    }
  }
}

function sealingKey(key: KeyObject): Buffer {
  return deriveKey(key, 'provider login');
}
