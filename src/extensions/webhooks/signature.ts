import { createHmac, randomBytes } from 'node:crypto';

/** Number of bytes in a secret. Standard Webhooks requires 24 to 64. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** Returns `whsec_` and base64, as in Standard Webhooks. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** @param secret `whsec_` and base64, or base64 alone @param timestamp seconds since the epoch */
export function standardSignature(secret: string, id: string, timestamp: string, body: string | Buffer): string {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}

/**
 * Returns the headers of an attempt (Standard Webhooks 1.0.0, "Webhook headers"), signed with each valid secret, so
 * that receivers can rotate secrets.
 * @param id the same for every attempt of an event @param time Time of this attempt, milliseconds since the epoch
 */
export function signedHeaders(
  id: string,
  time: number,
  body: string,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(time / 1_000));
  const signatures = secrets.map((secret) => standardSignature(secret, id, timestamp, body));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
