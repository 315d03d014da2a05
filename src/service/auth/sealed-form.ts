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
   * Marks the text as used at this node, and returns whether this is the first use. For other nodes, call
   * `SpentDigests.settled` in the same turn of the event loop.
   */
  readonly take: () => boolean;
  /**
   * Marks the text as used at all nodes. Call it after all other checks, so that unfinished logins are not stored.
   * @throws StoreUnavailableError if another node may have used it
   */
  readonly spend: () => Promise<boolean>;
}

export interface SealedOptions extends SealOptions {
  /** Used strings, until they would have expired. */
  readonly used: Denylist;
  readonly settled: () => Promise<void> | undefined;
}

/**
 * Seals one-time strings that a browser or client keeps. The service stores nothing until one is used, so an attacker
 * who starts many logins cannot push out the logins of others.
 */
export class SealedForm<T extends object> {
  readonly #seal: Seal;

  constructor(
    private readonly kind: OneTimeKind<T>,
    private readonly options: SealedOptions,
  ) {
    this.#seal = new Seal(options);
  }

  /** @param issuer the only issuer that the text is valid for */
  seal(value: T, issuer: string): string {
    return this.#seal.seal(this.kind, value, issuer);
  }

  /**
   * @param isUsedToo also returns a used text, to detect reuse
   * @returns `undefined` if the text was not sealed here, was changed, has expired, or was used
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
