import { callerOf, requestIdOf } from '../caller.js';
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
  isAuditedInside: true,
  summary: 'Delete a record everywhere',
  headers: PRECONDITION_HEADERS,
  responses: { 204: { description: 'Gone' } },
  errors: [404, 412],
  async handle({ request, params, client }, { likeness, admission }) {
    const requestId = requestIdOf(request);
    const [objectType, id] = [params['objectType']!, params['recordId']!];
    const caller = callerOf(client, requestId, admission.addressOf(request));
    await likeness.deleteRecord(objectType, id, caller, changeCondition(request));
    return { status: 204 };
  },
});
