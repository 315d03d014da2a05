import { z } from 'zod';
import { isLoopback } from '../../store/config/ip-network.js';

/** A private scheme is a reversed domain name (RFC 8252, 7.1): `com.example.app:/login`. */
const OWN_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

function isUsable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (hash !== '' || text.includes('#') || username !== '' || password !== '') return false;
  if (protocol === 'https:') return true;
  return protocol === 'http:' ? isLoopback({ hostname }) : OWN_SCHEME.test(protocol);
}

export const redirectUriSchema = z.string().max(2_000).refine(isUsable, {
  error:
    'expected an https URL, an http URL of this machine (http://localhost/...), or a URL with a custom scheme that has a dot (com.example.app:/...), without # and user name',
});

/**
 * Returns whether a redirect URI is registered. URIs must match exactly, except for the port of a loopback URI, because
 * programs listen on any free port (RFC 8252, 7.3).
 */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  return registered.includes(asked) || (isUsable(asked) && registered.some((uri) => isSameButPort(uri, asked)));
}

function isSameButPort(registered: string, asked: string): boolean {
  const [ours, theirs] = [new URL(registered), new URL(asked)];
  if (ours.protocol !== 'http:' || !isLoopback(ours)) return false;
  ours.port = theirs.port;
  return ours.href === theirs.href;
}
