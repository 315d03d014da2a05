import type { IncomingMessage } from 'node:http';

/** Milliseconds to keep reading a body after its request was refused. */
const LINGER = 1_000;

/**
 * A refusal may be sent before the body has arrived. node:http then reads and drops the rest to reuse the connection;
 * an endless body must not exploit that. Closing immediately could lose the refusal for a client that is still sending.
 */
export function closeLingering(request: IncomingMessage): void {
  const { headers, socket } = request;
  if (request.complete || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined))
    return;
  setTimeout(() => {
    // The request may have released its socket.
    if (!request.complete) socket.destroy();
  }, LINGER).unref();
}
