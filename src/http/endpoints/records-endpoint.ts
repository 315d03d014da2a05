import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { endpoint } from '../endpoint.js';
import { recordExample } from './read-record-endpoint.js';

/** One JSON value a line. */
const NDJSON_TYPE = 'application/x-ndjson;charset=UTF-8';
/** Characters sent in one piece; between pieces other requests have their turn. */
const PIECE = 65_536;

export const records = endpoint({
  id: 'records',
  about: 'object',
  isRead: true,
  tag: 'Records',
  method: 'GET',
  path: '{product}/records',
  route: 'records',
  scope: 'export',
  summary: 'All records of an object in Id order, a JSON object a line, streamed',
  query: z.object({
    objectType: z.string({ error: 'expected the name of an object' }).min(1).max(80).describe('API name of the object'),
  }),
  responses: {
    200: {
      description: 'Records with all readable fields',
      type: 'application/x-ndjson',
      example: `${JSON.stringify(recordExample)}\n`,
    },
  },
  errors: [404],
  handle({ query: { objectType } }, { likeness }) {
    const all = likeness.records(objectType)[Symbol.iterator]();
    // The first step is taken here, so that what is refused is refused before the answer begins.
    const first = all.next();
    return { status: 200, body: pieces(first, all), type: NDJSON_TYPE };
  },
});

async function* pieces(
  first: IteratorResult<Record<string, unknown>>,
  all: Iterator<Record<string, unknown>>,
): AsyncGenerator<string> {
  let piece = '';
  for (let step = first; step.done !== true; step = all.next()) {
    piece += `${JSON.stringify(step.value)}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
    await nextTurn();
  }
  if (piece !== '') yield piece;
}
