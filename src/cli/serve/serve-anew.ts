import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DivergedError } from '../../store/store-errors.js';
import { describe } from '../../runtime/failure.js';
import type { Front } from './front.js';
import type { Stop } from './stop-signal.js';

/** Milliseconds between two tries to open a service anew: at first, and at the most. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;

/**
 * Serves until the process is to stop. Where a service has read what is no more in the log of its store, another one
 * that reads the store anew takes its place behind the same ports.
 *
 * @param serve one service; resolves with why another one is to follow it
 */
export async function serveAnew(
  serve: (isFirst: boolean) => Promise<DivergedError | undefined>,
  front: Front,
  stop: Stop,
  logger: Pick<Logger, 'error' | 'info' | 'warn'>,
): Promise<void> {
  let diverged = await serve(true);
  // There is nothing to reload meanwhile, and no reason to end.
  const ignore = (): void => logger.warn('the configuration is read with the store: nothing to reload');
  for (let failures = 0; diverged !== undefined && !stop.isAsked;) {
    process.on('SIGHUP', ignore);
    logger.info('the service is opened anew');
    try {
      diverged = await serve(false);
      failures = 0;
    } catch (error) {
      logger.warn(`the service cannot be opened anew yet: ${describe(error)}`);
      await Promise.race([pause(Math.min(FIRST_PAUSE * 2 ** failures++, LONGEST_PAUSE)), stop.asked]);
    } finally {
      process.off('SIGHUP', ignore);
    }
  }
  // Closed already where the last service ended by the stop.
  if (diverged !== undefined) await front.close();
}
