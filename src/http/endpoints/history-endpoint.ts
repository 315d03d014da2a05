import { z } from 'zod';
import { changeSchema, plainChange } from '../../service/undo/shown-change.js';
import { endpoint, ok } from '../endpoint.js';
import { readInTurns } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { CLIENT, lastChange, LEAD, pageOf, paging, RECORD_ID, TIME } from './shared.js';
import { callerAt } from '../caller.js';

const historySchema = pageOf(
  plainChange
    .extend({ clientName: z.string().nullable().describe('Name of the client. Null if the client is unknown') })
    .meta({ id: 'HistoryChange' }),
).meta({ id: 'History' });

export const changeExample = {
  id: lastChange,
  recordId: LEAD,
  objectType: 'Lead',
  action: 'update',
  time: TIME,
  clientId: CLIENT,
  requestId: 'b3f1a2c4-5d6e-4f70-8192-a3b4c5d6e7f8',
  decision: { reason: 'duplicate', scenarioId: 'lead-default', scenarioName: 'Lead Default', score: 100 },
  undoes: null,
  undoneBy: null,
  changes: { Title: { before: null, after: 'Director' } },
};

export const history = endpoint('history', 'GET', '{product}/history/{recordId}', {
  about: 'object',
  tag: 'History',
  route: 'history',
  scope: 'history',
  summary: 'List the changes to a record, which may be deleted, newest first',
  params: { recordId: RECORD_ID },
  query: paging('changes'),
  responses: ok({
    description: 'A page of changes',
    schema: historySchema,
    example: { totalSize: 2, page: 1, records: [{ ...changeExample, clientName: 'web form' }] },
  }),
  errors: [404],
  async handle({ request, params, query, client }, context) {
    const { likeness, auth } = context;
    const page = await readInTurns({ request, client }, context, (turns) =>
      likeness.history(params['recordId']!, query, turns),
    );
    const records = page.records.map((one) => ({ ...one, clientName: auth.nameOf(one.clientId) ?? null }));
    return json({ ...page, records });
  },
});

/** A repeated request fails, because the change has already been undone. */
export const undo = endpoint('undo', 'POST', '{product}/undo/{changeId}', {
  decides: true,
  about: 'object',
  tag: 'History',
  route: 'undo',
  scope: 'undo',
  isAuditedInside: true,
  summary: 'Undo a change, which creates a new change',
  params: { changeId: { description: 'Id of the change' } },
  responses: ok({
    description: 'The change that the undo made',
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
