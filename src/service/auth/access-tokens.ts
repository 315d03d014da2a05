import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { InvalidTokenError } from './auth-error.js';
import { takeApart } from './compact-jws.js';
import type { KeyRing, SigningKey } from './signing-keys.js';
import { SCOPES, type Scope } from './scopes.js';

/** Lifetime of an access token in seconds. */
export const TOKEN_LIFE = 7_200;
export const REFRESH_DAYS = 180;
const REFRESH_LIFE = REFRESH_DAYS * 86_400;
/** Tolerated clock difference in seconds. */
const SKEW = 30;
/** The `typ` and audience of one kind of token, which distinguish it from other kinds with the same signing key. */
export interface TokenUse {
  readonly type: string;
  readonly audience: string;
  /** Lifetime in seconds. */
  readonly life: number;
}

const ACCESS: TokenUse = { type: 'at+jwt', audience: 'urn:likeness:api', life: TOKEN_LIFE };
/** Refresh tokens. Only the token endpoint accepts them, and only from the authenticated client that received them. */
export const REFRESH: TokenUse = { type: 'rt+jwt', audience: 'urn:likeness:token', life: REFRESH_LIFE };
const KNOWN: ReadonlySet<string> = new Set(SCOPES);

export interface VerifiedToken {
  readonly clientId: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
  /** Issue time in seconds since the epoch. */
  readonly issued: number;
  readonly jti: string;
  /** If absent, the token grants all the client's scopes. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Id of the client that acts on behalf of `clientId`. If absent, the client acts for itself. */
  readonly app?: string | undefined;
  /** Id shared by all tokens of one authorization, which are revoked together. */
  readonly family?: string | undefined;
}

export type TokenDetails = Pick<VerifiedToken, 'scopes' | 'app' | 'family'>;

/** Issues and verifies one kind of the service's own tokens: HS256-signed JWTs (RFC 7519, 8725, 9068). */
export class AccessTokens {
  #ring: KeyRing | undefined;
  /** Keys by the encoded header of their tokens. A token with another header was not issued here. */
  #byHeader: ReadonlyMap<string, SigningKey> = new Map();

  /** @param now milliseconds since the epoch; only tests set it */
  constructor(
    private readonly keys: { read(): KeyRing },
    private readonly now: () => number = Date.now,
    private readonly kind: TokenUse = ACCESS,
  ) {}

  issue(clientId: string, { scopes, app, family }: TokenDetails = {}): string {
    const iat = Math.floor(this.now() / 1000);
    const ring = this.keys.read();
    const key = ring.keys.at(-1)!;
    const claims = {
      iss: issuerOf(ring),
      aud: this.kind.audience,
      sub: clientId,
      jti: randomUUID(),
      iat,
      exp: iat + this.kind.life,
      ...(scopes && { scope: scopes.join(' ') }),
      // `azp` and `sid` are the OpenID Connect names of the authorized party and the session.
      ...(app !== undefined && { azp: app }),
      ...(family !== undefined && { sid: family }),
    };
    return jwt.sign(claims, key.key, { algorithm: 'HS256', header: headerOf(key, this.kind) });
  }

  isOwn(token: string): boolean {
    return this.#keyOf(token) !== undefined;
  }

  /**
   * Besides jsonwebtoken's checks, requires all claims with their types, an `iat` in the past, and a lifetime no longer
   * than that of issued tokens.
   * @throws InvalidTokenError
   */
  verify(token: string): VerifiedToken {
    const key = this.#keyOf(token);
    if (key === undefined) throw new InvalidTokenError('the header was not written by this service');
    takeApart(token);
    const seconds = Math.floor(this.now() / 1000);
    if (key.until !== undefined && this.now() >= key.until) throw new InvalidTokenError('the key has been replaced');
    let claims: unknown;
    try {
      claims = jwt.verify(token, key.key, {
        algorithms: ['HS256'],
        issuer: issuerOf(this.#ring!),
        audience: this.kind.audience,
        clockTimestamp: seconds,
      });
    } catch (error) {
      throw new InvalidTokenError((error as Error).message);
    }
    if (typeof claims !== 'object' || claims === null) throw new InvalidTokenError('the payload is not an object');
    const { sub, jti, iat, exp, aud, scope, azp, sid } = claims as Record<string, unknown>;
    if (typeof sub !== 'string' || sub === '') throw new InvalidTokenError('sub is missing');
    if (typeof jti !== 'string' || jti === '') throw new InvalidTokenError('jti is missing');
    if (typeof aud !== 'string') throw new InvalidTokenError('aud has several values');
    if (typeof iat !== 'number' || !Number.isInteger(iat) || iat > seconds + SKEW)
      throw new InvalidTokenError('iat is missing or in the future');
    if (typeof exp !== 'number' || !Number.isInteger(exp) || exp - iat > this.kind.life)
      throw new InvalidTokenError('exp is missing or too far in the future');
    if (azp !== undefined && typeof azp !== 'string') throw new InvalidTokenError('azp is not a string');
    if (sid !== undefined && typeof sid !== 'string') throw new InvalidTokenError('sid is not a string');
    return {
      clientId: sub,
      expires: exp * 1000,
      issued: iat,
      jti,
      ...(scope !== undefined && { scopes: narrowed(scope) }),
      ...(azp !== undefined && { app: azp }),
      ...(sid !== undefined && { family: sid }),
    };
  }

  #keyOf(token: string): SigningKey | undefined {
    const ring = this.keys.read();
    if (ring !== this.#ring) {
      this.#byHeader = new Map(ring.keys.map((key) => [headerPartOf(key, this.kind), key]));
      this.#ring = ring;
    }
    return this.#byHeader.get(token.slice(0, token.indexOf('.')));
  }
}

/** Returns the issuer URN of this installation. Tokens from other installations are rejected. */
function issuerOf({ organisationId }: KeyRing): string {
  return `urn:likeness:${organisationId}`;
}

function headerOf({ kid }: SigningKey, { type }: TokenUse) {
  return { alg: 'HS256', typ: type, ...(kid !== undefined && { kid }) };
}

function headerPartOf(key: SigningKey, kind: TokenUse): string {
  return Buffer.from(JSON.stringify(headerOf(key, kind))).toString('base64url');
}

/** Parses a `scope` claim. Drops unknown scopes, which a newer version may have granted. */
function narrowed(scope: unknown): Scope[] {
  if (typeof scope !== 'string') throw new InvalidTokenError('scope is not a string');
  return scope.split(' ').filter((word): word is Scope => KNOWN.has(word));
}
