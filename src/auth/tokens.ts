import { randomUUID, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { InvalidTokenError } from './auth-error.js';
import { takeApart } from './compact-jws.js';

/** Seconds that an access token lives. */
export const TOKEN_LIFE = 7_200;
/** Seconds by which clocks may differ. */
const SKEW = 30;
/** Media type of access tokens (RFC 9068): no other kind of token signed by the same key can pass for one. */
const TYPE = 'at+jwt';
const AUDIENCE = 'urn:likeness:api';

export interface VerifiedToken {
  readonly clientId: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/** Issues and verifies the service's own access tokens: JWTs by HS256 (RFC 7519, 8725, 9068). */
export class AccessTokens {
  /** The one header that our tokens have, as it stands in them: anything else was not issued here. */
  readonly #headerPart: string;

  /**
   * @param issuer names this installation; tokens of another are foreign
   * @param now milliseconds since the epoch; only tests set it
   */
  constructor(
    private readonly key: KeyObject,
    private readonly issuer: string,
    private readonly now: () => number = Date.now,
  ) {
    this.#headerPart = this.issue('').split('.')[0]!;
  }

  issue(clientId: string): string {
    const iat = Math.floor(this.now() / 1000);
    const claims = {
      iss: this.issuer,
      aud: AUDIENCE,
      sub: clientId,
      jti: randomUUID(),
      iat,
      exp: iat + TOKEN_LIFE,
    };
    return jwt.sign(claims, this.key, { algorithm: 'HS256', header: { alg: 'HS256', typ: TYPE } });
  }

  /** Whether a token claims, by its header, to have been issued here. */
  isOwn(token: string): boolean {
    return token.startsWith(`${this.#headerPart}.`);
  }

  /**
   * Everything that jsonwebtoken leaves open is checked here: presence and type of the claims, `iat` in the past, a life no longer than ours.
   *
   * @throws InvalidTokenError
   */
  verify(token: string): VerifiedToken {
    if (!this.isOwn(token)) throw new InvalidTokenError('header is not ours');
    takeApart(token);
    const seconds = Math.floor(this.now() / 1000);
    let claims: unknown;
    try {
      claims = jwt.verify(token, this.key, {
        algorithms: ['HS256'],
        issuer: this.issuer,
        audience: AUDIENCE,
        clockTimestamp: seconds,
      });
    } catch (error) {
      throw new InvalidTokenError((error as Error).message);
    }
    if (typeof claims !== 'object' || claims === null) throw new InvalidTokenError('payload is not an object');
    const { sub, jti, iat, exp, aud } = claims as Record<string, unknown>;
    if (typeof sub !== 'string' || sub === '') throw new InvalidTokenError('no sub');
    if (typeof jti !== 'string' || jti === '') throw new InvalidTokenError('no jti');
    if (typeof aud !== 'string') throw new InvalidTokenError('several audiences');
    if (typeof iat !== 'number' || !Number.isInteger(iat) || iat > seconds + SKEW)
      throw new InvalidTokenError('iat absent or in the future');
    if (typeof exp !== 'number' || !Number.isInteger(exp) || exp - iat > TOKEN_LIFE)
      throw new InvalidTokenError('exp absent or too far');
    return { clientId: sub, expires: exp * 1000 };
  }
}
