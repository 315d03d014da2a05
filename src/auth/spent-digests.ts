import type { Following } from '../runtime/watch.js';
import type { SpendingHome } from '../home/spent-set.js';
import type { Denylist } from './denylist.js';
import { GrantError } from './grant-error.js';

/** Milliseconds between two removals of what has expired. */
const REMOVAL_MS = 600_000;

/**
 * Digests used or revoked at any node of one database. A digest is spent once: of two nodes that are sent the same
 * assertion, one is told that the other was quicker.
 */
export class SpentDigests {
  readonly #lists = new Map<string, Denylist>();
  #claims: Promise<boolean>[] = [];
  #number = 0;
  #removed = -Infinity;
  #following: Following | undefined;

  constructor(private readonly home: SpendingHome) {}

  /**
   * Makes a list one of all nodes.
   *
   * @param kind the list's name in the table
   * @param isOnce whether to spend twice is an error
   */
  share(kind: string, list: Denylist, isOnce: boolean): void {
    this.#lists.set(kind, list);
    list.sharedBy((digest, expires) => {
      this.#claims.push(this.home.spent.add({ kind, digest, expires }).then((isFirst) => isFirst || !isOnce));
    });
  }

  /**
   * To be called in the same turn as what spends something, and to be waited for before it is answered.
   *
   * @throws GrantError when it was spent before, at any node
   * @throws StoreUnavailableError when that cannot be known
   */
  async settled(): Promise<void> {
    const claims = await Promise.all(this.#claims.splice(0));
    if (claims.includes(false)) throw new GrantError('invalid_grant', 'this has been used before');
  }

  /** Takes over what other nodes spend. @param trouble is told, once, while the database cannot be asked */
  follow(trouble: (message: string) => void): void {
    const told = (reason: string): void => trouble(`what other nodes revoke is not known: ${reason}`);
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
    // Numbers may become visible out of order: the last ones are looked at again.
    for (const { kind, digest, expires, number } of await this.home.spent.after(Math.max(0, this.#number - 50))) {
      this.#lists.get(kind)?.learn(digest, expires, this.home.now());
      this.#number = Math.max(this.#number, number);
    }
  }
}
