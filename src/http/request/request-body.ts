import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { MOST } from '../../store/config/config-limits.js';
import { RequestError } from '../../records/contract/request-error.js';
import type { AppContext } from '../endpoint.js';
import type { AdmissionControl } from '../server/admission.js';
import { contentEncoding, requireJson, type ContentEncoding } from './media-type.js';
import { notJson, HttpError } from '../response/http-error.js';
import { readPieces, tooLarge } from './read-pieces.js';

const PIECE = 65_536;
/**
 * Maximum ratio of decompressed to compressed size, enforced from `RATIO_FLOOR` bytes. A body with 200 identical
 * related records has a ratio of 100. gzip can reach 1,000, and br 100,000.
 */
const MOST_RATIO = MOST.bodyRatio;
const RATIO_FLOOR = 1024 * 1024;
const decoders = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };

/** Reads a JSON body without parsing it. @throws HttpError 415, and any error from `readBody` */
export function readJsonBody(
  request: IncomingMessage,
  { settings, admission }: Pick<AppContext, 'settings' | 'admission'>,
): Promise<Buffer> {
  requireJson(request.headers['content-type']);
  const encoding = contentEncoding(request.headers['content-encoding']);
  return readBody(request, settings.bodyLimit, encoding, admission);
}

/**
 * Reads a body. The limit applies to decoded bytes: decompression stops at the limit or at the maximum ratio.
 * @param limit maximum decoded bytes
 * @param admission counts compressed and decompressed bytes until the response is sent
 * @throws HttpError 413 above the limit, 400 for invalid compression; ClientGoneError; BusyError
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
  encoding: ContentEncoding,
  admission: AdmissionControl,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await readPieces(request, limit, (piece) => {
    const busy = admission.take(request, piece.length);
    if (busy === undefined) pieces.push(piece);
    return busy;
  });
  const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  return encoding === 'identity' || bytes.length === 0 ? bytes : unpack(request, bytes, limit, encoding, admission);
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
    throw notJson(`request body: cannot be decompressed as ${encoding}`);
  }
  return Buffer.concat(chunks, length);
}

function tooDense(): HttpError {
  return new HttpError(413, 'REQUEST_TOO_LARGE', [
    `The request body expands to more than ${MOST_RATIO} times its compressed size. Send it uncompressed or in several requests`,
  ]);
}
