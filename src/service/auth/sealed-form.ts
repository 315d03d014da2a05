import type { Denylist } from './denylist.js';
import { digestOf } from './digest.js';
import { GrantError } from './grant-error.js';
import { Seal, type SealedKind, type SealOptions } from './seal.js';

export interface OneTimeKind<T> extends SealedKind<T> {
  readonly idOf: (value: T) => string;
}

export interface Opened<T> {
  readonly value: T;
  /**
   * Marks it as used at this node; for other nodes call `SpentDigests.settled` in the same turn.
   * @returns whether it was not used before
   */
  readonly take: () => boolean;
  /**
   * Marks it as used at all nodes. Call it only after everything else is verified, so that unfinished logins take no
   * room.
   * @throws StoreUnavailableError when that cannot be determined
   */
  readonly spend: () => Promise<boolean>;
}

export interface SealedOptions extends SealOptions {
  /** Used ones, until they would have expired. */
  readonly used: Denylist;
  /** See `SpentDigests.settled`. */
  readonly settled: () => Promise<void> | undefined;
}

/**
 * One-time texts held by a browser or client. The service stores nothing until they are used, so strangers cannot
 * displace others by starting many.
 */
export class SealedForm<T extends object> {
  readonly #seal: Seal;

  constructor(
    private readonly kind: OneTimeKind<T>,
    private readonly options: SealedOptions,
  ) {
    this.#seal = new Seal(options);
  }

  /** @param issuer the only one it is valid for */
  seal(value: T, issuer: string): string {
    return this.#seal.seal(this.kind, value, issuer);
  }

  /**
   * @param isUsedToo returns a used one as well, to detect reuse
   * @returns `undefined` if it was not sealed here, was altered, has expired, or was used
   */
  async open(text: string, issuer: string, isUsedToo = false): Promise<Opened<T> | undefined> {
    const opened = await this.#seal.open(this.kind, text, issuer);
    if (opened === undefined) return undefined;
    const { used, now } = this.options;
    const { value, expires } = opened;
    const digest = digestOf(this.kind.idOf(value));
    if (!isUsedToo && used.has(digest, now())) return undefined;
    const take = (): boolean => used.take(digest, expires, now());
    return { value, take, spend: () => this.#spend(take) };
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
}
