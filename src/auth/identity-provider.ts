import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import type { IdentityProvider } from '../config/configuration.js';
import { AuthError, InvalidTokenError, ProviderUnavailableError } from './auth-error.js';
import { takeApart } from './compact-jws.js';
import { WatchedFile } from './watched-file.js';

/** Signatures by a key pair only: a secret shared with a provider would let each side speak for the other. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
/** Seconds by which clocks may differ. */
const SKEW = 30;
/** Milliseconds that a verified token is remembered: a key withdrawn by the provider stops counting after that. */
const REMEMBERED = 300_000;
const FETCH_TIMEOUT = 3_000;
/**
 * Milliseconds after a failed attempt in which a provider is not asked again: who sends many tokens in its name must
 * not make callers wait, or the provider suffer.
 */
const PAUSE = 10_000;

export interface ExternalToken {
  readonly issuer: string;
  /**
   * The claim that names the client whose licence counts: the first of `client_id` (RFC 9068), `azp` and `sub` that the
   * token has.
   */
  readonly subject: string;
  /** Milliseconds since the epoch until which this need not be verified again. */
  readonly expires: number;
}

/** Verifies the tokens of one outside identity provider by its published keys. */
export class ExternalIdentityProvider {
  readonly issuer: string;
  readonly #keys: () => JWTVerifyGetKey;
  #pauseUntil = -Infinity;

  /** @throws AuthError when the settings name no usable key set */
  constructor(
    private readonly provider: IdentityProvider,
    private readonly now: () => number = Date.now,
  ) {
    this.issuer = provider.issuer;
    this.#keys = keySource(provider, () => this.now() < this.#pauseUntil);
  }

  /** @throws InvalidTokenError; ProviderUnavailableError when the provider's keys cannot be fetched */
  async verify(token: string): Promise<ExternalToken> {
    const { header }: { header: { readonly typ?: unknown } } = takeApart(token);
    const { typ } = header;
    if (typ !== undefined && (typeof typ !== 'string' || !TYPES.has(typ.toLowerCase())))
      throw new InvalidTokenError('another kind of token');
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
      if (typeof subject !== 'string' || subject === '') throw new InvalidTokenError('names no client');
      return { issuer: this.provider.issuer, subject, expires: Math.min(payload.exp! * 1000, now + REMEMBERED) };
    } catch (error) {
      const translated = translate(error);
      const isFresh = !(error instanceof PausedError);
      if (translated instanceof ProviderUnavailableError && isFresh) this.#pauseUntil = this.now() + PAUSE;
      throw translated;
    }
  }
}

/** The provider is not asked, because it was asked in vain a moment ago. */
class PausedError extends Error {}

/** @param isPaused whether keys that are not at hand must not be asked for at the moment */
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
  if (uri.protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(uri.hostname))
    throw new AuthError(`identity provider ${provider.issuer}: jwksUri must begin with https://`);
  const keys = createRemoteJWKSet(uri, {
    timeoutDuration: FETCH_TIMEOUT,
    [customFetch]: (url, request) =>
      isPaused() ? Promise.reject(new PausedError('asked in vain a moment ago')) : fetch(url, request),
  });
  return () => keys;
}

function localKeys(text: string | undefined, path: string): JWTVerifyGetKey {
  if (text === undefined) throw new AuthError(`${path}: there is no such file; expected a JSON Web Key Set`);
  try {
    return createLocalJWKSet(JSON.parse(text) as JSONWebKeySet);
  } catch {
    throw new AuthError(`${path}: expected a JSON Web Key Set: {"keys": [...]}`);
  }
}

/** Errors of jose that speak of the token make it invalid; all others mean that the keys could not be had. */
function translate(error: unknown): Error {
  if (error instanceof InvalidTokenError || error instanceof AuthError) return error;
  if (
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    !(error instanceof errors.JOSEError)
  )
    return new ProviderUnavailableError('the keys of the identity provider cannot be fetched', { cause: error });
  // Thrown as it is when the answer of the provider is not a key set at all.
  if (error.code === 'ERR_JOSE_GENERIC')
    return new ProviderUnavailableError('the keys of the identity provider cannot be fetched', { cause: error });
  return new InvalidTokenError(error.message);
}
