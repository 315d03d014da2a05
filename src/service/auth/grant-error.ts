export type GrantErrorCode =
  | 'invalid_grant'
  | 'invalid_client_id'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'invalid_request'
  | 'invalid_scope';

/** An error response of the token endpoint: 400, or 429 for too many requests. */
export class GrantError extends Error {
  override readonly name = 'GrantError';
  constructor(
    readonly error: GrantErrorCode,
    description: string,
    /** The limit that was exceeded, and the seconds until the next attempt. */
    readonly tooOften?: { readonly what: 'failedLogins' | 'tokens'; readonly retryAfter: number },
  ) {
    super(description);
  }
}
