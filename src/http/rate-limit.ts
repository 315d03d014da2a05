import { FixedWindowCounter } from '../service/auth/fixed-window-counter.js';
import type { AdmissionControl } from './server/admission.js';
import { HttpError } from './response/http-error.js';

/** Milliseconds per window and maximum number of counted clients. */
const REQUEST_COUNTS = [60_000, 10_000] as const;

/**
 * Counts requests per client and minute. Inner requests, and records that a collection or tree changes, are counted
 * too. Excess requests get 403, not 429, because the platform's clients retry 429 without asking.
 *
 * Every request is counted, so counting must be cheap: it takes one map lookup and no promise.
 */
export class RateLimit {
  readonly #policy: string;
  readonly #counts = new FixedWindowCounter(...REQUEST_COUNTS);

  constructor(
    private readonly perMinute: number,
    private readonly admission: Pick<AdmissionControl, 'shed'>,
    private readonly now: () => number = () => Date.now(),
  ) {
    this.#policy = `"client";q=${perMinute};w=60`;
  }

  /** Counts either all of the requests or none. @throws HttpError 403 if there are too many */
  count(clientId: string, requests = 1): void {
    const at = this.now();
    if (this.#counts.count(clientId, at) + requests > this.perMinute) throw this.#refusal(clientId, at);
    for (let i = 0; i < requests; i++) this.#counts.add(clientId, at);
  }

  /** Counts as many requests as the current minute allows. @returns their number, and the error for the rest */
  countSome(clientId: string, requests: number): { readonly counted: number; readonly refusal?: HttpError } {
    const at = this.now();
    const counted = Math.max(0, Math.min(requests, this.perMinute - this.#counts.count(clientId, at)));
    for (let i = 0; i < counted; i++) this.#counts.add(clientId, at);
    return counted === requests ? { counted } : { counted, refusal: this.#refusal(clientId, at) };
  }

  /** Returns rate limit headers (draft-ietf-httpapi-ratelimit-headers). */
  headers(clientId: string): readonly string[] {
    const at = this.now();
    const left = Math.max(0, this.perMinute - this.#counts.count(clientId, at));
    const remaining = `"client";r=${left};t=${this.#counts.secondsLeft(clientId, at)}`;
    return ['RateLimit-Policy', this.#policy, 'RateLimit', remaining];
  }

  #refusal(clientId: string, at: number): HttpError {
    this.admission.shed('rate');
    const wait = this.#counts.secondsLeft(clientId, at);
    return new HttpError(
      403,
      'REQUEST_LIMIT_EXCEEDED',
      [
        `More than ${this.perMinute} requests within a minute, including inner requests and each record of a collection or tree. ` +
          `Try again in ${wait} seconds`,
      ],
      ['Retry-After', String(wait)],
    );
  }
}
