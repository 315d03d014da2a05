import { createHash, createPublicKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { InvalidTokenError } from './auth-error.js';
import type { Client } from './client.js';
import type { CompactJws } from './compact-jws.js';
import type { Denylist } from './denylist.js';

/** Maximum lifetime of an assertion in seconds, even if `exp` is later. */
const LONGEST_LIFE = 300;
/** Tolerated clock difference in seconds. */
const SKEW = 60;
/** Values of at least this number are in milliseconds. In seconds, this number would be in the year 5138. */
const MILLISECONDS_FROM = 100_000_000_000;
/** The platform's login URLs. Its client libraries send one of them as `aud` to every server. */
const PLATFORM_AUDIENCES = ['https://login.salesforce.com', 'https://test.salesforce.com'];

/**
 * Verifies assertions of the JWT-bearer grant (RFC 7523), and accepts each only once. Lenient towards existing clients:
 * `exp` may be in milliseconds or a string, `aud` may be a login URL of the platform, and `iat` and `jti` are optional.
 */
export class Assertions {
  constructor(
    private readonly used: Denylist,
    private readonly now: () => number = Date.now,
  ) {}

  get remembered(): number {
    return this.used.size;
  }

  /**
   * @param audiences URLs of this service that `aud` may have
   * @returns a function that marks the assertion as used; call it in the same turn of the event loop
   * @throws InvalidTokenError, including for an assertion that was used before
   */
  verify(token: string, parts: CompactJws, client: Client, audiences: readonly string[]): () => void {
    if (client.publicKey === undefined) throw new InvalidTokenError('no public key is registered for this client');
    if (parts.header['alg'] !== 'RS256') throw new InvalidTokenError('expected an assertion signed with RS256');
    try {
      // The expiry is checked below, because jsonwebtoken rejects an `exp` that is not a number.
      jwt.verify(token, createPublicKey(client.publicKey), {
        algorithms: ['RS256'],
        ignoreExpiration: true,
        ignoreNotBefore: true,
      });
    } catch {
      throw new InvalidTokenError('the signature does not match the registered public key');
    }
    const { payload } = parts;
    if (typeof payload['sub'] !== 'string' || payload['sub'] === '') throw new InvalidTokenError('sub is required');
    if (!isFor(payload['aud'], [...audiences, ...PLATFORM_AUDIENCES]))
      throw new InvalidTokenError(`aud must be the URL of this service: ${audiences[0] ?? ''}`);
    const end = this.#end(payload);
    return this.#unused(client, parts, end);
  }

  /** Returns seconds since the epoch. */
  #end(payload: CompactJws['payload']): number {
    const seconds = Math.floor(this.now() / 1000);
    const iat = numericDate(payload['iat'], 'iat');
    const nbf = numericDate(payload['nbf'], 'nbf');
    const exp = numericDate(payload['exp'], 'exp');
    if (exp === undefined) throw new InvalidTokenError('exp is required');
    if (iat !== undefined && iat > seconds + SKEW) throw new InvalidTokenError('iat is in the future');
    if (nbf !== undefined && nbf > seconds + SKEW) throw new InvalidTokenError('nbf is in the future');
    // Without `iat`, the start is unknown, so the lifetime cannot be limited to five minutes.
    if (iat === undefined && exp > seconds + LONGEST_LIFE + SKEW)
      throw new InvalidTokenError('exp is more than five minutes in the future');
    const end = Math.min(exp, (iat ?? seconds) + LONGEST_LIFE) + SKEW;
    if (end <= seconds) throw new InvalidTokenError('the assertion has expired');
    return end;
  }

  #unused(client: Client, parts: CompactJws, end: number): () => void {
    const now = this.now();
    const { jti } = parts.payload;
    // Only the signed part is hashed, because the same content may have several valid signatures.
    const name = typeof jti === 'string' && jti !== '' ? `jti ${jti}` : `text ${parts.signed}`;
    const key = createHash('sha256').update(`${client.client_id} ${name}`).digest('base64');
    if (this.used.has(key, now)) throw new InvalidTokenError('this assertion was used before');
    if (!this.used.hasRoom(now)) throw new InvalidTokenError('too many assertions in five minutes; try again later');
    return () => this.used.add(key, end * 1000, now);
  }
}

function isFor(aud: unknown, accepted: readonly string[]): boolean {
  const named: unknown[] = Array.isArray(aud) ? aud : [aud];
  return named.some((one) => typeof one === 'string' && accepted.includes(one.replace(/\/$/, '')));
}

/** Returns seconds since the epoch. The claim may be seconds or milliseconds, as a number or a string of digits. */
function numericDate(claim: unknown, name: string): number | undefined {
  if (claim === undefined) return undefined;
  const value = typeof claim === 'string' && /^\d{1,16}(\.\d{1,6})?$/.test(claim) ? Number(claim) : claim;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    throw new InvalidTokenError(`${name} must be a number of seconds`);
  return Math.floor(value >= MILLISECONDS_FROM ? value / 1000 : value);
}
