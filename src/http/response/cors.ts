import type { IncomingMessage } from 'node:http';

/** Headers of answers that a script of another origin may read beside the plain ones. */
const EXPOSED = [
  ...['X-Request-Id', 'Likeness-Incomplete', 'Likeness-Position', 'Likeness-Commit', 'Warning', 'Retry-After'],
  ...['Allow', 'ETag', 'Idempotent-Replayed', 'RateLimit', 'RateLimit-Policy', 'Sforce-Limit-Info'],
  ...['Sforce-Locator', 'Sforce-NumberOfRecords', 'Likeness-Total', 'Preference-Applied'],
].join(', ');
/** Headers that such a script may send. */
const ACCEPTED = [
  ...['Authorization', 'Content-Type', 'Content-Encoding', 'Idempotency-Key', 'Likeness-At-Least', 'Likeness-Commit'],
  ...['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'],
  ...['Sforce-Duplicate-Rule-Header', 'Sforce-Query-Options', 'Prefer'],
].join(', ');
/** Seconds that a browser may remember the answer to a preflight. */
const REMEMBERED = '600';

/**
 * Headers for scripts of other origins (Fetch standard, "CORS protocol"). Credentials are never allowed, so an origin
 * that is let in can do nothing without a token of its own: no cookie of a session goes along.
 */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  /** @param origins `scheme://host[:port]`, compared to the letter */
  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** Headers of every answer: one to another origin must not be taken for this one's. */
  headers(request: IncomingMessage): readonly string[] {
    const { origin } = request.headers;
    if (origin === undefined || !this.#origins.has(origin)) return ['Vary', 'Origin'];
    return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
  }

  /** Headers of the answer to a preflight, beside those of every answer. */
  preflight(request: IncomingMessage, allowed: string): readonly string[] {
    const { origin, 'access-control-request-method': method } = request.headers;
    if (method === undefined || origin === undefined || !this.#origins.has(origin)) return [];
    return [
      'Access-Control-Allow-Methods',
      allowed,
      'Access-Control-Allow-Headers',
      ACCEPTED,
      'Access-Control-Max-Age',
      REMEMBERED,
    ];
  }
}
