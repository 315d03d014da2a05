import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailableError } from '../store/store-errors.js';

/** Milliseconds before the next try: twice as long each time. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 15_000;

export interface OutageOptions {
  readonly signal: AbortSignal;
  /** Milliseconds without progress after which it fails. */
  readonly patience: number;
  /** Is told why it waits. */
  readonly waits: (error: Error) => void;
}

/**
 * Carries work out, again and again while what it needs is away: the store, or a part of the index. Work that was done
 * already must not be done twice.
 *
 * @param work calls what it is given whenever it has come further
 * @throws what it threw last, where that does not pass, or does not in time
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

/** Refusals of requests have the status of their answer. */
function isOutage(error: unknown): error is Error {
  return (
    error instanceof StoreUnavailableError || (error instanceof Error && 'status' in error && error.status === 503)
  );
}
