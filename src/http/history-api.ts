import { randomUUID } from 'node:crypto';
import { json } from './answer.js';
import { callerOf } from './caller.js';
import { historyQuerySchema, parseQuery } from './query.js';
import type { Endpoint } from './resource.js';
import type { Runtime } from './runtime.js';

/** `GET .../history/<recordId>?pageSize=&page=` */
export function historyEndpoint({ likeness }: Runtime): Endpoint {
  return async ({ params, request }) =>
    json(await likeness.history(params[0]!, parseQuery(historyQuerySchema, request.originalUrl)));
}

/** `POST .../undo/<changeId>`: no body is read. Sent again, it is refused: the change has been undone. */
export function undoEndpoint({ likeness }: Runtime): Endpoint {
  return async ({ params, client }) => {
    const requestId = randomUUID();
    const undone = await likeness.undo(params[0]!, callerOf(client!, requestId));
    return json(undone, 200, ['X-Request-Id', requestId]);
  };
}
