import { z } from 'zod';

const name = z.string().min(1).max(255);
const fieldName = z.string().min(1).max(80);
const sources = z.array(name).min(1).max(100).describe('Names of sources, best first; all other sources follow');

const masterRuleSchema = z
  .union([
    z.strictObject({ sourceOrder: sources }),
    z.strictObject({
      condition: z
        .string()
        .min(1)
        .max(10_000)
        .describe('A condition as in filters.json; records that meet it are preferred'),
    }),
    z.enum(['latestModified', 'oldest', 'mostComplete'], {
      error: 'expected "latestModified", "oldest", "mostComplete", {"sourceOrder": [...]} or {"condition": "..."}',
    }),
  ])
  .meta({ id: 'MasterRule' });

const fieldRuleSchema = z
  .union([
    z.strictObject({ source: sources }),
    z.enum(['master', 'firstNonBlank', 'latest', 'longest', 'mostCommon', 'sum', 'union'], {
      error:
        'expected "master", "firstNonBlank", "latest", "longest", "mostCommon", "sum", "union" or {"source": [...]}',
    }),
  ])
  .meta({ id: 'FieldRule' });

export const survivorshipSchema = z.array(
  z
    .strictObject({
      object: fieldName.describe('Object type name'),
      master: z
        .array(masterRuleSchema)
        .max(10)
        .optional()
        .describe('Rules that choose the master record, tried in order until one favours a record'),
      fields: z
        .record(z.string().min(1).max(1_000), fieldRuleSchema)
        .optional()
        .describe('Maps field names to rules; fields joined by + are taken from the same record'),
      otherFields: fieldRuleSchema.optional().describe('Rule for all other fields: firstNonBlank by default'),
      sourceField: fieldName.optional().describe('Field with the source of a record, such as LeadSource'),
    })
    .meta({ id: 'Survivorship' }),
);

export type WrittenSurvivorship = z.output<typeof survivorshipSchema>[number];
export type WrittenFieldRule = z.output<typeof fieldRuleSchema>;
