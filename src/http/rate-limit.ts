import { FixedWindowCounter } from '../auth/fixed-window-counter.js';
import type { AdmissionControl } from './server/admission.js';
import { HttpError } from './response/http-error.js';

const MINUTE = 60_000;
const CLIENTS_REMEMBERED = 10_000;

/** Refuses by throwing when the client has asked too often. */
export type RateLimit = (clientId: string) => void;

/**
 * Counts requests of each client by the minute. The refusal is 403, not 429: the platform's clients retry 429 without
 * asking.
 *
 * Every request is counted, so counting must cost next to nothing: one look into a map, and no promise.
 *
 * @param perMinute requests a minute and client
 */
export function createRateLimit(
  perMinute: number,
  admission: Pick<AdmissionControl, 'shed'>,
  now: () => number = () => Date.now(),
): RateLimit {
  const counts = new FixedWindowCounter(MINUTE, CLIENTS_REMEMBERED);
  return (clientId) => {
    const at = now();
    if (counts.count(clientId, at) < perMinute) {
      counts.add(clientId, at);
      return;
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
