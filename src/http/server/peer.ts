import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Where the connection came from whose request is passed on: only processes of one service send it, to each other. */
export const PEER_HEADER = 'likeness-peer';

/** The part of a socket that a service looks at. */
interface Peer {
  readonly remoteAddress: string | undefined;
  readonly localAddress: string | undefined;
  readonly localPort: number | undefined;
  readonly encrypted: boolean;
}

const passedOn = new WeakSet<IncomingMessage>();

/** Whether another process of the service has passed a request on. */
export function isPassedOn(request: IncomingMessage): boolean {
  return passedOn.has(request);
}

/**
 * The header's value for a request.
 *
 * @param authorization that is passed on with it
 * @param secret of the node that it is sent to; absent: it goes over a socket that only the service's user may open
 */
export function peerOf({ socket, method, url }: IncomingMessage, authorization?: string, secret?: string): string {
  const { remoteAddress, localAddress, localPort } = socket;
  const encrypted = (socket as { encrypted?: boolean }).encrypted === true;
  const peer = JSON.stringify({ remoteAddress, localAddress, localPort, encrypted } satisfies Peer);
  return secret === undefined ? peer : `${signature(secret, method, url, authorization, peer)} ${peer}`;
}

/**
 * Lets a request that was passed on seem to come on the connection that its client has. Requests of one connection
 * between processes follow each other, so its socket stands for one client at a time.
 *
 * @param secret of this node; absent: whoever sends it is trusted
 * @returns false where the header is not of a node that knows the secret; nothing is taken from it
 */
export function takePeer(request: IncomingMessage, secret?: string): boolean {
  const header = request.headers[PEER_HEADER];
  if (typeof header !== 'string') return true;
  const end = secret === undefined ? -1 : header.indexOf(' ');
  const peer = header.slice(end + 1);
  if (secret !== undefined) {
    const { method, url, headers } = request;
    const expected = Buffer.from(signature(secret, method, url, headers.authorization, peer));
    const sent = Buffer.from(header.slice(0, Math.max(0, end)));
    if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return false;
  }
  Reflect.deleteProperty(request.headers, PEER_HEADER);
  for (const [name, value] of Object.entries(JSON.parse(peer) as Peer))
    Object.defineProperty(request.socket, name, { value, configurable: true });
  passedOn.add(request);
  return true;
}

/** For this request and this caller only. */
function signature(secret: string, ...texts: readonly (string | undefined)[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(texts)).digest('base64url');
}
