import { RequestError } from '../../records/contract/request-error.js';

/** Resources whose limits cause requests to be rejected. */
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

const ALL = 'The service is busy. The request had no effect. Try again in a moment';
const SHARE = 'This client has too many concurrent requests. The request had no effect. Try again in a moment';

/** The service or one client has reached its limit (503). The client can try again later. */
export class BusyError extends RequestError {
  /** Seconds to wait before a retry. */
  readonly retryAfter = 1;

  constructor(readonly reason: ShedReason) {
    super(503, 'SERVER_UNAVAILABLE', reason.startsWith('client') ? SHARE : ALL);
  }
}
