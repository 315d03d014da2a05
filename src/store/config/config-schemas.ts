import { z } from 'zod';
import { builtinScenarios } from '../../matching/builtin-scenarios.js';
import { EVIDENCE_IN_SEARCH, type ScenarioDefinition } from '../../matching/scenario.js';
import { ON_DUPLICATE } from '../../records/on-duplicate.js';
import { CONTRADICTION_KINDS } from '../../matching/contradictions/contradiction.js';
import { modelSchema } from '../../matching/model-schema.js';
import { objectDefinitionsSchema } from '../../records/object-schema.js';
import { settingsSchema } from './settings-schema.js';
import { inboundSchema } from './inbound-schema.js';
import { webhooksSchema } from './webhook-settings.js';
import { survivorshipSchema } from './survivorship-schema.js';

const text = z.string().min(1).max(255);
const fieldName = z.string().min(1).max(80);

/** Ignores binary rounding errors. */
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
        'A field name. + joins the fields of a method that reads several fields. | joins fields whose values are all compared with each other',
      ),
    method: text.describe('Name of a match method, such as exact, personName, companyName, phone or email'),
    weight: z
      .number()
      .gt(0)
      .max(1000)
      .refine((value) => hasDecimals(value, 2), 'has more than two decimals')
      .describe('Weight above 0 and at most 1,000, with at most two decimals'),
    blank: z
      .enum(['mismatch', 'ignore'])
      .optional()
      .describe('Effect of a blank stored value: mismatch (the default), or ignore (not compared)'),
  })
  .meta({ id: 'ScenarioField' });

/** Contradictions by kind. A kind can be enabled, disabled, or given additional fields to compare. */
const contradictionsSchema = z
  .union([
    z.boolean(),
    z.partialRecord(z.enum(CONTRADICTION_KINDS), z.union([z.boolean(), z.array(fieldName).max(50)])),
  ])
  .meta({ id: 'Contradictions' });

const parts = {
  aliases: z.array(text).max(100).describe('Alternative Ids for requests, such as Ids from another system'),
  name: text,
  threshold: percent.describe('Minimum score of a duplicate, in percent; at most two decimals'),
  usage: z
    .array(z.enum(['restSearch', 'restUpsert']))
    .max(2)
    .describe('Targets that use the scenario if a request gives no scenarioIds'),
  minimumEvidence: z
    .number()
    .min(0)
    .max(1)
    .refine((value) => hasDecimals(value, 4), 'has more than four decimals')
    .describe('Minimum share of the total weight that must be comparable; 0.4 by default'),
  evidenceInSearch: z
    .enum(EVIDENCE_IN_SEARCH)
    .describe(
      'Evidence that a search requires. sent (the default): no more than the fields that the search sends. whole: the full minimumEvidence, so a search with only a name finds nothing',
    ),
  scoreMethod: z
    .enum(['weighted', 'probabilistic'])
    .describe('weighted (the default): the average of the field scores; probabilistic: the probability of a match'),
  onDuplicate: z
    .enum(ON_DUPLICATE)
    .describe('How an upsert updates a duplicate: overwrite (the default), fillBlanks or rules'),
  contradictions: contradictionsSchema.describe(
    'Contradictions to check: true (the default) for all; false for none, which also removes the evidence requirement; or an object that sets each kind to true, false or a list of additional fields',
  ),
  enabled: z.boolean().describe('false disables the scenario'),
  fields: z.array(scenarioFieldSchema).min(1).max(50),
  model: modelSchema.describe('Model of a probabilistic scenario, as written by `likeness train`'),
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
    id: text.describe('Any text; the Id of a built-in scenario replaces that scenario'),
    ...writtenParts,
    model: parts.model.optional(),
  })
  .meta({ id: 'Scenario' });

/** The editable parts of a scenario, which do not include the model. */
export const editedScenarioSchema = z
  .strictObject({
    id: text.describe('Any text; the Id of a built-in scenario changes that scenario'),
    ...writtenParts,
  })
  .meta({ id: 'EditedScenario' });

const builtinById = new Map(builtinScenarios.map((definition) => [definition.id, definition]));

/** Changes parts of a built-in scenario. Other parts follow the program's version. Only this form has no `object`. */
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

const scenariosSchema = z.array(z.union([changedBuiltinSchema, scenarioDefinitionSchema]));

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
        .describe("WHERE fragment, such as BillingCountry = 'Ireland' AND Phone != null"),
    })
    .meta({ id: 'Filter' }),
);

export const crossObjectSchema = z.array(
  z
    .strictObject({
      from: fieldName.describe('Object of the search request'),
      to: fieldName.describe('Other object to search'),
      enabled: z.boolean().describe('Whether a search for the first object also searches the second'),
      fields: z.record(fieldName, fieldName).describe('Maps fields of the first object to fields of the second'),
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
