export type GrantErrorCode =
  | 'invalid_grant'
  | 'invalid_client_id'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'invalid_request'
  | 'invalid_scope';

/** A refusal of the token endpoint: answered with 400, or with 429 where it is for asking too often. */
export class GrantError extends Error {
  override readonly name = 'GrantError';
  constructor(
    readonly error: GrantErrorCode,
    description: string,
    /** The limit that was met, and in how many seconds to come again. */
    readonly tooOften?: { readonly what: 'failedLogins' | 'tokens'; readonly retryAfter: number },
  ) {
    super(description);
  }
}
