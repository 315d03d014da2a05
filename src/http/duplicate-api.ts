import { randomUUID } from 'node:crypto';
import { searchInputSchema, upsertRequestSchema } from '../service/contract.js';
import type { z } from 'zod';
import { json, type Answer } from './answer.js';
import { whenAllRead } from './arrivals.js';
import { readBody } from './body.js';
import { callerOf } from './caller.js';
import { checkEnvelope } from './envelope.js';
import { idempotencyKey } from './idempotency-key.js';
import { parseJson } from './json-text.js';
import { contentEncoding, requireJson } from './media-type.js';
import { parseQuery, suspectedPairsQuerySchema } from './query.js';
import type { Exchange, Endpoint } from './resource.js';
import type { Runtime } from './runtime.js';
import { explainInputSchema } from './schemas.js';

/** Media type, size, JSON and envelope of a request, in this order. */
export function readInput<S extends z.ZodType>(
  { request }: Exchange,
  { settings, load }: Runtime,
  schema: S,
): Promise<z.output<S>> {
  requireJson(request.headers['content-type']);
  const encoding = contentEncoding(request.headers['content-encoding']);
  const body = readBody(request, settings.bodyLimit, encoding, load);
  return body.then((bytes) => checkEnvelope(schema, parseJson(bytes)));
}

/** `POST .../dc3DataApi` */
export function upsertEndpoint(runtime: Runtime): Endpoint {
  const { likeness } = runtime;
  return async (exchange) => {
    const { input } = await readInput(exchange, runtime, upsertRequestSchema);
    const key = idempotencyKey(exchange.request);
    const requestId = randomUUID();
    const caller = callerOf(exchange.client!, requestId);
    const output = await whenAllRead(caller.clientId, () => likeness.upsert(input, caller, key));
    return json(output, 200, ['X-Request-Id', requestId]);
  };
}

/** `POST .../dc3Api/search` */
export function searchEndpoint(runtime: Runtime): Endpoint {
  const { likeness, metrics } = runtime;
  return async (exchange) => {
    const input = await readInput(exchange, runtime, searchInputSchema);
    const { client_id: clientId } = exchange.client!;
    const { json: body, walked, incomplete } = await whenAllRead(clientId, () => likeness.search(input, clientId));
    metrics.search(walked, incomplete);
    return { status: 200, body, ...(incomplete && { headers: ['Likeness-Incomplete', 'true'] }) };
  };
}

/** `POST .../dc3Api/explain` */
export function explainEndpoint(runtime: Runtime): Endpoint {
  return async (exchange) =>
    json(await runtime.likeness.explain(await readInput(exchange, runtime, explainInputSchema)));
}

/** `GET .../suspectedPairs?objectType=&pageSize=&page=` */
export function suspectedPairsEndpoint({ likeness }: Runtime): Endpoint {
  return async ({ request }): Promise<Answer> => {
    const { objectType, page, pageSize } = parseQuery(suspectedPairsQuerySchema, request.originalUrl);
    return json(await likeness.suspectedPairs({ objectType, page, pageSize }));
  };
}

/** `GET .../scenarios` */
export function scenariosEndpoint({ likeness }: Runtime): Endpoint {
  return () => json(likeness.scenarios());
}
