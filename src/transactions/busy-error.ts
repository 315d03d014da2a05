import { RequestError } from '../contract/request-error.js';

/** Reasons for turning a request away: the resource that there is too little of. */
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

const ALL = 'The service is busy; nothing was begun. Try again in a moment';
const SHARE = 'This client has as much under way as it may at once; nothing was begun. Try again in a moment';

/**
 * The service, or one client, has as much to do as it takes on: 503, nothing was begun, and a little later it may be
 * tried again.
 */
export class BusyError extends RequestError {
  /** Seconds after which to try again. */
  readonly retryAfter = 1;

  constructor(readonly reason: ShedReason) {
    super(503, 'SERVER_UNAVAILABLE', reason.startsWith('client') ? SHARE : ALL);
  }
}
