import { InvalidTokenError } from './auth-error.js';
import { parsedJson } from '../../runtime/syntax/parsed-json.js';

/** A token in compact form (RFC 7515): parsed, but not verified. */
export interface CompactJws {
  readonly headerPart: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Encoded header and payload, as in the token. The signature covers these bytes. */
  readonly signed: string;
}

/** Longer tokens are rejected without parsing. */
export const MAX_TOKEN_LENGTH = 8_192;

/**
 * Parses a token. Each part must be canonical base64url. Decoders ignore unused bits at the end, so changing the last
 * character could otherwise give a second valid token.
 * @throws InvalidTokenError
 */
export function takeApart(token: string): CompactJws {
  if (token.length > MAX_TOKEN_LENGTH) throw new InvalidTokenError('the token is too long');
  const parts = token.split('.');
  if (parts.length !== 3) throw new InvalidTokenError('the token does not have three parts');
  const [headerPart, payloadPart, signature] = parts as [string, string, string];
  const header = jsonObject(canonical(headerPart));
  const payload = jsonObject(canonical(payloadPart));
  if (canonical(signature).length === 0) throw new InvalidTokenError('the signature is missing');
  // RFC 7515 requires the rejection of unknown critical extensions. This service knows no critical extensions, so it
  // rejects all of them.
  if (Object.hasOwn(header, 'crit')) throw new InvalidTokenError('crit');
  return { headerPart, header, payload, signed: `${headerPart}.${payloadPart}` };
}

function canonical(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url');
  if (bytes.toString('base64url') !== part) throw new InvalidTokenError('not canonical base64url');
  return bytes;
}

function jsonObject(bytes: Buffer): Record<string, unknown> {
  const value = parsedJson(bytes.toString('utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidTokenError('not a JSON object');
  return value as Record<string, unknown>;
}
