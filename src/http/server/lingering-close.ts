import type { IncomingMessage } from 'node:http';

const LINGER = 1_000;

/**
 * Limits the time during which node:http reads and drops the rest of a rejected body. If the connection closed
 * immediately, a client that is still sending might not receive the response.
 */
export function closeLingering(request: IncomingMessage): void {
  const { headers, socket } = request;
  if (request.complete || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined))
    return;
  setTimeout(() => {
    // The socket is captured earlier, because the request may have released it.
    if (!request.complete) socket.destroy();
  }, LINGER).unref();
}
