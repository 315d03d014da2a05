import { z } from 'zod';
import { CHANGE_ACTIONS, DECISION_REASONS } from '../../store/history.js';

export const fieldValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const plainChange = z.strictObject({
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
      score: z.int().optional(),
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
    .int()
    .optional()
    .describe('For a merge or its undo: the number of records whose references were updated'),
  changes: z
    .record(z.string(), z.strictObject({ before: fieldValueSchema, after: fieldValueSchema }))
    .describe('Changed fields of an update, all values of a deleted record, or all values given at creation'),
});
export const changeSchema = plainChange.meta({ id: 'Change' });
export type ShownChange = z.output<typeof changeSchema>;
