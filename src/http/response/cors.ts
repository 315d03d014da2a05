import type { IncomingMessage } from 'node:http';

/** Response headers that scripts of other origins may read. */
const EXPOSED = [
  ...['X-Request-Id', 'Likeness-Incomplete', 'Likeness-Position', 'Likeness-Commit', 'Warning', 'Retry-After'],
  ...['Allow', 'ETag', 'Idempotent-Replayed', 'RateLimit', 'RateLimit-Policy', 'Sforce-Limit-Info'],
  ...['Sforce-Locator', 'Sforce-NumberOfRecords', 'Likeness-Total', 'Preference-Applied', 'WWW-Authenticate'],
].join(', ');
/** Request headers that scripts of other origins may send. */
const ACCEPTED = [
  ...['Authorization', 'Content-Type', 'Content-Encoding', 'Idempotency-Key', 'Likeness-At-Least', 'Likeness-Commit'],
  ...['If-Match', 'If-None-Match', 'If-Modified-Since', 'If-Unmodified-Since'],
  ...['Sforce-Duplicate-Rule-Header', 'Sforce-Query-Options', 'Prefer'],
].join(', ');
const REMEMBERED = '600';

/**
 * Headers for scripts of other origins (Fetch standard, "CORS protocol"). Credentials are never allowed. Browsers
 * therefore send no session cookie, and an allowed origin needs its own token.
 */
export class Cors {
  readonly #origins: ReadonlySet<string>;

  /** @param origins `scheme://host[:port]`, compared exactly */
  constructor(origins: readonly string[]) {
    this.#origins = new Set(origins);
  }

  /** Returns headers that every response carries, so that caches keep origins separate. */
  headers(request: IncomingMessage): readonly string[] {
    const { origin } = request.headers;
    if (origin === undefined || !this.#origins.has(origin)) return ['Vary', 'Origin'];
    return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
  }

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
