/** The list of clients, a key or a key file cannot be used. The message says what is wrong, where, and what to do. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
}

/** The reason is only for tests and debug logs: for all invalid tokens, callers get the same response. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
}

/** The keys of an external identity provider cannot be fetched, so its tokens cannot be checked. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}
