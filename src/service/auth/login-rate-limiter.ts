import type { Limits } from '../../store/config/config-limits.js';
import { GrantError } from './grant-error.js';
import { FixedWindowCounter } from './fixed-window-counter.js';

const MINUTE = 60_000;
const REMEMBERED = 10_000;
const TOTAL = 'total';

export type LoginLimits = Pick<Limits, 'tokensPerMinute' | 'failedLogins' | 'failedLoginsInTotal'>;

/**
 * Limits attempts at the token endpoint.
 *
 * A secret has 256 random bits and cannot be guessed, so the limits only reduce load and noise in the log. Failures are
 * counted by client address, not by client Id: otherwise, anyone who knows an Id could lock its client out. Every login
 * is verified, and a correct login is accepted after any number of failures. After too many failures, responses no
 * longer give the reason. Tokens are counted per authenticated client.
 */
export class LoginRateLimiter {
  readonly #failed = new FixedWindowCounter(MINUTE, REMEMBERED);
  readonly #total = new FixedWindowCounter(MINUTE, 1);
  readonly #issued = new FixedWindowCounter(MINUTE, REMEMBERED);

  constructor(
    private readonly limits: LoginLimits,
    private readonly now: () => number,
  ) {}

  get remembered(): number {
    return this.#failed.size + this.#issued.size;
  }

  /**
   * Counts a failed login. @throws GrantError that hides the actual reason if this address or all addresses together
   * exceed their limit
   */
  failed(address: string): void {
    const now = this.now();
    const isTooMany = this.#failed.count(address, now) >= this.limits.failedLogins;
    const areTooMany = this.#total.count(TOTAL, now) >= this.limits.failedLoginsInTotal;
    this.#failed.add(address, now);
    this.#total.add(TOTAL, now);
    if (isTooMany || areTooMany) throw this.#exceeded('failedLogins', this.#failed, address);
  }

  /** Counts a token. @throws GrantError if the client has received too many tokens */
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
