/**
 * Thrown if the list of clients, a key or a key file cannot be used. The message says what is wrong, where, and what to
 * do.
 */
export class AuthError extends Error {
  override readonly name = 'AuthError';
}

/**
 * Thrown for an invalid token. The reason is only for tests and debug logs. Callers get the same response for every
 * invalid token.
 */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
}

/** Thrown if the keys of an external identity provider cannot be fetched, so that its tokens cannot be checked. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}
