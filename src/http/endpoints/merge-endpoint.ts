import { z } from 'zod';
import type { MergeOutput } from '../../service/merge/merge-types.js';
import { callerOf, requestIdOf } from '../caller.js';
import { endpoint } from '../endpoint.js';
import { json } from '../response/answer.js';
import { fieldValueSchema } from './history-endpoint.js';
import { lastChange, LEAD, OTHER_LEAD } from './shared.js';

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);
const id = z.string().max(40);

const outputSchema: z.ZodType<MergeOutput> = z
  .strictObject({
    masterId: z.string().describe('The record that stays'),
    masterRule: z.string().describe('Why it is this one: the rule that decided, or given'),
    mergedIds: z.array(z.string()).describe('Records that are gone; none where all had been merged before'),
    repointed: z.number().int().describe('Records that point to the master now instead of to one that is gone'),
    changeId: z.string().nullable().describe('What undo takes to take all of it back; null where nothing was merged'),
    fields: z
      .array(
        z.strictObject({
          field: z.string(),
          value: fieldValueSchema,
          rule: z.string().describe('The rule that decided, or given'),
          from: z.array(z.string()).describe('Records that the value comes from'),
        }),
      )
      .describe('The fields in which the records differed'),
  })
  .meta({ id: 'MergeOutput' });

export const merge = endpoint({
  id: 'merge',
  decides: true,
  about: 'object',
  tag: 'Duplicates',
  method: 'POST',
  path: '{product}/merge',
  route: 'merge',
  scope: 'review',
  isAuditedInside: true,
  summary: 'Make one record of several, as one change that can be undone',
  description: `The master gets the values that survive (by \`survivorship.json\`, or as \`fields\` says), whatever pointed to the others points to it, and the others are deleted. Their Ids answer 404 \`ENTITY_IS_DELETED\` with \`mergedInto\`.
Ids of records that were merged before stand for the record that they are part of: the same merge again changes nothing.`,
  body: {
    schema: z
      .strictObject({
        objectType: z.string().max(80).describe('API name of the object, in any case'),
        masterId: optional(id).describe('The record that stays; absent: by the rules'),
        ids: z
          .array(id, { error: 'expected Ids of records' })
          .max(200)
          .describe('2 to 200 records of one person or company, with the master or without'),
        fields: optional(z.record(z.string(), z.unknown())).describe(
          'Field to the Id of the record whose value survives, or to a value; over the rules',
        ),
        ifUnmodifiedSince: optional(id).describe(
          'ISO 8601: refused where one of the records was changed later, or two of them were decided not to be duplicates',
        ),
        dryRun: optional(z.boolean()).describe('What the merge would give: nothing changes, `changeId` is null'),
      })
      .meta({ id: 'Merge' }),
    example: { objectType: 'Lead', ids: [LEAD, OTHER_LEAD], fields: { Title: OTHER_LEAD } },
  },
  responses: {
    200: {
      description: 'The merge, on disk; with `dryRun`, what it would be',
      schema: outputSchema,
      example: {
        masterId: LEAD,
        masterRule: 'mostComplete',
        mergedIds: [OTHER_LEAD],
        repointed: 1,
        changeId: lastChange,
        fields: [{ field: 'Title', value: 'Director', rule: 'given', from: [OTHER_LEAD] }],
      },
    },
  },
  errors: [404, 409],
  async handle({ request, body, client }, { likeness, admission }) {
    const requestId = requestIdOf(request);
    const merged = await likeness.merging.merge(body, callerOf(client, requestId, admission.addressOf(request)));
    return json(merged);
  },
});
