import { callerAt } from '../caller.js';
import { endpoint, ok } from '../endpoint.js';
import { json } from '../response/answer.js';
import { changeExample, changeSchema } from './history-endpoint.js';
import { lastChange } from './shared.js';

/** A repeat is refused: the change is already undone. */
export const undo = endpoint('undo', 'POST', '{product}/undo/{changeId}', {
  decides: true,
  about: 'object',
  tag: 'History',
  route: 'undo',
  scope: 'undo',
  isAuditedInside: true,
  summary: 'Undo a change; the undo is a change itself',
  params: { changeId: { description: 'Id of the change' } },
  responses: ok({
    description: 'The undo, as a change',
    schema: changeSchema,
    example: {
      ...changeExample,
      id: 'change-000000000003',
      decision: { reason: 'undo' },
      undoes: lastChange,
      changes: { Title: { before: 'Director', after: null } },
    },
  }),
  errors: [404, 409],
  handle: async (exchange, context) =>
    json(await context.likeness.undo(exchange.params['changeId']!, callerAt(exchange, context))),
});
