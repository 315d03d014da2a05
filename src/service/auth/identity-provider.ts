import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import type { IdentityProvider } from '../../store/config/configuration.js';
import { AuthError, InvalidTokenError, ProviderUnavailableError } from './auth-error.js';
import { takeApart } from './compact-jws.js';
import { WatchedFile } from './watched-file.js';
import { isLoopback } from '../../store/config/ip-network.js';

/** Only public-key signatures: with a shared secret, each party could sign tokens as the other. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
/** Tolerated clock difference in seconds. */
const SKEW = 30;
/** Milliseconds for which a verified token is cached. After this, a token whose key was withdrawn is rejected. */
const REMEMBERED = 300_000;
const FETCH_TIMEOUT = 3_000;
/** Milliseconds without requests after a failed request to a provider, so that forged tokens cannot overload it. */
const PAUSE = 10_000;

export interface ExternalToken {
  readonly issuer: string;
  /** The claim that names the client: `client_id` (RFC 9068), `azp` or `sub`, whichever is present first. */
  readonly subject: string;
  /** Milliseconds since the epoch until which the token may be cached. */
  readonly expires: number;
}

export class ExternalIdentityProvider {
  readonly issuer: string;
  readonly #keys: () => JWTVerifyGetKey;
  #pauseUntil = -Infinity;

  /** @throws AuthError if the settings name no usable set of keys */
  constructor(
    private readonly provider: IdentityProvider,
    private readonly now: () => number = Date.now,
  ) {
    this.issuer = provider.issuer;
    this.#keys = keySource(provider, () => this.now() < this.#pauseUntil);
  }

  /** @throws InvalidTokenError; ProviderUnavailableError if the provider's keys cannot be fetched */
  async verify(token: string): Promise<ExternalToken> {
    const { header }: { header: { readonly typ?: unknown } } = takeApart(token);
    const { typ } = header;
    if (typ !== undefined && (typeof typ !== 'string' || !TYPES.has(typ.toLowerCase())))
      throw new InvalidTokenError('the token is not an access token');
    const now = this.now();
    try {
      const { payload } = await jwtVerify(token, this.#keys(), {
        algorithms: ALGORITHMS,
        issuer: this.provider.issuer,
        audience: this.provider.audience,
        requiredClaims: ['exp', 'iat'],
        clockTolerance: SKEW,
        currentDate: new Date(now),
      });
      if (payload.iat! > now / 1000 + SKEW) throw new InvalidTokenError('iat is in the future');
      const subject = [payload['client_id'], payload['azp'], payload.sub].find((claim) => claim !== undefined);
      if (typeof subject !== 'string' || subject === '') throw new InvalidTokenError('the token names no client');
      return { issuer: this.provider.issuer, subject, expires: Math.min(payload.exp! * 1000, now + REMEMBERED) };
    } catch (error) {
      const translated = translate(error);
      const isFresh = !(error instanceof PausedError);
      if (translated instanceof ProviderUnavailableError && isFresh) this.#pauseUntil = this.now() + PAUSE;
      throw translated;
    }
  }
}

/** Thrown instead of sending a request to the provider, because a recent request failed. */
class PausedError extends Error {}

/** @param isPaused returns whether requests to the provider are currently paused */
function keySource(provider: IdentityProvider, isPaused: () => boolean): () => JWTVerifyGetKey {
  if (provider.jwksFile !== undefined) {
    const path = provider.jwksFile;
    const file = new WatchedFile(path, (text) => localKeys(text, path));
    file.read();
    return () => file.read();
  }
  if (provider.jwksUri === undefined)
    throw new AuthError(`identity provider ${provider.issuer}: expected jwksFile or jwksUri`);
  const uri = new URL(provider.jwksUri);
  if (uri.protocol !== 'https:' && !isLoopback(uri))
    throw new AuthError(`identity provider ${provider.issuer}: jwksUri must begin with https://`);
  const keys = createRemoteJWKSet(uri, {
    timeoutDuration: FETCH_TIMEOUT,
    [customFetch]: (url, request) =>
      isPaused() ? Promise.reject(new PausedError('the last attempt failed a moment ago')) : fetch(url, request),
  });
  return () => keys;
}

function localKeys(text: string | undefined, path: string): JWTVerifyGetKey {
  if (text === undefined) throw new AuthError(`${path}: the file does not exist; expected a JSON Web Key Set`);
  try {
    return createLocalJWKSet(JSON.parse(text) as JSONWebKeySet);
  } catch {
    throw new AuthError(`${path}: expected a JSON Web Key Set: {"keys": [...]}`);
  }
}

/** Converts errors thrown by jose. Any error that is not about the token means that keys cannot be fetched. */
function translate(error: unknown): Error {
  if (error instanceof InvalidTokenError || error instanceof AuthError) return error;
  if (
    !(error instanceof errors.JOSEError) ||
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === 'ERR_JOSE_GENERIC' // the response is not a key set
  )
    return new ProviderUnavailableError('the keys of the identity provider cannot be fetched', { cause: error });
  return new InvalidTokenError(error.message);
}
