import type { IncomingMessage } from 'node:http';
import { ClientGoneError, HttpError } from '../response/http-error.js';

export type TakePiece = (piece: Buffer) => Error | undefined | Promise<void>;

const bodies = new WeakMap<IncomingMessage, Buffer>();

export function keepBody(request: IncomingMessage, body: Buffer): void {
  bodies.set(request, body);
}

/**
 * Reads a body in chunks. The rest of a rejected body is read and discarded, so that the client can receive the
 * response. `closeLingering` limits the time.
 * @param limit maximum bytes as sent
 * @param take receives a chunk; reading pauses until its promise resolves; an error rejects the body
 * @throws HttpError 413 above the limit (immediately with `Content-Length`); ClientGoneError
 */
export function readPieces(request: IncomingMessage, limit: number, take: TakePiece): Promise<void> {
  const kept = bodies.get(request);
  if (kept !== undefined) return takeKept(kept, limit, take);
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge(limit));
  return new Promise((resolve, reject) => {
    // Check the state too, because past events are not emitted again.
    if (request.destroyed) reject(gone());
    let length = 0;
    const settle = (): void => {
      request.off('data', read).off('end', end).off('close', leave);
    };
    const refuse = (error: Error): void => {
      settle();
      request.resume();
      reject(error);
    };
    const read = (piece: Buffer): void => {
      length += piece.length;
      const taken = length > limit ? tooLarge(limit) : take(piece);
      if (taken === undefined) return;
      if (taken instanceof Error) {
        refuse(taken);
        return;
      }
      request.pause();
      taken.then(() => request.resume(), refuse);
    };
    const end = (): void => {
      settle();
      resolve();
    };
    const leave = (): void => {
      settle();
      reject(gone());
    };
    request.on('data', read).on('end', end).on('close', leave);
    // Ignore the error that a broken connection raises on its request, which is already being closed.
    request.on('error', () => undefined);
  });
}

async function takeKept(body: Buffer, limit: number, take: TakePiece): Promise<void> {
  const refusal = body.length > limit ? tooLarge(limit) : await take(body);
  if (refusal instanceof Error) throw refusal;
}

function gone(): ClientGoneError {
  return new ClientGoneError('the client closed the connection before its body was complete');
}

export function tooLarge(limit: number): HttpError {
  return new HttpError(413, 'REQUEST_TOO_LARGE', [`The request body is larger than the limit of ${limit} bytes`]);
}
