import type { Following } from '../../runtime/watch.js';
import type { SpendingHome } from '../../store/home/spent-set.js';
import type { Denylist } from './denylist.js';
import { GrantError } from './grant-error.js';

/** Milliseconds between two removals of expired digests. */
const REMOVAL_MS = 600_000;

/**
 * Digests of codes, assertions and tokens that any node of a database has used or revoked. Each can be used once: if
 * two nodes receive the same assertion, one of them rejects it.
 */
export class SpentDigests {
  readonly #lists = new Map<string, Denylist>();
  #claims: Promise<boolean>[] = [];
  #number = 0;
  #removed = -Infinity;
  #following: Following | undefined;

  constructor(private readonly home: SpendingHome) {}

  /**
   * Shares a list among all nodes.
   * @param kind the list's name in the table
   * @param isOnce whether using a digest twice is an error
   */
  share(kind: string, list: Denylist, isOnce: boolean): void {
    this.#lists.set(kind, list);
    list.sharedBy((digest, expires) => {
      this.#claims.push(this.home.spent.add({ kind, digest, expires }).then((isFirst) => isFirst || !isOnce));
    });
  }

  /**
   * Must be called in the same turn of the event loop in which the digest is used, and awaited before the response.
   * @throws GrantError if the digest was used before, at any node
   * @throws StoreUnavailableError if another node may have used it
   */
  async settled(): Promise<void> {
    const claims = await Promise.all(this.#claims.splice(0));
    if (claims.includes(false)) throw new GrantError('invalid_grant', 'the token or code was used before');
  }

  /** Follows the other nodes. @param trouble called once per reason while the database is unavailable */
  follow(trouble: (message: string) => void): void {
    const told = (reason: string): void => trouble(`revocations by other nodes cannot be read: ${reason}`);
    this.#following = this.home.followSpent(() => this.#look(), told);
  }

  close(): void {
    void this.#following?.end();
  }

  async #look(): Promise<void> {
    if (performance.now() - this.#removed >= REMOVAL_MS) {
      await this.home.spent.removeExpired(this.home.now());
      this.#removed = performance.now();
    }
    // Numbers may become visible out of order, so the last 50 are read again.
    for (const { kind, digest, expires, number } of await this.home.spent.after(Math.max(0, this.#number - 50))) {
      this.#lists.get(kind)?.learn(digest, expires, this.home.now());
      this.#number = Math.max(this.#number, number);
    }
  }
}
