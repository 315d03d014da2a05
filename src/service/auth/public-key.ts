import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AuthError } from './auth-error.js';

const LEAST_BITS = 2048;
/** Longer keys are rejected, because the time to verify a signature grows with the square of the key's length. */
const MOST_BITS = 8192;
const LEAST_EXPONENT = 65_537n;

/**
 * Reads an RSA public key from a PEM file (SPKI, PKCS #1 or a certificate) or a JWK file, as SPKI in PEM.
 * @throws AuthError if the file contains a private key, another kind of key, or a key of fewer than 2,048 bits
 */
export function readPublicKeyFile(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new AuthError(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
  return publicKeyPem(text, path);
}

/** @param origin where the key is from, for messages */
export function publicKeyPem(text: string, origin: string): string {
  const key = parse(text, origin);
  const details = key.asymmetricKeyDetails;
  const bits = details?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa')
    throw new AuthError(`${origin}: expected an RSA public key, found ${key.asymmetricKeyType ?? 'another type'}`);
  if (bits < LEAST_BITS || bits > MOST_BITS)
    throw new AuthError(`${origin}: expected an RSA key of ${LEAST_BITS} to ${MOST_BITS} bits, found ${bits}`);
  if ((details?.publicExponent ?? 0n) < LEAST_EXPONENT)
    throw new AuthError(`${origin}: expected a public exponent of at least ${LEAST_EXPONENT.toString()}`);
  return key.export({ type: 'spki', format: 'pem' }) as string;
}

function parse(text: string, origin: string): KeyObject {
  const expected = 'expected an RSA public key as PEM or JWK';
  if (text.includes('PRIVATE KEY'))
    throw new AuthError(`${origin}: this is a private key; ${expected} (keep the private key secret)`);
  try {
    if (!text.trimStart().startsWith('{')) return createPublicKey(text);
    const jwk = JSON.parse(text) as Record<string, unknown>;
    if (!('d' in jwk)) return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    throw new AuthError(`${origin}: ${expected}`);
  }
  throw new AuthError(`${origin}: this is a private key; ${expected} (keep the private key secret)`);
}
