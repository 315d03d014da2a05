import { randomUUID } from 'node:crypto';
import { callerOf } from '../caller.js';
import { endpoint } from '../endpoint.js';
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
  responses: { 204: { description: 'Gone' } },
  errors: [404],
  async handle({ params, client }, { likeness }) {
    const requestId = randomUUID();
    await likeness.deleteRecord(params['objectType']!, params['recordId']!, callerOf(client, requestId));
    return { status: 204, headers: ['X-Request-Id', requestId] };
  },
});
