import { createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Denylist } from './denylist.js';
import { deriveKey, digestOf } from './digest.js';
import type { KeyRing } from './signing-keys.js';

export const LOGIN_CODE_MINUTES = 10;
const LIFE = LOGIN_CODE_MINUTES * 60_000;

const CLIENT_BYTES = 16;
const TIME_BYTES = 6;
const NONCE_BYTES = 6;
const CLAIM_BYTES = CLIENT_BYTES + TIME_BYTES + NONCE_BYTES;
const MAC_BYTES = 16;
/** Base64url of client Id, expiry, nonce and shortened HMAC-SHA-256 (RFC 2104, 5), 59 characters. */
const FORM = /^[A-Za-z0-9_-]{59}$/;

/** One-time login codes that fit into a line of a terminal. Every process with the key can issue them. */
export class LoginCodes {
  constructor(
    private readonly keys: { read(): KeyRing },
    private readonly used: Denylist,
    private readonly now: () => number,
  ) {}

  /** @param clientId 32 hexadecimal digits */
  issue(clientId: string): string {
    const claim = Buffer.alloc(CLAIM_BYTES);
    claim.write(clientId, 'hex');
    claim.writeUIntBE(this.now() + LIFE, CLIENT_BYTES, TIME_BYTES);
    randomBytes(NONCE_BYTES).copy(claim, CLIENT_BYTES + TIME_BYTES);
    const { key } = this.keys.read().keys.at(-1)!;
    return Buffer.concat([claim, macOf(claim, key)]).toString('base64url');
  }

  /** @returns the client's Id and a function that marks the code as used, or `undefined` if the code is invalid */
  verify(code: string): { readonly clientId: string; readonly use: () => void } | undefined {
    const bytes = Buffer.from(FORM.test(code) ? code : '', 'base64url');
    // Different last characters of base64url decode to the same bytes. Only the canonical character is accepted.
    if (bytes.length !== CLAIM_BYTES + MAC_BYTES || bytes.toString('base64url') !== code) return undefined;
    const claim = bytes.subarray(0, CLAIM_BYTES);
    const mac = bytes.subarray(CLAIM_BYTES);
    const now = this.now();
    const isOurs = this.keys
      .read()
      .keys.some(({ key, until }) => (until === undefined || now < until) && timingSafeEqual(mac, macOf(claim, key)));
    const expires = claim.readUIntBE(CLIENT_BYTES, TIME_BYTES);
    const digest = digestOf(code);
    if (!isOurs || now >= expires || this.used.has(digest, now) || !this.used.hasRoom(now)) return undefined;
    return {
      clientId: claim.subarray(0, CLIENT_BYTES).toString('hex'),
      use: () => this.used.add(digest, expires, now),
    };
  }
}

function macOf(claim: Buffer, key: KeyObject): Buffer {
  return createHmac('sha256', deriveKey(key, 'login code')).update(claim).digest().subarray(0, MAC_BYTES);
}
