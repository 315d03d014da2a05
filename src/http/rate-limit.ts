import { rateLimit } from 'express-rate-limit';
import { Refusal } from './refusal.js';
import type { RateLimit } from './runtime.js';

const MINUTE = 60_000;

/**
 * Counts requests of each client by the minute. The refusal is 403, not 429: the platform's clients retry 429 without asking.
 *
 * @param perMinute requests a minute and client
 */
export function createRateLimit(perMinute: number): RateLimit {
  const clientIds = new WeakMap<object, string>();
  const middleware = rateLimit({
    windowMs: MINUTE,
    limit: perMinute,
    standardHeaders: false,
    legacyHeaders: false,
    keyGenerator: (request) => clientIds.get(request)!,
    handler: (request, _response, next) => {
      const reset = (request as typeof request & { rateLimit?: { resetTime?: Date } }).rateLimit?.resetTime;
      const wait = Math.max(1, Math.ceil(((reset?.getTime() ?? Date.now() + MINUTE) - Date.now()) / 1000));
      next(
        new Refusal(
          403,
          'REQUEST_LIMIT_EXCEEDED',
          [`More than ${perMinute} requests within a minute; try again in ${wait} seconds`],
          ['Retry-After', String(wait)],
        ),
      );
    },
  });
  return async (request, response, clientId) => {
    clientIds.set(request, clientId);
    await new Promise<void>((resolve, reject) => {
      const next = (error?: unknown) => {
        if (error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error('the rate limit failed'));
      };
      void middleware(request, response, next);
    });
  };
}
