import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DivergedError } from '../../store/store-errors.js';
import { describe } from '../../runtime/failure.js';
import type { Front } from './front.js';
import type { Stop } from './stop-signal.js';

/** Minimum and maximum milliseconds before a service is reopened. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;

/**
 * Runs the service. If the service's view diverges from the log, a new service replaces it behind the same ports.
 * @param serve runs one service; resolves with the reason for its replacement
 */
export async function serveAnew(
  serve: (isFirst: boolean) => Promise<DivergedError | undefined>,
  front: Front,
  stop: Stop,
  logger: Pick<Logger, 'error' | 'info' | 'warn'>,
): Promise<void> {
  let diverged = await serve(true);
  // Ignore the signal, because there is nothing to reload yet, and no reason to exit.
  const ignore = (): void =>
    logger.warn('the reload was ignored: the service is reopening the store and will then read the configuration');
  for (let failures = 0; diverged !== undefined && !stop.isAsked;) {
    process.on('SIGHUP', ignore);
    logger.info('reopening the service');
    try {
      diverged = await serve(false);
      failures = 0;
    } catch (error) {
      logger.warn(`cannot reopen the service yet: ${describe(error)}`);
      await Promise.race([pause(Math.min(FIRST_PAUSE * 2 ** failures++, LONGEST_PAUSE)), stop.asked]);
    } finally {
      process.off('SIGHUP', ignore);
    }
  }
  // The front is already closed if the last service was stopped.
  if (diverged !== undefined) await front.close();
}
