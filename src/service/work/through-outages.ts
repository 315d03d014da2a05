import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailableError } from '../../store/store-errors.js';

/** Milliseconds before the first retry. The pause doubles each time. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;

export interface OutageOptions {
  readonly signal: AbortSignal;
  /** Milliseconds without progress after which the work fails. */
  readonly patience: number;
  readonly waits: (error: Error) => void;
}

/**
 * Retries work while the store is unavailable, or while the work fails with status 503.
 * @param work must not repeat what it has already done; calls the given function after each progress
 * @throws the last error, if it is permanent or lasts too long
 */
export async function throughOutages<T>(
  work: (progressed: () => void) => Promise<T>,
  { signal, patience, waits }: OutageOptions,
): Promise<T> {
  let since: number | undefined;
  let next = FIRST_PAUSE;
  const progressed = (): void => {
    since = undefined;
    next = FIRST_PAUSE;
  };
  for (;;) {
    try {
      return await work(progressed);
    } catch (error) {
      since ??= performance.now();
      if (signal.aborted || !isOutage(error) || performance.now() - since >= patience) throw error;
      waits(error);
      await pause(next, undefined, { signal });
      next = Math.min(2 * next, LONGEST_PAUSE);
    }
  }
}

/** Returns whether an error is an outage. Request errors contain the status of their response. */
function isOutage(error: unknown): error is Error {
  return (
    error instanceof StoreUnavailableError || (error instanceof Error && 'status' in error && error.status === 503)
  );
}
