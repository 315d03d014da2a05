import type { Limits } from '../config/config-limits.js';
import { GrantError } from './grant-error.js';
import { FixedWindowCounter } from './fixed-window-counter.js';

const MINUTE = 60_000;
const REMEMBERED = 10_000;
const TOTAL = 'total';

export type LoginLimits = Pick<Limits, 'tokensPerMinute' | 'failedLogins' | 'failedLoginsInTotal'>;

/**
 * The cost of guessing at the token endpoint, and who bears it.
 *
 * A secret has 256 random bits, so nobody guesses one; what is kept small is the work and the noise that trying makes.
 * Failures are counted against the address that they come from, never against the client that they name: whoever knows
 * a client's Id could otherwise lock the client out. Every login is verified, which costs a digest or one signature,
 * and what is right is let in however many failed before it; too many failures only take away what a failure tells.
 * Tokens are counted against the client, and only once it has proved who it is.
 */
export class LoginRateLimiter {
  readonly #failed = new FixedWindowCounter(MINUTE, REMEMBERED);
  readonly #total = new FixedWindowCounter(MINUTE, 1);
  readonly #issued = new FixedWindowCounter(MINUTE, REMEMBERED);

  constructor(
    private readonly limits: LoginLimits,
    private readonly now: () => number,
  ) {}

  /** Addresses that failed and clients that got tokens of late, as far as they are remembered; bounded. */
  get remembered(): number {
    return this.#failed.size + this.#issued.size;
  }

  /**
   * A login has failed.
   *
   * @throws GrantError instead of the one with the reason, from the limit on
   */
  failed(address: string): void {
    const now = this.now();
    const isTooMany = this.#failed.count(address, now) >= this.limits.failedLogins;
    const areTooMany = this.#total.count(TOTAL, now) >= this.limits.failedLoginsInTotal;
    this.#failed.add(address, now);
    this.#total.add(TOTAL, now);
    if (isTooMany || areTooMany) throw this.#exceeded('failedLogins', this.#failed, address);
  }

  /**
   * A client that has proved who it is gets a token.
   *
   * @throws GrantError when it had too many
   */
  issue(clientId: string): void {
    const now = this.now();
    if (this.#issued.count(clientId, now) >= this.limits.tokensPerMinute)
      throw this.#exceeded('tokens', this.#issued, clientId);
    this.#issued.add(clientId, now);
  }

  #exceeded(what: 'failedLogins' | 'tokens', counts: FixedWindowCounter, key: string): GrantError {
    const seconds = counts.secondsLeft(key, this.now());
    return new GrantError('invalid_grant', `login rate exceeded; try again in ${seconds} seconds`, {
      what,
      retryAfter: seconds,
    });
  }
}
