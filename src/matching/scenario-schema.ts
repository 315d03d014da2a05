import { z } from 'zod';
import { ON_DUPLICATE } from '../records/on-duplicate.js';
import { CONTRADICTION_KINDS } from './contradictions/contradiction.js';
import { modelSchema } from './model-schema.js';

export const EVIDENCE_IN_SEARCH = ['sent', 'whole'] as const;
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

export const scenarioParts = {
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
  name: scenarioParts.name,
  object: fieldName.describe('Object type name'),
  threshold: scenarioParts.threshold,
  usage: scenarioParts.usage,
  fields: scenarioParts.fields,
  minimumEvidence: scenarioParts.minimumEvidence.optional(),
  evidenceInSearch: scenarioParts.evidenceInSearch.optional(),
  scoreMethod: scenarioParts.scoreMethod.optional(),
  enabled: scenarioParts.enabled.optional(),
  onDuplicate: scenarioParts.onDuplicate.optional(),
  contradictions: scenarioParts.contradictions.optional(),
  aliases: scenarioParts.aliases.optional(),
};

export const scenarioDefinitionSchema = z
  .strictObject({
    id: text.describe('Any text; the Id of a built-in scenario replaces that scenario'),
    ...writtenParts,
    model: scenarioParts.model.optional(),
  })
  .meta({ id: 'Scenario' });
export type ScenarioDefinition = z.output<typeof scenarioDefinitionSchema>;
export type ScenarioFieldDefinition = ScenarioDefinition['fields'][number];

/** The editable parts of a scenario, which do not include the model. */
export const editedScenarioSchema = z
  .strictObject({
    id: text.describe('Any text; the Id of a built-in scenario changes that scenario'),
    ...writtenParts,
  })
  .meta({ id: 'EditedScenario' });
