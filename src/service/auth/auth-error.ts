/** The list of clients, a key or a key file is unusable. The message states the fault, the location and the fix. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
}

/** An invalid token. The reason is for tests and debug logs only: all callers get the same response. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
}

/** The keys of an external identity provider are unavailable, so its tokens cannot be checked. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}
