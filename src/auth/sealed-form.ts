import { EncryptJWT, errors, jwtDecrypt, type JWTPayload } from 'jose';
import type { KeyObject } from 'node:crypto';
import type { z } from 'zod';
import type { Denylist } from './denylist.js';
import { deriveKey } from './derive-key.js';
import { digestOf } from './digest.js';
import { GrantError } from './grant-error.js';
import type { NewestFiles } from './newest-files.js';
import type { KeyRing } from './signing-keys.js';

/** One kind of thing that is sealed: none can pass for another. */
export interface SealedKind<T> {
  /** Media type, and the purpose that the key is derived for. */
  readonly type: string;
  readonly schema: z.ZodType<T>;
  /** Seconds that it lives. */
  readonly life: number;
  /** Tells each from every other. */
  readonly idOf: (value: T) => string;
}

export interface Opened<T> {
  readonly value: T;
  /**
   * Keeps it from counting again, at this node at once; whether at others, `SpentDigests.settled` tells when it is
   * asked in the same turn.
   *
   * @returns whether it had not been used before
   */
  readonly take: () => boolean;
  /**
   * The same, at all nodes. To be called when the rest is proved: who only begins takes no room.
   *
   * @throws StoreUnavailableError when that cannot be known
   */
  readonly spend: () => Promise<boolean>;
}

export interface SealedOptions {
  readonly keys: { read(): KeyRing };
  /** Those that were used, until they would have expired. */
  readonly used: Denylist;
  /** See `SpentDigests.settled`. */
  readonly settled: () => Promise<void> | undefined;
  readonly newest: NewestFiles | undefined;
  readonly now: () => number;
}

/**
 * Things under way, each in the hands of its own browser or client: a JWT encrypted by a key that is derived from the
 * signing key (RFC 7516, 7519). The service keeps nothing of them, so strangers who begin without end push out nobody,
 * and any node of a database finishes what another one began.
 */
export class SealedForm<T extends object> {
  constructor(
    private readonly kind: SealedKind<T>,
    private readonly options: SealedOptions,
  ) {}

  /** @param issuer for whom alone it counts */
  seal(value: T, issuer: string): Promise<string> {
    const { keys, now } = this.options;
    return new EncryptJWT({ ...value } as JWTPayload)
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: this.kind.type })
      .setIssuer(issuer)
      .setExpirationTime(Math.floor(now() / 1_000) + this.kind.life)
      .encrypt(this.#keyFrom(keys.read().keys.at(-1)!.key));
  }

  /**
   * @param isUsedToo gives one that was used as well, so that its second use can be noticed
   * @returns `undefined` for what was not sealed here, has been altered or expired, or was used
   */
  async open(text: string, issuer: string, isUsedToo = false): Promise<Opened<T> | undefined> {
    const { newest } = this.options;
    const opened = await this.#open(text, issuer, isUsedToo);
    if (opened !== undefined || newest === undefined) return opened;
    // Another node may have sealed it by a key that is not known here yet.
    const { version } = newest;
    await newest.refresh();
    return newest.version === version ? undefined : this.#open(text, issuer, isUsedToo);
  }

  async #open(text: string, issuer: string, isUsedToo: boolean): Promise<Opened<T> | undefined> {
    const now = this.options.now();
    for (const { key, until } of this.options.keys.read().keys) {
      if (until !== undefined && now >= until) continue;
      try {
        const { payload } = await jwtDecrypt(text, this.#keyFrom(key), {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          typ: this.kind.type,
          issuer,
          requiredClaims: ['exp'],
          currentDate: new Date(now),
        });
        const value = this.kind.schema.parse(payload);
        // By what was sealed: the text around it has several spellings.
        const digest = digestOf(this.kind.idOf(value));
        if (!isUsedToo && this.options.used.has(digest, now)) return undefined;
        const take = (): boolean => this.options.used.take(digest, payload.exp! * 1_000, this.options.now());
        return { value, take, spend: () => this.#spend(take) };
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
      }
    }
    return undefined;
  }

  async #spend(take: () => boolean): Promise<boolean> {
    if (!take()) return false;
    try {
      await this.options.settled();
      return true;
    } catch (error) {
      if (error instanceof GrantError) return false;
      throw error;
    }
  }

  #keyFrom(key: KeyObject): Buffer {
    return deriveKey(key, this.kind.type);
  }
}
