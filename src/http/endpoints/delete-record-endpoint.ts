import { randomUUID } from 'node:crypto';
import { callerOf } from '../caller.js';
import { endpoint } from '../endpoint.js';
import { changeCondition, PRECONDITION_HEADERS } from '../request/preconditions.js';
import { RECORD_ADDRESS } from './read-record-endpoint.js';

export const deleteRecord = endpoint({
  id: 'deleteRecord',
  decides: true,
  about: 'object',
  tag: 'Records',
  method: 'DELETE',
  ...RECORD_ADDRESS,
  scope: 'delete',
  summary: 'Delete a record everywhere',
  headers: PRECONDITION_HEADERS,
  responses: { 204: { description: 'Gone' } },
  errors: [404, 412],
  async handle({ request, params, client }, { likeness }) {
    const requestId = randomUUID();
    const [objectType, id] = [params['objectType']!, params['recordId']!];
    await likeness.deleteRecord(objectType, id, callerOf(client, requestId), changeCondition(request));
    return { status: 204, headers: ['X-Request-Id', requestId] };
  },
});
