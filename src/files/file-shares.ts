import { RequestError } from '../contract/request-error.js';
import type { NextFile } from './arriving-files.js';
import { dynamicThreshold, Semaphore } from '../runtime/semaphore.js';

/** Files kept at once, and how much larger than the largest one all of them may be. */
const MOST_FILES = 40;
const TIMES_LIMIT = 10;

/** Files that are kept, and those on their way with all that they may have. */
export interface KeptOf {
  readonly clientId: string;
  readonly files: number;
  readonly bytes: number;
  /** When the first of them is removed, unless it is worked on (ISO 8601); absent where all are on their way. */
  readonly expires?: string | undefined;
}

/**
 * Shares the places and the bytes for files among clients: each keeps no more than it leaves free, and one file in any
 * case as long as there is room.
 *
 * @param kept one entry for each client
 * @throws RequestError 409 that says what is taken, and what frees it
 */
export function refuseTooMany(kept: readonly KeptOf[], { clientId, size, limit }: NextFile): void {
  const most = TIMES_LIMIT * limit;
  const places = new Semaphore(MOST_FILES, dynamicThreshold());
  const bytes = new Semaphore(most, dynamicThreshold(size));
  for (const each of kept) {
    places.forceAcquire(each.clientId, each.files);
    bytes.forceAcquire(each.clientId, each.bytes);
  }
  const shortage = places.acquire(clientId) ?? bytes.acquire(clientId, size);
  if (shortage === undefined) return;
  const counted = shortage === 'full' ? kept : kept.filter((each) => each.clientId === clientId);
  const sum = (of: (each: KeptOf) => number): number => counted.reduce((total, each) => total + of(each), 0);
  const taken = `${sum(({ files }) => files)} of ${MOST_FILES} files, ${sum((each) => each.bytes)} of ${most} bytes`;
  const expires = counted.flatMap((each) => each.expires ?? []).sort()[0];
  const orWait = expires === undefined ? '' : `, or wait until ${expires}, when the first of them is removed`;
  throw new RequestError(
    409,
    'LIMIT_EXCEEDED',
    shortage === 'full'
      ? `All clients together keep ${taken}: have an administrator delete one (DELETE …/uploads/<id>)${orWait}`
      : `This client keeps ${taken}, and no client may keep more than it leaves free: delete one${orWait}`,
  );
}
