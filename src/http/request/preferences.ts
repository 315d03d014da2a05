import type { IncomingMessage } from 'node:http';

const NONE: ReadonlySet<string> = new Set();

/** Preferences of a request (`Prefer`, RFC 7240), without spaces: `count=exact`. */
export function preferences({ headers }: Pick<IncomingMessage, 'headers'>): ReadonlySet<string> {
  const { prefer } = headers;
  if (prefer === undefined) return NONE;
  // Unknown ones are ignored, as the standard requires.
  const all = String(prefer).toLowerCase().split(/[,;]/u);
  return new Set(all.map((one) => one.replaceAll(/[\s"]/gu, '')));
}
