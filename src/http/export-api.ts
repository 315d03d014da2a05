import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Endpoint } from './resource.js';
import { parseQuery, recordsQuerySchema } from './query.js';
import type { Runtime } from './runtime.js';

/** One JSON value a line. */
export const NDJSON_TYPE = 'application/x-ndjson;charset=UTF-8';
/** Characters sent in one piece; between pieces other requests have their turn. */
const PIECE = 65_536;

/** `GET .../records?objectType=`: all records of a type in Id order, a JSON object a line, streamed. */
export function recordsEndpoint({ likeness }: Runtime): Endpoint {
  return async ({ request }) => {
    const { objectType } = parseQuery(recordsQuerySchema, request.originalUrl);
    const records = likeness.records(objectType)[Symbol.asyncIterator]();
    // The first step is taken here, so that what is refused is refused before the answer begins.
    const first = await records.next();
    return { status: 200, body: pieces(first, records), type: NDJSON_TYPE };
  };
}

async function* pieces(
  first: IteratorResult<Record<string, unknown>>,
  records: AsyncIterator<Record<string, unknown>>,
): AsyncGenerator<string> {
  let piece = '';
  for (let step = first; step.done !== true; step = await records.next()) {
    piece += `${JSON.stringify(step.value)}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
    await nextTurn();
  }
  if (piece !== '') yield piece;
}
