import { z } from 'zod';
import { mergeOutputSchema } from '../../service/merge/merge-types.js';
import { callerAt } from '../caller.js';
import { endpoint, ok } from '../endpoint.js';
import { json } from '../response/answer.js';
import { lastChange, LEAD, OTHER_LEAD } from './shared.js';

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);
const id = z.string().max(40);

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
    schema: mergeOutputSchema,
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
