import { MOST } from '../../store/config/config-limits.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { Semaphore } from '../../runtime/semaphore.js';

/** Bytes granted to a query at a time. */
const GRANT = 1 << 20;

export class QueryMemory {
  #held = 0;
  #granted = 0;

  constructor(
    private readonly all: Semaphore,
    private readonly clientId: string,
  ) {}

  /**
   * Reserves memory. @throws RequestError 400 above the limit per query, 503 if other queries currently use too much
   * memory
   */
  hold(bytes: number): void {
    this.#held += bytes;
    while (this.#held > this.#granted) {
      if (this.all.acquire(this.clientId, GRANT) !== undefined) {
        if (this.#granted + GRANT <= MOST.queryBytes / 2) throw busy('other queries currently use too much memory');
        throw new RequestError(
          400,
          'QUERY_TOO_COMPLICATED',
          `The query needs more than ${MOST.queryBytes / 2} bytes of memory: request fewer groups, values or records`,
        );
      }
      this.#granted += GRANT;
    }
  }

  release(): void {
    if (this.#granted > 0) this.all.release(this.clientId, this.#granted);
    this.#granted = 0;
  }
}

/** Returns the error for a query that cannot get memory because of other queries. */
export const busy = (why: string): RequestError =>
  new RequestError(503, 'REQUEST_LIMIT_EXCEEDED', `ConcurrentPerOrgLongTxn Limit exceeded: ${why}; try again`);

export const tooLong = (): RequestError =>
  new RequestError(400, 'QUERY_TIMEOUT', 'Your query request was running for too long.');
