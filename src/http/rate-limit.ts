import { FixedWindowCounter } from '../auth/fixed-window-counter.js';
import type { AdmissionControl } from './server/admission.js';
import { HttpError } from './response/http-error.js';

/** Milliseconds of a window, and clients that are remembered. */
export const REQUEST_COUNTS = [60_000, 10_000] as const;
export type RequestCounts = Pick<FixedWindowCounter, 'count' | 'add' | 'secondsLeft'>;

/**
 * Refuses by throwing when the client has asked too often.
 *
 * @returns headers that say how much is left (draft-ietf-httpapi-ratelimit-headers)
 */
export type RateLimit = (clientId: string) => readonly string[];

/**
 * Counts requests of each client by the minute. The refusal is 403, not 429: the platform's clients retry 429 without
 * asking.
 *
 * Every request is counted, so counting must cost next to nothing: one look into a map, and no promise.
 *
 * @param perMinute requests a minute and client
 * @param counts of several workers together; absent: of this one
 */
export function createRateLimit(
  perMinute: number,
  admission: Pick<AdmissionControl, 'shed'>,
  counts: RequestCounts = new FixedWindowCounter(...REQUEST_COUNTS),
  now: () => number = () => Date.now(),
): RateLimit {
  const policy = `"client";q=${perMinute};w=60`;
  return (clientId) => {
    const at = now();
    const count = counts.count(clientId, at);
    if (count < perMinute) {
      counts.add(clientId, at);
      const left = `"client";r=${perMinute - count - 1};t=${counts.secondsLeft(clientId, at)}`;
      return ['RateLimit-Policy', policy, 'RateLimit', left];
    }
    admission.shed('rate');
    const wait = counts.secondsLeft(clientId, at);
    throw new HttpError(
      403,
      'REQUEST_LIMIT_EXCEEDED',
      [`More than ${perMinute} requests within a minute; try again in ${wait} seconds`],
      ['Retry-After', String(wait)],
    );
  };
}
