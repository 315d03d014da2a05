/**
 * The registry of clients, a key or a key file cannot be used as it is. The message says what, where, and what would be
 * right.
 */
export class AuthError extends Error {
  override readonly name = 'AuthError';
}

/** A token that does not count. The reason is for tests and debug logs: callers always get the same answer. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
}

/** The keys of an outside identity provider cannot be had at the moment: nothing can be said about its tokens. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}
