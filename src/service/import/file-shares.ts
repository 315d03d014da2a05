import { RequestError } from '../../records/contract/request-error.js';
import { dynamicThreshold, Semaphore } from '../../runtime/semaphore.js';

export interface NextFile {
  readonly clientId: string;
  readonly extension: string;
  readonly size: number;
  readonly limit: number;
  /** Id of the file's bulk job, which cannot have a second file. */
  readonly bulkJob?: string | undefined;
}

/** Maximum number of stored files, and maximum size of all files, as a multiple of the maximum size of one file. */
const MOST_FILES = 40;
const TIMES_LIMIT = 10;

export interface KeptOf {
  readonly clientId: string;
  readonly files: number;
  readonly bytes: number;
  /**
   * Time when the first file is deleted unless it is in use (ISO 8601). Absent if all files are still being uploaded.
   */
  readonly expires?: string | undefined;
}

/**
 * Divides the number and bytes of files among clients. A client may use half of what other clients leave free, and can
 * always store one file if there is room.
 * @param kept one entry per client
 * @throws RequestError 409 that states the usage and how to free space
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
  const orWait = expires === undefined ? '' : `, or wait until ${expires}, when the first file is removed`;
  throw new RequestError(
    409,
    'LIMIT_EXCEEDED',
    shortage === 'full'
      ? `All clients together use ${taken}: ask an administrator to delete a file (DELETE …/uploads/<id>)${orWait}`
      : `This client uses ${taken}. One client can use at most half of the space that other clients leave free: delete a file${orWait}`,
  );
}
