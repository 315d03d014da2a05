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
    masterId: z.string().describe('Id of the record that was kept'),
    masterRule: z.string().describe('Rule that selected the master, or `given`'),
    mergedIds: z.array(z.string()).describe('Records merged into the master. Empty if all were merged earlier'),
    repointed: z.number().int().describe('Number of records whose references now point to the master'),
    changeId: z.string().nullable().describe('Change Id for undo. Null if nothing was merged'),
    fields: z
      .array(
        z.strictObject({
          field: z.string(),
          value: fieldValueSchema,
          rule: z.string().describe('Rule that selected the value, or `given`'),
          from: z.array(z.string()).describe('Ids of the records that have this value'),
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
  summary: 'Merge records in a single change that can be undone',
  description: `The master record receives the surviving values, selected by \`survivorship.json\` or \`fields\`, and all references to the other records. The other records are deleted. Requests for their Ids return 404 \`ENTITY_IS_DELETED\` with \`mergedInto\`.
The Id of a merged record refers to the surviving record, so repeating a merge has no effect.`,
  body: {
    schema: z
      .strictObject({
        objectType: z.string().max(80).describe('API name of the object, case-insensitive'),
        masterId: optional(id).describe('Id of the record to keep. Default: selected by the survivorship rules'),
        ids: z
          .array(id, { error: 'expected an array of record Ids' })
          .max(200)
          .describe('Ids of 2 to 200 records of one person or company, with or without the master'),
        fields: optional(z.record(z.string(), z.unknown())).describe(
          'For each field, the Id of the record whose value survives, or a value. Overrides the survivorship rules',
        ),
        ifUnmodifiedSince: optional(id).describe(
          'Fail if, after this time (ISO 8601), one of the records was changed or two were judged not to be duplicates',
        ),
        dryRun: optional(z.boolean()).describe('Preview the merge without changing records. `changeId` is null'),
      })
      .meta({ id: 'Merge' }),
    example: { objectType: 'Lead', ids: [LEAD, OTHER_LEAD], fields: { Title: OTHER_LEAD } },
  },
  responses: ok({
    description: 'The saved merge, or a preview if `dryRun` is true',
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
