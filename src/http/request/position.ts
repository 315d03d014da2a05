import type { IncomingMessage } from 'node:http';
import type { VisibleCommits } from '../../store/record-store.js';
import { HttpError } from '../response/http-error.js';

/** Of answers: the position of the last commit that was visible when the answer was made. */
export const POSITION_HEADER = 'Likeness-Position';
/** Of requests: the position that must be visible before the request is begun. */
export const AT_LEAST_HEADER = 'Likeness-At-Least';

/**
 * The position that a request wants to see.
 *
 * @throws HttpError 400 unless it is a whole number
 */
export function positionWanted({ headers }: Pick<IncomingMessage, 'headers'>): number | undefined {
  const header = headers['likeness-at-least'];
  if (header === undefined) return undefined;
  const position = typeof header === 'string' && /^\d{1,16}$/.test(header) ? Number(header) : NaN;
  if (Number.isSafeInteger(position)) return position;
  throw new HttpError(400, 'INVALID_POSITION', [
    `${AT_LEAST_HEADER}: expected a whole number, as an answer gave it in ${POSITION_HEADER}`,
  ]);
}

/**
 * Waits until reads show a position.
 *
 * @throws HttpError 503 when they do not within so many seconds
 */
export async function waitForPosition(visible: VisibleCommits, position: number, seconds: number): Promise<void> {
  if (visible.position >= position) return;
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new Error('too long')), seconds * 1_000);
  try {
    await visible.waitFor(position, ending.signal);
  } catch {
    throw new HttpError(
      503,
      'SERVER_UNAVAILABLE',
      [`Position ${position} is not visible here yet (${visible.position} is); nothing was done`],
      ['Retry-After', '1', POSITION_HEADER, String(visible.position)],
    );
  } finally {
    clearTimeout(timer);
  }
}
