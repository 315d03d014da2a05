import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { ContentEncoding } from './media-type.js';
import { ClientGoneError, notJson, Refusal } from './refusal.js';

const decoders = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) };

/**
 * Reads the whole body of a request. The limit counts decoded bytes: what is sent packed is unpacked no further than that.
 *
 * @param limit bytes
 * @throws Refusal 413 over the limit (at once where `Content-Length` says so), 400 when it cannot be unpacked; ClientGoneError
 */
export async function readBody(request: IncomingMessage, limit: number, encoding: ContentEncoding): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) throw tooLarge(limit);
  const bytes = await collect(request, limit);
  if (encoding === 'identity' || bytes.length === 0) return bytes;
  try {
    return await decoders[encoding](bytes, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    throw notJson(`request body: cannot be unpacked as ${encoding}`);
  }
}

function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) {
        request.removeAllListeners('data');
        reject(tooLarge(limit));
      } else if (first === undefined) first = chunk;
      else (more ??= [first]).push(chunk);
    });
    request.on('end', () => {
      resolve(more === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(more, length));
    });
    const gone = () => {
      reject(new ClientGoneError('the client closed the connection before its body was complete'));
    };
    request.on('error', gone);
    request.on('close', () => {
      if (!request.complete) gone();
    });
  });
}

function tooLarge(limit: number): Refusal {
  return new Refusal(413, 'REQUEST_TOO_LARGE', [`The request body is larger than the limit of ${limit} bytes`]);
}
