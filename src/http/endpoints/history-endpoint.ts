import { z } from 'zod';
import type { ShownChange } from '../../service/likeness.js';
import { CHANGE_ACTIONS, DECISION_REASONS } from '../../store/history.js';
import { endpoint, ok } from '../endpoint.js';
import { readInTurns } from '../request/while-connected.js';
import { json } from '../response/answer.js';
import { CLIENT, lastChange, LEAD, pageOf, paging, RECORD_ID, TIME } from './shared.js';
import { callerAt } from '../caller.js';

export const fieldValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const change = z.strictObject({
  id: z.string().describe('Id of the change, for undo'),
  recordId: z.string(),
  objectType: z.string(),
  action: z.enum(CHANGE_ACTIONS),
  time: z.string(),
  clientId: z.string().describe('Who'),
  requestId: z.string().nullable().describe('X-Request-Id of the answer, if the change came by HTTP'),
  decision: z
    .strictObject({
      reason: z.enum(DECISION_REASONS),
      scenarioId: z.string().optional(),
      scenarioName: z.string().optional(),
      score: z.number().int().optional(),
    })
    .nullable()
    .describe('Why the change was made; null for a requested deletion'),
  undoes: z.string().nullable().describe('The change that this one undid'),
  undoneBy: z.string().nullable().describe('The change that undid this one'),
  group: z
    .string()
    .optional()
    .describe('First of the changes that were made together, for example by a merge, and are undone together'),
  mergedInto: z.string().optional().describe('For a deletion: the record that it was merged into'),
  mergedFrom: z.array(z.string()).optional().describe('In the history of a master record: the records merged into it'),
  partedFrom: z.array(z.string()).optional().describe('In a history: records that an undone merge restored'),
  repointed: z.number().int().optional().describe('In a history: records whose references changed with it'),
  changes: z
    .record(z.string(), z.strictObject({ before: fieldValueSchema, after: fieldValueSchema }))
    .describe('Update: changed fields. Delete: all values of the record. Create: all given values'),
});
export const changeSchema: z.ZodType<ShownChange> = change.meta({ id: 'Change' });

const historySchema = pageOf(
  change
    .extend({ clientName: z.string().nullable().describe('Name of the client, if known') })
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
  summary: 'Changes of a record, also a deleted one, newest first',
  params: { recordId: RECORD_ID },
  query: paging('Changes'),
  responses: ok({
    description: 'One page',
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
