import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '../../records/contract/error-codes.js';
import { CONSTANT_HEADERS, JSON_TYPE, NOT_KEPT } from './answer.js';

/** Milliseconds for the client to read the response. */
const LINGER = 1_000;

/** Responds to requests that never reach node:http's handler, and closes the connection. */
export function respondRaw(
  socket: Socket,
  status: number,
  errorCode: ErrorCode,
  message: string,
  headers: readonly string[] = [],
): void {
  const body = JSON.stringify([{ message, errorCode, fields: [] }]);
  const all = [
    ...CONSTANT_HEADERS,
    'X-Request-Id',
    randomUUID(),
    'Cache-Control',
    NOT_KEPT,
    'Content-Type',
    JSON_TYPE,
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Date',
    new Date().toUTCString(),
    'Connection',
    'close',
    ...headers,
  ];
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`;
  for (let i = 0; i < all.length; i += 2) head += `${all[i]!}: ${all[i + 1]!}\r\n`;
  socket.end(`${head}\r\n${body}`, () => socket.destroy());
  setTimeout(() => socket.destroy(), LINGER).unref();
}
