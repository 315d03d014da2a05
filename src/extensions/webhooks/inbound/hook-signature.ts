import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isSameText } from '../../../service/auth/secret.js';
import type { HookStyle } from '../../../store/config/inbound-schema.js';
import { standardSignature } from '../signature.js';

/** Maximum difference, in seconds, between a message's time and this clock. An older message may be a replay. */
const TOLERANCE = 300;

export interface HookMessage {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The public URL that the message was sent to. */
  readonly url: string;
  readonly method: string;
}

/** Returns whether a message is validly signed and (for some styles) recent. @param now milliseconds since the epoch */
export function isSigned(style: HookStyle, secret: string, message: HookMessage, now: number): boolean {
  return CHECKS[style](secret, message, now);
}

/** Returns the Id of a delivery, which is the same for a retry. @returns `undefined` if the delivery has no Id */
export function deliveryOf(style: HookStyle, { headers }: HookMessage, value: unknown): string | undefined {
  const member = (name: string): string | undefined => {
    const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
    return typeof found === 'string' ? found : undefined;
  };
  switch (style) {
    case 'standard':
      return textOf(headers['webhook-id']);
    case 'github':
      return textOf(headers['x-github-delivery']);
    case 'typeform':
      return member('event_id');
    case 'stripe':
      return member('id');
    case 'hubspot':
      return undefined;
  }
}

const CHECKS: Readonly<Record<HookStyle, (secret: string, message: HookMessage, now: number) => boolean>> = {
  standard(secret, { headers, body }, now) {
    const [id, time] = [textOf(headers['webhook-id']), textOf(headers['webhook-timestamp'])];
    if (id === undefined || !isFresh(time, 1_000, now)) return false;
    const expected = standardSignature(secret, id, time!, body);
    return (textOf(headers['webhook-signature']) ?? '').split(' ').some((one) => isSameText(one, expected));
  },
  typeform: (secret, { headers, body }) =>
    isSameText(textOf(headers['typeform-signature']), `sha256=${hmac(secret, body).toString('base64')}`),
  github: (secret, { headers, body }) =>
    isSameText(textOf(headers['x-hub-signature-256']), `sha256=${hmac(secret, body).toString('hex')}`),
  stripe(secret, { headers, body }, now) {
    const parts = (textOf(headers['stripe-signature']) ?? '').split(',').map((part) => part.trim().split('='));
    const time = parts.find(([name]) => name === 't')?.[1];
    if (!isFresh(time, 1_000, now)) return false;
    const expected = hmac(secret, `${time!}.`, body).toString('hex');
    return parts.some(([name, value]) => name === 'v1' && isSameText(value, expected));
  },
  hubspot(secret, { headers, body, url, method }, now) {
    const time = textOf(headers['x-hubspot-request-timestamp']);
    if (!isFresh(time, 1, now)) return false;
    return isSameText(
      textOf(headers['x-hubspot-signature-v3']),
      hmac(secret, `${method}${url}`, body, time!).toString('base64'),
    );
  },
};

function hmac(key: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const digest = createHmac('sha256', key);
  for (const part of parts) digest.update(part);
  return digest.digest();
}

/** @param unit milliseconds per unit of `time` */
function isFresh(time: string | undefined, unit: number, now: number): boolean {
  return /^\d{1,16}$/.test(time ?? '') && Math.abs(Number(time) * unit - now) <= TOLERANCE * 1_000;
}

function textOf(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
