import { z } from 'zod';
import type { MergeOutput } from '../../service/merge/merge-types.js';
import { callerAt } from '../caller.js';
import { endpoint, ok } from '../endpoint.js';
import { json } from '../response/answer.js';
import { fieldValueSchema } from './history-endpoint.js';
import { lastChange, LEAD, OTHER_LEAD } from './shared.js';

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);
const id = z.string().max(40);

const outputSchema: z.ZodType<MergeOutput> = z
  .strictObject({
    masterId: z.string().describe('The record to keep'),
    masterRule: z.string().describe('The rule that chose it, or `given`'),
    mergedIds: z.array(z.string()).describe('Records merged into the master; empty if all were merged before'),
    repointed: z.number().int().describe('Records whose references now point to the master'),
    changeId: z.string().nullable().describe('Change Id for undo; null if nothing was merged'),
    fields: z
      .array(
        z.strictObject({
          field: z.string(),
          value: fieldValueSchema,
          rule: z.string().describe('The rule that decided, or `given`'),
          from: z.array(z.string()).describe('Records that have the value'),
        }),
      )
      .describe('Fields in which the records differed'),
  })
  .meta({ id: 'MergeOutput' });

export const merge = endpoint('merge', 'POST', '{product}/merge', {
  decides: true,
  about: 'object',
  tag: 'Duplicates',
  scope: 'review',
  isAuditedInside: true,
  summary: 'Merge several records into one, as one change that can be undone',
  description: `The master gets the surviving values (by \`survivorship.json\` or \`fields\`) and all references to the others. The others are deleted. Their Ids answer 404 \`ENTITY_IS_DELETED\` with \`mergedInto\`.
The Id of an already merged record means the record that contains it, so repeating a merge changes nothing.`,
  body: {
    schema: z
      .strictObject({
        objectType: z.string().max(80).describe('API name of the object, in any case'),
        masterId: optional(id).describe('The record to keep; absent: by the rules'),
        ids: z
          .array(id, { error: 'expected Ids of records' })
          .max(200)
          .describe('2 to 200 records of one person or company, with or without the master'),
        fields: optional(z.record(z.string(), z.unknown())).describe(
          'By field, the Id of the record whose value survives, or a value; overrides the rules',
        ),
        ifUnmodifiedSince: optional(id).describe(
          'ISO 8601: refused if one of the records was changed later, or two of them were decided not to be duplicates',
        ),
        dryRun: optional(z.boolean()).describe('Preview: nothing changes, `changeId` is null'),
      })
      .meta({ id: 'Merge' }),
    example: { objectType: 'Lead', ids: [LEAD, OTHER_LEAD], fields: { Title: OTHER_LEAD } },
  },
  responses: ok({
    description: 'The merge, saved on disk; with `dryRun`, a preview',
    schema: outputSchema,
    example: {
      masterId: LEAD,
      masterRule: 'mostComplete',
      mergedIds: [OTHER_LEAD],
      repointed: 1,
      changeId: lastChange,
      fields: [{ field: 'Title', value: 'Director', rule: 'given', from: [OTHER_LEAD] }],
    },
  }),
  errors: [404, 409],
  handle: async (exchange, context) =>
    json(await context.likeness.merging.merge(exchange.body, callerAt(exchange, context))),
});
