import { z } from 'zod';
import { builtinScenarios } from '../../matching/builtin-scenarios.js';
import { EVIDENCE_IN_SEARCH, type ScenarioDefinition } from '../../matching/scenario.js';
import { ON_DUPLICATE } from '../../records/on-duplicate.js';
import { CONTRADICTION_KINDS } from '../../matching/contradictions/contradiction.js';
import { modelSchema } from './model-schema.js';
import { objectDefinitionsSchema } from '../../records/object-schema.js';
import { settingsSchema } from './settings-schema.js';
import { inboundSchema } from './inbound-schema.js';
import { webhooksSchema } from './webhook-settings.js';
import { survivorshipSchema } from './survivorship-schema.js';

const text = z.string().min(1).max(255);
const fieldName = z.string().min(1).max(80);

/** Returns whether a number has at most this many decimals, ignoring binary rounding errors. */
function hasDecimals(value: number, most: number): boolean {
  const scaled = value * 10 ** most;
  return Math.abs(scaled - Math.round(scaled)) < 1e-6;
}

const percent = z
  .number()
  .min(1)
  .max(100)
  .refine((value) => hasDecimals(value, 2), 'has more than two decimals');

const scenarioFieldSchema = z
  .strictObject({
    field: z
      .string()
      .min(1)
      .max(500)
      .describe(
        'A field name, several joined by + for methods that read several fields, or several joined by | whose values are all compared with each other',
      ),
    method: text.describe('Name of a match method: exact, personName, companyName, phone, email ...'),
    weight: z
      .number()
      .gt(0)
      .max(1000)
      .refine((value) => hasDecimals(value, 2), 'has more than two decimals')
      .describe('Above 0, at most 1,000, at most two decimals'),
    blank: z
      .enum(['mismatch', 'ignore'])
      .optional()
      .describe('A blank stored value counts as a mismatch (the default) or not at all (ignore)'),
  })
  .meta({ id: 'ScenarioField' });

/** Contradictions by kind. Each kind is enabled or disabled, or lists additional fields to compare. */
export const contradictionsSchema = z
  .union([
    z.boolean(),
    z.partialRecord(z.enum(CONTRADICTION_KINDS), z.union([z.boolean(), z.array(fieldName).max(50)])),
  ])
  .meta({ id: 'Contradictions' });

/** Members of a scenario other than `id` and `object`. */
const parts = {
  aliases: z.array(text).max(100).describe('Other Ids that requests can use, such as those of another system'),
  name: text,
  threshold: percent.describe('Percentage from which a pair is a duplicate; at most two decimals'),
  usage: z
    .array(z.enum(['restSearch', 'restUpsert']))
    .max(2)
    .describe('Targets that use it when a request names no scenarios'),
  minimumEvidence: z
    .number()
    .min(0)
    .max(1)
    .refine((value) => hasDecimals(value, 4), 'has more than four decimals')
    .describe('Share of the total weight that must be compared; 0.4 by default'),
  evidenceInSearch: z
    .enum(EVIDENCE_IN_SEARCH)
    .describe(
      'Evidence that a search needs: sent (the default), no more than it sends; whole: all of minimumEvidence, so a search by a name alone finds nothing',
    ),
  scoreMethod: z
    .enum(['weighted', 'probabilistic'])
    .describe('weighted (the default): a percentage; probabilistic: 100 x posterior by the model'),
  onDuplicate: z
    .enum(ON_DUPLICATE)
    .describe('How an upsert updates a duplicate: overwrite (the default), fillBlanks or rules'),
  contradictions: contradictionsSchema.describe(
    'Which contradictions are checked: all by default; false: none, and no evidence is required either; or by kind true, false, or additional fields',
  ),
  enabled: z.boolean().describe('false disables the scenario'),
  fields: z.array(scenarioFieldSchema).min(1).max(50),
  model: modelSchema.describe('Of a probabilistic scenario: what `likeness train` learned'),
};

const writtenParts = {
  name: parts.name,
  object: fieldName.describe('Object type name'),
  threshold: parts.threshold,
  usage: parts.usage,
  fields: parts.fields,
  minimumEvidence: parts.minimumEvidence.optional(),
  evidenceInSearch: parts.evidenceInSearch.optional(),
  scoreMethod: parts.scoreMethod.optional(),
  enabled: parts.enabled.optional(),
  onDuplicate: parts.onDuplicate.optional(),
  contradictions: parts.contradictions.optional(),
  aliases: parts.aliases.optional(),
};

export const scenarioDefinitionSchema: z.ZodType<ScenarioDefinition> = z
  .strictObject({
    id: text.describe("Any text; a built-in scenario's id replaces that scenario"),
    ...writtenParts,
    model: parts.model.optional(),
  })
  .meta({ id: 'Scenario' });

/** The editable parts of a scenario, which do not include the model. */
export const editedScenarioSchema = z
  .strictObject({
    id: text.describe('Any text; the Id of a built-in scenario changes that one'),
    ...writtenParts,
  })
  .meta({ id: 'EditedScenario' });

const builtinById = new Map(builtinScenarios.map((definition) => [definition.id, definition]));

/** Changes parts of a built-in scenario. The other parts follow later versions. Only this form has no `object`. */
const changedBuiltinSchema = z
  .strictObject({
    id: z.enum([...builtinById.keys()]).describe('A built-in scenario'),
    ...z.object(parts).partial().shape,
  })
  .transform((changes): ScenarioDefinition => {
    const named = Object.entries(changes).filter(([, value]) => value !== undefined);
    return { ...builtinById.get(changes.id)!, ...Object.fromEntries(named) };
  })
  .meta({ id: 'ChangedScenario' });

export const scenariosSchema = z.array(z.union([changedBuiltinSchema, scenarioDefinitionSchema]));

export const filtersSchema = z.array(
  z
    .strictObject({
      developerName: z
        .string()
        .max(80)
        .regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'expected a letter, then letters, digits and underscores'),
      object: fieldName.describe('Object type name'),
      condition: z
        .string()
        .min(1)
        .max(10_000)
        .describe("WHERE fragment, e.g. BillingCountry = 'Ireland' AND Phone != null"),
    })
    .meta({ id: 'Filter' }),
);

export const crossObjectSchema = z.array(
  z
    .strictObject({
      from: fieldName.describe('Object searched'),
      to: fieldName.describe('Object that is also searched'),
      enabled: z.boolean().describe('Whether searches of the first also search the second'),
      fields: z.record(fieldName, fieldName).describe('Maps a field of the first to a field of the second'),
    })
    .meta({ id: 'CrossObjectMap' }),
);

export const fileSchemas = {
  'objects.json': objectDefinitionsSchema,
  'scenarios.json': scenariosSchema,
  'filters.json': filtersSchema,
  'cross-object.json': crossObjectSchema,
  'survivorship.json': survivorshipSchema,
  'webhooks.json': webhooksSchema,
  'inbound.json': inboundSchema,
  'settings.json': settingsSchema,
} as const;

export type FileName = keyof typeof fileSchemas;
export const fileNames = Object.keys(fileSchemas) as FileName[];
export const isFileName = (name: string): name is FileName => Object.hasOwn(fileSchemas, name);

/** Returns the JSON Schema (draft 2020-12) of each file in the configuration folder. */
export function configurationSchemas(): Record<FileName, Record<string, unknown>> {
  const entries = fileNames.map((name) => [name, z.toJSONSchema(fileSchemas[name], { io: 'input' })]);
  return Object.fromEntries(entries) as Record<FileName, Record<string, unknown>>;
}
