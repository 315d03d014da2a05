import { InvalidTokenError, ProviderUnavailableError } from './auth-error.js';
import { RequestError } from '../../records/contract/request-error.js';
import { MAX_TOKEN_LENGTH } from './compact-jws.js';

/** Returns the same error for every invalid token, so that callers cannot learn which check failed. */
export function invalidSession(): RequestError {
  return new RequestError(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
}

const SCHEMES = ['bearer ', 'oauth '];

/** @throws RequestError 401 if the `Authorization` header has no token */
export function bearerToken(authorization: string | undefined): string {
  const start = authorization?.slice(0, 7).toLowerCase() ?? '';
  const scheme = SCHEMES.find((one) => start.startsWith(one));
  if (authorization === undefined || scheme === undefined) throw invalidSession();
  const token = authorization.slice(scheme.length);
  if (token === '' || token.length > MAX_TOKEN_LENGTH) throw invalidSession();
  return token;
}

export function refusedToken(error: unknown): unknown {
  if (error instanceof InvalidTokenError) return invalidSession();
  if (error instanceof ProviderUnavailableError)
    return new RequestError(
      503,
      'SERVER_UNAVAILABLE',
      'The keys of the identity provider cannot be fetched. Try again later',
    );
  return error;
}
