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
  'Percentage 0-100: the existing record is updated when the best match scores at or above it. 0 or absent: no extra bar.',
);
/** Maximum number of scenario Ids. Checked first, because listing 50,000 faults takes a third of a second. */
const MAX_SCENARIO_IDS = 1_000;
const scenarioIds = optional(z.array(z.string()).max(MAX_SCENARIO_IDS)).describe(
  'Duplicate scenario Ids to use; empty counts as absent',
);

const onDuplicate = optional(z.enum(ON_DUPLICATE)).describe(
  'Values sent for a duplicate: overwrite, fillBlanks, or rules (survivorship); absent: as the scenario that found it says, else overwrite',
);
const duplicateCheck = optional(z.boolean()).describe('Whether to check for duplicates; absent: no');
const objectType = z.string().describe('API name of the object, in any case');

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

export const MAX_RELATED = 200;

export const upsertDataInputSchema = z
  .strictObject({
    allOrNone: optional(z.boolean()).describe(
      'All records or none: any failure leaves nothing changed. Absent: every record on its own',
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
        message: 'expected a string, a number, true or false or null, got an object',
      });
    }
  });

export const searchInputSchema = z
  .strictObject({
    objectPrefix: z.string().describe('Key prefix of the object: the three characters that its Ids begin with'),
    objectData: searchedDataSchema
      .meta({ additionalProperties: {} })
      .describe('Values to search for by field name. Numbers and booleans count as text; null and "" as not sent'),
    filterDeveloperName: optional(z.string()).describe('A configured filter that results must pass'),
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
  /** The reason why the record would be saved in this way. Only in a trial run. */
  decision?: z.output<typeof upsertDecisionSchema> | undefined;
}

export const scenarioScoreSchema = z
  .strictObject({
    scenarioScore: z.number().describe('Percent, rounded down'),
    scenarioName: z.string().describe('Name of the scenario'),
    scenarioId: z.string().describe('Id of the scenario, in the form that scenarioIds accepts'),
  })
  .meta({ id: 'ScenarioScore' });

const upsertDecisionSchema = z
  .strictObject({
    reason: z
      .string()
      .describe('As the history of a record names it: noDuplicate, duplicate, belowBar, contradicted, noGrounds ...'),
    scenarioId: z.string().optional().describe('The scenario with the highest score'),
    score: z.number().optional().describe('Percent, rounded down'),
    recordId: z.string().optional().describe('The record that was found'),
    scenarioScores: z.array(scenarioScoreSchema).optional().describe('Of every scenario, highest first'),
    contradictions: z
      .array(z.object({ kind: z.string(), field: z.string(), one: z.string(), other: z.string() }))
      .optional()
      .describe('What speaks against the two being one'),
  })
  .meta({ id: 'UpsertDecision' });

export const upsertDataOutputSchema: z.ZodType<UpsertDataOutput> = z
  .strictObject({
    isSuccess: z.boolean().describe('Whether the record was saved'),
    isCreated: z.boolean().describe('True for a new record, false for an updated one and for a failure'),
    errorMessage: z.string().nullable().describe('Code and reason of a failure; null on success'),
    objectId: z.string().nullable().describe('Id of the created or updated record; null on failure'),
    objectData: z.record(z.string(), z.unknown()).describe('The fields sent, as saved, with Id and formula fields'),
    get relatedList() {
      return z.array(upsertDataOutputSchema).describe('One answer for each related record, in the order sent');
    },
    decision: upsertDecisionSchema.optional().describe('Of a trial only: why the record would be saved as it is'),
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
    score: z.number().describe('Percent, rounded down: the highest score of the scenarios that make it a duplicate'),
    scenarioScores: z.array(scenarioScoreSchema).describe('Of every scenario that was applied, highest first'),
    objectData: shownRecordSchema.describe(
      'attributes, Id, the fields that have a value, and parent records nested by name',
    ),
  })
  .meta({ id: 'SearchResult' });

export const searchOutputSchema = z
  .record(z.string(), z.array(searchResultSchema))
  .describe('Matches by object prefix, best first')
  .meta({ id: 'SearchOutput' });
export type SearchOutput = z.output<typeof searchOutputSchema>;
export type SearchResult = z.output<typeof searchResultSchema>;
