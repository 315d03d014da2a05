import type { IncomingMessage } from 'node:http';

/** Milliseconds that an unread body may go on arriving after its request was refused. */
const LINGER = 1_000;

/**
 * A refusal may be sent before the body has arrived. node:http then reads and drops the rest so that the connection can
 * be used again, which an endless body must not be allowed to exploit; closing at once instead could take the refusal
 * away from a client that is still sending.
 */
export function closeLingering(request: IncomingMessage): void {
  const { headers, socket } = request;
  if (request.complete || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined))
    return;
  setTimeout(() => {
    // The request may have let go of its socket by now.
    if (!request.complete) socket.destroy();
  }, LINGER).unref();
}
