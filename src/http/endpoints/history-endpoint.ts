import { z } from 'zod';
import type { HistoryPage, ShownChange } from '../../service/likeness.js';
import { CHANGE_ACTIONS, DECISION_REASONS } from '../../store/history.js';
import { endpoint } from '../endpoint.js';
import { json } from '../response/answer.js';
import { CLIENT, lastChange, LEAD, pageOf, paging, RECORD_ID, TIME } from './shared.js';

export const fieldValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const changeSchema: z.ZodType<ShownChange> = z
  .strictObject({
    id: z.string().describe('Change Id: what undo takes'),
    recordId: z.string(),
    objectType: z.string(),
    action: z.enum(CHANGE_ACTIONS),
    time: z.string(),
    clientId: z.string().describe('Who'),
    requestId: z.string().nullable().describe('The X-Request-Id of the answer, where the change came by HTTP'),
    decision: z
      .strictObject({
        reason: z.enum(DECISION_REASONS),
        scenarioId: z.string().optional(),
        scenarioName: z.string().optional(),
        score: z.number().int().optional(),
      })
      .nullable()
      .describe('Why it was made as it was; null for a deletion that was asked for'),
    undoes: z.string().nullable().describe('The change that this one undid'),
    undoneBy: z.string().nullable().describe('The change that undid this one'),
    group: z
      .string()
      .optional()
      .describe('First of the changes that were made together, as a merge, and are undone together'),
    mergedInto: z.string().optional().describe('Of a deletion: the record that it was merged into'),
    changes: z
      .record(z.string(), z.strictObject({ before: fieldValueSchema, after: fieldValueSchema }))
      .describe('Update: the fields that changed. Delete: all that the record held. Create: all that it was given'),
  })
  .meta({ id: 'Change' });

const historySchema: z.ZodType<HistoryPage> = pageOf(changeSchema).meta({ id: 'History' });

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

export const history = endpoint({
  id: 'history',
  about: 'object',
  isRead: true,
  tag: 'History',
  method: 'GET',
  path: '{product}/history/{recordId}',
  route: 'history',
  scope: 'history',
  summary: 'The changes of a record, newest first; also of a deleted one',
  params: { recordId: RECORD_ID },
  query: paging('Changes'),
  responses: {
    200: {
      description: 'One page',
      schema: historySchema,
      example: { totalSize: 2, page: 1, records: [changeExample] },
    },
  },
  errors: [404],
  handle: async ({ params, query }, { likeness }) => json(await likeness.history(params['recordId']!, query)),
});
