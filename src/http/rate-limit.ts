import { WindowCounts } from '../auth/window-counts.js';
import type { Load } from './load.js';
import { Refusal } from './refusal.js';
import type { RateLimit } from './runtime.js';

const MINUTE = 60_000;
const CLIENTS_REMEMBERED = 10_000;

/**
 * Counts requests of each client by the minute. The refusal is 403, not 429: the platform's clients retry 429 without asking.
 *
 * Every request is counted, so counting must cost next to nothing: one look into a map, and no promise.
 *
 * @param perMinute requests a minute and client
 */
export function createRateLimit(
  perMinute: number,
  load: Pick<Load, 'shed'>,
  now: () => number = () => Date.now(),
): RateLimit {
  const counts = new WindowCounts(MINUTE, CLIENTS_REMEMBERED);
  return (clientId) => {
    const at = now();
    if (counts.count(clientId, at) < perMinute) {
      counts.add(clientId, at);
      return;
    }
    load.shed('rate');
    const wait = counts.secondsLeft(clientId, at);
    throw new Refusal(
      403,
      'REQUEST_LIMIT_EXCEEDED',
      [`More than ${perMinute} requests within a minute; try again in ${wait} seconds`],
      ['Retry-After', String(wait)],
    );
  };
}
