import type { IncomingMessage } from 'node:http';

const NONE: ReadonlySet<string> = new Set();

/** Wishes of a request about its answer (`Prefer`, RFC 7240), without spaces: `count=exact`. */
export function preferences({ headers }: Pick<IncomingMessage, 'headers'>): ReadonlySet<string> {
  const { prefer } = headers;
  if (prefer === undefined) return NONE;
  // Those that mean nothing here are passed over, as the standard asks for.
  const all = String(prefer).toLowerCase().split(/[,;]/u);
  return new Set(all.map((one) => one.replaceAll(/[\s"]/gu, '')));
}
