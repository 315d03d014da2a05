import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { InvalidTokenError } from './auth-error.js';
import { takeApart } from './compact-jws.js';
import type { KeyRing, SigningKey } from './signing-keys.js';
import { SCOPES, type Scope } from './scopes.js';

/** Seconds that an access token lives. */
export const TOKEN_LIFE = 7_200;
/** Seconds by which clocks may differ. */
const SKEW = 30;
/** Media type of access tokens (RFC 9068): no other kind of token signed by the same key can pass for one. */
const TYPE = 'at+jwt';
const AUDIENCE = 'urn:likeness:api';
const KNOWN: ReadonlySet<string> = new Set(SCOPES);

export interface VerifiedToken {
  readonly clientId: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
  /** Seconds since the epoch. */
  readonly issued: number;
  readonly jti: string;
  /** Absent: all that the client may do. */
  readonly scopes?: readonly Scope[] | undefined;
}

/** Issues and verifies the service's own access tokens: JWTs by HS256 (RFC 7519, 8725, 9068). */
export class AccessTokens {
  #ring: KeyRing | undefined;
  /** By the one header that tokens of a key have, as it stands in them: anything else was not issued here. */
  #byHeader: ReadonlyMap<string, SigningKey> = new Map();

  /**
   * @param keys the keys of the moment
   * @param now milliseconds since the epoch; only tests set it
   */
  constructor(
    private readonly keys: { read(): KeyRing },
    private readonly now: () => number = Date.now,
  ) {}

  /** @param scopes fewer than the client has; absent: all of them, whatever they are when the token is used */
  issue(clientId: string, scopes?: readonly Scope[]): string {
    const iat = Math.floor(this.now() / 1000);
    const ring = this.keys.read();
    const key = ring.keys.at(-1)!;
    const claims = {
      iss: issuerOf(ring),
      aud: AUDIENCE,
      sub: clientId,
      jti: randomUUID(),
      iat,
      exp: iat + TOKEN_LIFE,
      ...(scopes && { scope: scopes.join(' ') }),
    };
    return jwt.sign(claims, key.key, { algorithm: 'HS256', header: headerOf(key) });
  }

  /** Whether a token claims, by its header, to have been issued here. */
  isOwn(token: string): boolean {
    return this.#keyOf(token) !== undefined;
  }

  /**
   * Everything that jsonwebtoken leaves open is checked here: presence and type of the claims, `iat` in the past, a
   * life no longer than ours.
   *
   * @throws InvalidTokenError
   */
  verify(token: string): VerifiedToken {
    const key = this.#keyOf(token);
    if (key === undefined) throw new InvalidTokenError('header is not ours');
    takeApart(token);
    const seconds = Math.floor(this.now() / 1000);
    if (key.until !== undefined && this.now() >= key.until) throw new InvalidTokenError('its key has been replaced');
    let claims: unknown;
    try {
      claims = jwt.verify(token, key.key, {
        algorithms: ['HS256'],
        issuer: issuerOf(this.#ring!),
        audience: AUDIENCE,
        clockTimestamp: seconds,
      });
    } catch (error) {
      throw new InvalidTokenError((error as Error).message);
    }
    if (typeof claims !== 'object' || claims === null) throw new InvalidTokenError('payload is not an object');
    const { sub, jti, iat, exp, aud, scope } = claims as Record<string, unknown>;
    if (typeof sub !== 'string' || sub === '') throw new InvalidTokenError('no sub');
    if (typeof jti !== 'string' || jti === '') throw new InvalidTokenError('no jti');
    if (typeof aud !== 'string') throw new InvalidTokenError('several audiences');
    if (typeof iat !== 'number' || !Number.isInteger(iat) || iat > seconds + SKEW)
      throw new InvalidTokenError('iat absent or in the future');
    if (typeof exp !== 'number' || !Number.isInteger(exp) || exp - iat > TOKEN_LIFE)
      throw new InvalidTokenError('exp absent or too far');
    return {
      clientId: sub,
      expires: exp * 1000,
      issued: iat,
      jti,
      ...(scope !== undefined && { scopes: narrowed(scope) }),
    };
  }

  #keyOf(token: string): SigningKey | undefined {
    const ring = this.keys.read();
    if (ring !== this.#ring) {
      this.#byHeader = new Map(ring.keys.map((key) => [headerPartOf(key), key]));
      this.#ring = ring;
    }
    return this.#byHeader.get(token.slice(0, token.indexOf('.')));
  }
}

/** Names this installation: tokens of another are foreign. */
function issuerOf({ organisationId }: KeyRing): string {
  return `urn:likeness:${organisationId}`;
}

function headerOf({ kid }: SigningKey) {
  return { alg: 'HS256', typ: TYPE, ...(kid !== undefined && { kid }) };
}

function headerPartOf(key: SigningKey): string {
  return Buffer.from(JSON.stringify(headerOf(key))).toString('base64url');
}

/** A scope that a newer version of the program may have written is not understood, and so not granted. */
function narrowed(scope: unknown): Scope[] {
  if (typeof scope !== 'string') throw new InvalidTokenError('scope is not a text');
  return scope.split(' ').filter((word): word is Scope => KNOWN.has(word));
}
