import { z } from 'zod';
import { ON_DUPLICATE } from '../on-duplicate.js';
import { wasReturned } from './returned-record.js';

/** Unknown keys are rejected. An optional key that is `null` is treated as absent. */
const optional = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

export const objectDataSchema = z.record(z.string(), z.unknown()).describe('Field values by field name');
const duplicateScore = optional(z.number()).describe(
  'Percentage from 0 to 100. The existing record is updated if the best match has at least this score. If it is 0 or absent, only the threshold of the scenario applies.',
);
/** Maximum number of scenario Ids. Checked first, because reporting 50,000 faults takes a third of a second. */
const MAX_SCENARIO_IDS = 1_000;
const scenarioIds = optional(z.array(z.string()).max(MAX_SCENARIO_IDS)).describe(
  'Ids of the duplicate scenarios to use; an empty list is treated as absent',
);

const onDuplicate = optional(z.enum(ON_DUPLICATE)).describe(
  'How a duplicate is updated: overwrite, fillBlanks or rules (survivorship). Default: the setting of the scenario that found the duplicate, otherwise overwrite',
);
const duplicateCheck = optional(z.boolean()).describe('Whether to check for duplicates; false by default');
const objectType = z.string().describe('API name of the object, case-insensitive');

const relatedInputSchema = z
  .strictObject({
    duplicateCheck,
    duplicateScore,
    onDuplicate,
    objectType,
    referenceField: z.string().describe('Field of the related record that points to the parent record'),
    objectData: objectDataSchema,
  })
  .meta({ id: 'RelatedInput' });

const MAX_RELATED = 200;

export const upsertDataInputSchema = z
  .strictObject({
    allOrNone: optional(z.boolean()).describe(
      'If true, no record is saved if one record fails. If false (the default), each record is saved independently',
    ),
    duplicateCheck,
    duplicateScore,
    scenarioIds,
    onDuplicate,
    objectType,
    objectData: objectDataSchema,
    relatedList: optional(z.array(relatedInputSchema).max(MAX_RELATED)).describe(
      'Related records, saved in order; each is linked to the parent by its referenceField',
    ),
  })
  .meta({ id: 'UpsertDataInput' });

export const upsertRequestSchema = z
  .strictObject({ input: upsertDataInputSchema.describe('The record and how to save it') })
  .meta({ id: 'UpsertRequest' });

/** Accepts single values and, as in a returned record, `attributes` and parents with `attributes`. */
const searchedDataSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.record(z.string(), z.unknown())]))
  .superRefine((data, context) => {
    for (const [name, value] of Object.entries(data)) {
      if (typeof value !== 'object' || value === null || name.toLowerCase() === 'attributes' || wasReturned(value))
        continue;
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'expected a string, a number, true, false or null, got an object',
      });
    }
  });

export const searchInputSchema = z
  .strictObject({
    objectPrefix: z.string().describe('Key prefix of the object: the first three characters of its Ids'),
    objectData: searchedDataSchema
      .meta({ additionalProperties: {} })
      .describe(
        'Values to search for by field name. Numbers and booleans are compared as text. null and "" are ignored',
      ),
    filterDeveloperName: optional(z.string()).describe('Name of a configured filter for the results'),
    scenarioIds,
  })
  .meta({ id: 'SearchInput' });

export type RelatedInput = z.output<typeof relatedInputSchema>;
export type UpsertDataInput = z.output<typeof upsertDataInputSchema>;
export type SearchInput = z.output<typeof searchInputSchema>;

export interface UpsertDataOutput {
  isSuccess: boolean;
  isCreated: boolean;
  errorMessage: string | null;
  objectId: string | null;
  objectData: Record<string, unknown>;
  relatedList: UpsertDataOutput[];
  /** The reason why the record would be saved in this way. Present only in a dry run. */
  decision?: z.output<typeof upsertDecisionSchema> | undefined;
}

export const scenarioScoreSchema = z
  .strictObject({
    scenarioScore: z.number().describe('Percentage, rounded down'),
    scenarioName: z.string().describe('Name of the scenario'),
    scenarioId: z.string().describe('Id of the scenario, in the form that scenarioIds accepts'),
  })
  .meta({ id: 'ScenarioScore' });

const upsertDecisionSchema = z
  .strictObject({
    reason: z
      .string()
      .describe('Reason, as in the history of a record: noDuplicate, duplicate, belowBar, contradicted, noGrounds ...'),
    scenarioId: z.string().optional().describe('The scenario with the highest score'),
    score: z.number().optional().describe('Percentage, rounded down'),
    recordId: z.string().optional().describe('Id of the best match'),
    scenarioScores: z.array(scenarioScoreSchema).optional().describe('Scores of all scenarios, highest first'),
    contradictions: z
      .array(z.object({ kind: z.string(), field: z.string(), one: z.string(), other: z.string() }))
      .optional()
      .describe('Values that contradict a match of the two records'),
  })
  .meta({ id: 'UpsertDecision' });

export const upsertDataOutputSchema: z.ZodType<UpsertDataOutput> = z
  .strictObject({
    isSuccess: z.boolean().describe('Whether the record was saved'),
    isCreated: z
      .boolean()
      .describe('True if a record was created. False if a record was updated or the request failed'),
    errorMessage: z.string().nullable().describe('Code of and reason for a failure; null on success'),
    objectId: z.string().nullable().describe('Id of the created or updated record; null on failure'),
    objectData: z
      .record(z.string(), z.unknown())
      .describe('The fields that were sent, with their saved values, the Id and the formula fields'),
    get relatedList() {
      return z
        .array(upsertDataOutputSchema)
        .describe('One result for each related record, in the order of the request');
    },
    decision: upsertDecisionSchema.optional().describe('Only in a dry run: the reason for the result'),
  })
  .meta({ id: 'UpsertDataOutput' });

const shownRecordSchema = z.record(z.string(), z.unknown()).meta({
  properties: {
    attributes: {
      type: 'object',
      properties: { type: { type: 'string' }, url: { type: 'string' } },
      required: ['type', 'url'],
    },
    Id: { type: 'string' },
  },
});

export const searchResultSchema = z
  .strictObject({
    score: z
      .number()
      .describe('Percentage, rounded down: the highest score among the scenarios that found the duplicate'),
    scenarioScores: z.array(scenarioScoreSchema).describe('Scores of all applied scenarios, highest first'),
    objectData: shownRecordSchema.describe(
      'attributes, the Id, all fields that have a value, and nested parent records',
    ),
  })
  .meta({ id: 'SearchResult' });

export const searchOutputSchema = z
  .record(z.string(), z.array(searchResultSchema))
  .describe('Matches, keyed by the Id prefix of their object; best match first')
  .meta({ id: 'SearchOutput' });
export type SearchOutput = z.output<typeof searchOutputSchema>;
export type SearchResult = z.output<typeof searchResultSchema>;
