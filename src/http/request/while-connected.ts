import type { IncomingMessage } from 'node:http';
import { ClientGoneError } from '../response/http-error.js';

/** Does what a client waits for. @param work is told by its signal when the client has gone */
export async function whileConnected<T>(
  { socket }: Pick<IncomingMessage, 'socket'>,
  work: (gone: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const leave = (): void => abort.abort(new ClientGoneError('the client closed the connection before its answer'));
  socket.once('close', leave);
  if (socket.destroyed) leave();
  try {
    return await work(abort.signal);
  } finally {
    socket.off('close', leave);
  }
}
