import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { RequestError } from '../../contract/request-error.js';
import type { AppContext } from '../app-context.js';
import type { AdmissionControl } from '../server/admission.js';
import { contentEncoding, requireJson, type ContentEncoding } from './media-type.js';
import { ClientGoneError, notJson, HttpError } from '../response/http-error.js';

/** Bytes that are unpacked in one go. */
const PIECE = 65_536;
/**
 * How many times as large as it was sent a body may be once it is unpacked, from `RATIO_FLOOR` bytes on. 200 related
 * records that are all alike pack to a hundredth; what packs to less than half of that is made to be cheap to send and
 * dear to take. gzip reaches 1:1,000, br 1:100,000.
 */
const MOST_RATIO = 200;
const RATIO_FLOOR = 1024 * 1024;
const decoders = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };

/**
 * Reads the whole body of a request that must be JSON, which is not parsed yet.
 *
 * @throws HttpError 415, and as `readBody`
 */
export function readJsonBody(
  request: IncomingMessage,
  { settings, admission }: Pick<AppContext, 'settings' | 'admission'>,
): Promise<Buffer> {
  requireJson(request.headers['content-type']);
  const encoding = contentEncoding(request.headers['content-encoding']);
  return readBody(request, settings.bodyLimit, encoding, admission);
}

/**
 * Reads the whole body of a request. The limit counts decoded bytes: what is sent packed is unpacked no further than
 * that, nor further than its packed size explains.
 *
 * @param limit bytes
 * @param admission counts the bytes, packed and unpacked, until the request is answered
 * @throws HttpError 413 over the limit (at once where `Content-Length` says so), 400 when it cannot be unpacked;
 * ClientGoneError; BusyError
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  encoding: ContentEncoding,
  admission: AdmissionControl,
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) return Promise.reject(tooLarge(limit));
  const collected = collect(request, limit, admission);
  if (encoding === 'identity') return collected;
  return collected.then((bytes) => (bytes.length === 0 ? bytes : unpack(request, bytes, limit, encoding, admission)));
}

async function unpack(
  request: IncomingMessage,
  packed: Buffer,
  limit: number,
  encoding: Exclude<ContentEncoding, 'identity'>,
  admission: AdmissionControl,
): Promise<Buffer> {
  const decoder = decoders[encoding]({ chunkSize: PIECE });
  decoder.end(packed);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > limit) throw tooLarge(limit);
      if (length > Math.max(RATIO_FLOOR, MOST_RATIO * packed.length)) throw tooDense();
      const busy = admission.take(request, chunk.length);
      if (busy !== undefined) throw busy;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof RequestError) throw error;
    throw notJson(`request body: cannot be unpacked as ${encoding}`);
  }
  return Buffer.concat(chunks, length);
}

function collect(request: IncomingMessage, limit: number, admission: AdmissionControl): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      const refusal = length > limit ? tooLarge(limit) : admission.take(request, chunk.length);
      if (refusal !== undefined) {
        request.removeAllListeners('data');
        first = more = undefined;
        reject(refusal);
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

function tooLarge(limit: number): HttpError {
  return new HttpError(413, 'REQUEST_TOO_LARGE', [`The request body is larger than the limit of ${limit} bytes`]);
}

function tooDense(): HttpError {
  return new HttpError(413, 'REQUEST_TOO_LARGE', [
    `The request body is more than ${MOST_RATIO} times as large as it was sent packed; send it unpacked, or in several requests`,
  ]);
}
