import { z } from 'zod';
import type { MadeChange } from '../../service/config/part-editing.js';
import type { KeptVersion } from '../../service/config/part-versions.js';
import { originOf, versionOf } from '../../store/config/scenario-definition.js';
import { editedScenarioSchema } from '../../matching/scenario-schema.js';
import type { TrainedOn } from '../../matching/model-schema.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import { earlierShape, partVersion, savedShape, shownEarlier } from './edited-part.js';

/** Maximum number of common values shown per field of a learned scenario. */
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
    version: partVersion,
    origin: z.enum(['builtIn', 'changed', 'configured']).describe('Built in, built in and changed, or configured'),
    isLearned: z.boolean().describe('Whether the scenario has a learned model'),
  })
  .meta({ id: 'ScenarioDefinition' });

export const modelSchema = z
  .strictObject({
    prior: z.number().describe('Log2 odds that two randomly chosen records match'),
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
          .array(z.strictObject({ from: z.number().describe('Minimum similarity, from 0 to 1'), bits: z.number() }))
          .describe('Evidence in bits by similarity level, from most to least similar'),
        frequent: z
          .array(
            z.strictObject({
              value: z
                .string()
                .nullable()
                .describe('Null if only the digest is known, or the client lacks the scope read'),
              bits: z.number(),
            }),
          )
          .describe('The most common normalised values, with the negative adjustment for agreement on each value'),
        others: z.number().describe('Adjustment in bits for agreement on a value that is not listed'),
        listed: z.int().describe('Number of listed values'),
      }),
    ),
  })
  .describe('The model of a learned scenario')
  .meta({ id: 'ShownModel' });

export const savedSchema = z
  .strictObject({
    saved: shownSchema.nullable().describe('The scenario in use. Null if it was deleted'),
    ...savedShape,
  })
  .meta({ id: 'SavedScenario' });

export const versionSchema = z
  .strictObject({
    ...earlierShape,
    scenario: editedScenarioSchema.nullable().describe('Definition, or null if it did not exist'),
  })
  .meta({ id: 'ScenarioVersion' });

export function shown(definition: ScenarioDefinition): z.output<typeof shownSchema> {
  const { model, ...scenario } = definition;
  return { scenario, version: versionOf(definition)!, origin: originOf(definition), isLearned: model !== undefined };
}

export function shownSaved({ value, rebuilt, warnings }: MadeChange<ScenarioDefinition>): z.output<typeof savedSchema> {
  return {
    saved: value === undefined ? null : shown(value),
    rebuilt: [...rebuilt],
    warnings: warnings.map(({ message }) => message),
  };
}

export function shownVersion(kept: KeptVersion): z.output<typeof versionSchema> {
  return { ...shownEarlier(kept), scenario: kept.definition && shown(kept.definition).scenario };
}

const shownTraining = ({ records, expectedPairs, expectedPrecision, expectedRecall }: TrainedOn) => ({
  ...{ records, expectedPairs, expectedPrecision, expectedRecall },
});

/** @param withValues whether to include common values, which occur in stored records */
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
