import type { IncomingMessage } from 'node:http';

const LINGER = 1_000;

/**
 * Limits the time that node:http reads and drops the rest of a refused body. Closing immediately could lose the refusal
 * for a client that is still sending.
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
