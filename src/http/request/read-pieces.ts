import type { IncomingMessage } from 'node:http';
import { keptBody } from './kept-body.js';
import { ClientGoneError, HttpError } from '../response/http-error.js';

/** Keeps a piece, at once or as its promise resolves. */
export type TakePiece = (piece: Buffer) => Error | undefined | Promise<void>;

/**
 * Reads the body of a request piece by piece: every route that takes one reads it here. A body that is refused goes on
 * being read and dropped, so that whoever sends it gets to the answer; `closeLingering` says for how long.
 *
 * @param limit bytes, as they are sent
 * @param take keeps a piece, at once or as its promise resolves; nothing more is read until then. An error that it
 * returns, or its promise rejects with, refuses the body
 * @throws HttpError 413 over the limit (at once where `Content-Length` says so); ClientGoneError
 */
export function readPieces(request: IncomingMessage, limit: number, take: TakePiece): Promise<void> {
  const kept = keptBody(request);
  if (kept !== undefined) return takeKept(kept, limit, take);
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge(limit));
  return new Promise((resolve, reject) => {
    // An event that has happened already is told nobody again.
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
    // A connection that breaks is an error of its request, whoever listens: it is closed then.
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
