import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Header that contains the client's address in a forwarded request. Sent only between processes of the service. */
export const PEER_HEADER = 'likeness-peer';

interface Peer {
  readonly remoteAddress: string | undefined;
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
  readonly encrypted: boolean;
}

const passedOn = new WeakSet<IncomingMessage>();

export function isPassedOn(request: IncomingMessage): boolean {
  return passedOn.has(request);
}

/** Builds the header. @param authorization forwarded with the request @param secret Secret of the receiving node */
export function peerOf(
  { socket, method, url }: IncomingMessage,
  authorization: string | undefined,
  secret: string,
): string {
  const { remoteAddress, localAddress, localPort } = socket;
  const encrypted = (socket as { encrypted?: boolean }).encrypted === true;
  const peer = JSON.stringify({ remoteAddress, localAddress, localPort, encrypted } satisfies Peer);
  return `${signature(secret, method, url, authorization, peer)} ${peer}`;
}

/**
 * Applies the address of the original connection to a forwarded request. A connection between processes serves one
 * request at a time, so its socket can hold the address.
 * @returns false if the header is not signed with this node's secret; the header is then ignored
 */
export function takePeer(request: IncomingMessage, secret: string): boolean {
  const header = request.headers[PEER_HEADER];
  if (typeof header !== 'string') return true;
  const end = header.indexOf(' ');
  const peer = header.slice(end + 1);
  const { method, url, headers } = request;
  const expected = Buffer.from(signature(secret, method, url, headers.authorization, peer));
  const sent = Buffer.from(header.slice(0, Math.max(0, end)));
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return false;
  Reflect.deleteProperty(request.headers, PEER_HEADER);
  for (const [name, value] of Object.entries(JSON.parse(peer) as Peer))
    Object.defineProperty(request.socket, name, { value, configurable: true });
  passedOn.add(request);
  return true;
}

/** Returns a signature that is valid only for this request and caller. */
function signature(secret: string, ...texts: readonly (string | undefined)[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(texts)).digest('base64url');
}
