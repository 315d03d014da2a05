import { z } from 'zod';
import type { SavedScenario } from '../../service/config/scenario-editing.js';
import { VERSION_ACTIONS, type KeptVersion } from '../../service/config/part-versions.js';
import { originOf, versionOf } from '../../store/config/scenario-definition.js';
import { editedScenarioSchema } from '../../store/config/config-schemas.js';
import type { TrainedOn } from '../../matching/model-definition.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';

/** Frequent values shown per field of a learned scenario. */
const MOST_LISTED = 40;

export const exampleScenario = {
  id: 'by-mail',
  name: 'By Mail',
  object: 'Lead',
  threshold: 90,
  usage: ['restSearch' as const],
  fields: [{ field: 'Email', method: 'email', weight: 100 }],
};
export const example = {
  scenario: exampleScenario,
  version: 'q1JdC0nX7m3kTz5h',
  origin: 'configured' as const,
  isLearned: false,
};

export const shownSchema = z
  .strictObject({
    scenario: editedScenarioSchema,
    version: z.string().describe('Digest of the content; a save names it, so editors cannot overwrite each other'),
    origin: z.enum(['builtIn', 'changed', 'configured']).describe('Built in, built in and changed, or configured'),
    isLearned: z.boolean().describe('Whether it has a model'),
  })
  .meta({ id: 'ScenarioDefinition' });

export const modelSchema = z
  .strictObject({
    prior: z.number().describe('Log2 odds of a match between two records taken at random'),
    trained: z
      .strictObject({
        records: z.number(),
        expectedPairs: z.number(),
        expectedPrecision: z.number(),
        expectedRecall: z.number(),
      })
      .nullable(),
    fields: z.array(
      z.strictObject({
        field: z.string(),
        method: z.string(),
        levels: z
          .array(z.strictObject({ from: z.number().describe('Least similarity, 0..1'), bits: z.number() }))
          .describe('Evidence by level in bits, from the most similar to disagreement'),
        frequent: z
          .array(
            z.strictObject({
              value: z
                .string()
                .nullable()
                .describe('null: only the digest is known, or the client lacks the scope read'),
              bits: z.number(),
            }),
          )
          .describe('The most frequent values in normal form, with the adjustment for agreeing in them, below 0'),
        others: z.number().describe('Adjustment for values that are not listed, in bits'),
        listed: z.number().int().describe('Number of listed values'),
      }),
    ),
  })
  .describe('The model of a learned scenario')
  .meta({ id: 'ShownModel' });

const warningSchema = z.array(z.string()).describe('Valid, but probably a mistake');
export const savedSchema = z
  .strictObject({
    saved: shownSchema.nullable().describe('The scenario in use; null if deleted'),
    rebuilt: z.array(z.string()).describe('Objects whose indexes were rebuilt'),
    warnings: warningSchema,
  })
  .meta({ id: 'SavedScenario' });

export const versionSchema = z
  .strictObject({
    number: z.number().int(),
    action: z
      .enum(VERSION_ACTIONS)
      .describe('found: it existed before the first save, or the file was edited outside the service'),
    time: z.string(),
    by: z.string().describe('Id of the client; for a found one, the client whose request noticed it'),
    name: z.string().nullable().describe("The client's name"),
    version: z.string().nullable(),
    scenario: editedScenarioSchema.nullable().describe('null: there was none'),
  })
  .meta({ id: 'ScenarioVersion' });

export function shown(definition: ScenarioDefinition): z.output<typeof shownSchema> {
  const { model, ...scenario } = definition;
  return { scenario, version: versionOf(definition)!, origin: originOf(definition), isLearned: model !== undefined };
}

export function shownSaved({ definition, rebuilt, warnings }: SavedScenario): z.output<typeof savedSchema> {
  return {
    saved: definition === undefined ? null : shown(definition),
    rebuilt: [...rebuilt],
    warnings: warnings.map(({ message }) => message),
  };
}

export function shownVersion(kept: KeptVersion): z.output<typeof versionSchema> {
  const { number, action, time, by, name = null, definition } = kept;
  const version = versionOf(definition ?? undefined) ?? null;
  return { number, action, time, by, name, version, scenario: definition && shown(definition).scenario };
}

const shownTraining = ({ records, expectedPairs, expectedPrecision, expectedRecall }: TrainedOn) => ({
  ...{ records, expectedPairs, expectedPrecision, expectedRecall },
});

/** @param withValues whether frequent values may be shown: they occur in stored records */
export function shownModel(
  { model, fields }: ScenarioDefinition,
  withValues: boolean,
): z.output<typeof modelSchema> | null {
  if (model === undefined) return null;
  return {
    prior: model.prior / 1_000,
    trained: model.trained ? shownTraining(model.trained) : null,
    fields: fields.map(({ field, method }, i) => {
      const { levels, frequencies } = model.fields[i]!;
      const listed = [
        ...(frequencies?.listed ?? []),
        ...(frequencies?.sealed?.listed ?? []).map(([, adjustment]) => [null, adjustment] as const),
      ];
      const frequent = listed.sort(([, a], [, b]) => a - b).slice(0, MOST_LISTED);
      return {
        field,
        method,
        levels: levels.map(({ from, evidence }) => ({ from: from / 10_000, bits: evidence / 1_000 })),
        frequent: frequent.map(([value, adjustment]) => ({
          value: withValues ? value : null,
          bits: adjustment / 1_000,
        })),
        others: (frequencies?.others ?? 0) / 1_000,
        listed: listed.length,
      };
    }),
  };
}
