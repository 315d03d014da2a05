import { RequestError } from '../../records/contract/request-error.js';

/** Reasons for refusing a request: the resource that is exhausted. */
export const SHED_REASONS = [
  'connections',
  'requests',
  'pipelined',
  'writes',
  'bytes',
  'clientRequests',
  'clientWrites',
  'clientBytes',
  'rate',
  'idle',
  'logins',
  'tokens',
  'failedLogins',
  'slow',
  'stalled',
  'streams',
  'slowStreams',
] as const;
export type ShedReason = (typeof SHED_REASONS)[number];

const ALL = 'The service is busy; nothing was done. Try again in a moment';
const SHARE = 'This client has reached its share of concurrent work; nothing was done. Try again in a moment';

/** The service or one client is at its limit: 503, nothing was started; retry later. */
export class BusyError extends RequestError {
  /** Seconds after which to try again. */
  readonly retryAfter = 1;

  constructor(readonly reason: ShedReason) {
    super(503, 'SERVER_UNAVAILABLE', reason.startsWith('client') ? SHARE : ALL);
  }
}
