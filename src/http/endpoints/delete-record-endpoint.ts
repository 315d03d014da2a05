import { callerAt } from '../caller.js';
import { endpoint } from '../endpoint.js';
import { changeCondition, PRECONDITION_HEADERS } from '../request/preconditions.js';
import { RECORD_ADDRESS } from './read-record-endpoint.js';

export const deleteRecord = endpoint('deleteRecord', 'DELETE', RECORD_ADDRESS.path, {
  decides: true,
  about: 'object',
  tag: 'Records',
  ...RECORD_ADDRESS,
  scope: 'delete',
  isAuditedInside: true,
  summary: 'Delete a record everywhere',
  headers: PRECONDITION_HEADERS,
  responses: { 204: { description: 'Gone' } },
  errors: [404, 412],
  async handle(exchange, context) {
    const { objectType, recordId } = exchange.params;
    const caller = callerAt(exchange, context);
    await context.likeness.deleteRecord(objectType!, recordId!, caller, changeCondition(exchange.request));
    return { status: 204 };
  },
});
