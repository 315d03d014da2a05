import { z } from 'zod';
import { wasReturned } from './returned-record.js';

/**
 * The envelopes of both endpoints, as the contract has them. Unknown keys are refused; a `null` optional key counts as absent.
 * `objectData` is checked here only for being a map: its values are judged by the use cases, record by record.
 */
const optional = <T extends z.ZodType>(schema: T) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

export const objectDataSchema = z.record(z.string(), z.unknown()).describe('Field values by field name');
const duplicateScore = optional(z.number()).describe(
  'Percentage 0-100: the existing record is updated when the best match scores at or above it. 0 or absent: no extra bar.',
);
/** A bound that is checked before the elements: 50,000 wrong ones would take a third of a second to list. */
const MAX_SCENARIO_IDS = 1_000;
const scenarioIds = optional(z.array(z.string()).max(MAX_SCENARIO_IDS)).describe(
  'Duplicate scenario Ids to use; empty counts as absent',
);

export const relatedInputSchema = z
  .strictObject({
    duplicateCheck: optional(z.boolean()),
    duplicateScore,
    objectType: z.string(),
    referenceField: z.string().describe('Field of the related record that points to the parent record'),
    objectData: objectDataSchema,
  })
  .meta({ id: 'RelatedInput' });

export const MAX_RELATED = 200;

export const upsertDataInputSchema = z
  .strictObject({
    allOrNone: optional(z.boolean()),
    duplicateCheck: optional(z.boolean()),
    duplicateScore,
    scenarioIds,
    objectType: z.string(),
    objectData: objectDataSchema,
    relatedList: optional(z.array(relatedInputSchema).max(MAX_RELATED)),
  })
  .meta({ id: 'UpsertDataInput' });

export const upsertRequestSchema = z.strictObject({ input: upsertDataInputSchema }).meta({ id: 'UpsertRequest' });

/** Single values; besides them what a record that a search or a GET returned has: `attributes`, and parents with `attributes` of their own. */
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
    objectPrefix: z.string(),
    objectData: searchedDataSchema,
    filterDeveloperName: optional(z.string()),
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
}

export const upsertDataOutputSchema: z.ZodType<UpsertDataOutput> = z
  .strictObject({
    isSuccess: z.boolean(),
    isCreated: z.boolean(),
    errorMessage: z.string().nullable(),
    objectId: z.string().nullable(),
    objectData: z.record(z.string(), z.unknown()),
    get relatedList() {
      return z.array(upsertDataOutputSchema);
    },
  })
  .meta({ id: 'UpsertDataOutput' });

export const scenarioScoreSchema = z
  .strictObject({ scenarioScore: z.number(), scenarioName: z.string(), scenarioId: z.string() })
  .meta({ id: 'ScenarioScore' });

export const searchResultSchema = z
  .strictObject({
    score: z.number(),
    scenarioScores: z.array(scenarioScoreSchema),
    objectData: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'SearchResult' });

export const searchOutputSchema = z.record(z.string(), z.array(searchResultSchema)).meta({ id: 'SearchOutput' });
export type SearchOutput = z.output<typeof searchOutputSchema>;
export type SearchResult = z.output<typeof searchResultSchema>;
