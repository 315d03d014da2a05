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
  id: z.string().describe('Change Id, for undo'),
  recordId: z.string(),
  objectType: z.string(),
  action: z.enum(CHANGE_ACTIONS),
  time: z.string(),
  clientId: z.string().describe('Client that made the change'),
  requestId: z.string().nullable().describe('X-Request-Id of the response. Null if the change was not made over HTTP'),
  decision: z
    .strictObject({
      reason: z.enum(DECISION_REASONS),
      scenarioId: z.string().optional(),
      scenarioName: z.string().optional(),
      score: z.number().int().optional(),
    })
    .nullable()
    .describe('Reason for the change. Null for a deletion request'),
  undoes: z.string().nullable().describe('Id of the change that this change undid'),
  undoneBy: z.string().nullable().describe('Id of the change that undid this change'),
  group: z
    .string()
    .optional()
    .describe('Id of the first change in a group of changes that are undone together, such as a merge'),
  mergedInto: z.string().optional().describe('For a deletion: the record into which the deleted record was merged'),
  mergedFrom: z
    .array(z.string())
    .optional()
    .describe('In the history of a master record: the records that were merged into it'),
  partedFrom: z.array(z.string()).optional().describe('For the undo of a merge: the records that it restored'),
  repointed: z
    .number()
    .int()
    .optional()
    .describe('For a merge or its undo: the number of records whose references were updated'),
  changes: z
    .record(z.string(), z.strictObject({ before: fieldValueSchema, after: fieldValueSchema }))
    .describe('Changed fields of an update, all values of a deleted record, or all values given at creation'),
});
export const changeSchema: z.ZodType<ShownChange> = change.meta({ id: 'Change' });

const historySchema = pageOf(
  change
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
