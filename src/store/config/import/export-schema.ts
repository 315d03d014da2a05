import { z } from 'zod';
import { EVIDENCE_IN_SEARCH } from '../../../matching/scenario.js';
import { ON_DUPLICATE } from '../../../records/on-duplicate.js';
import type { BlankRule } from '../../../matching/scenario.js';
import { objectDefinitionSchema } from '../../../records/object-schema.js';
import { modelSchema } from '../model-schema.js';
import { contradictionsSchema } from '../config-schemas.js';

/**
 * The parts of the product's configuration export that are used here. The objects are loose, so that unknown keys can
 * be reported. Source: the example export that the product publishes. Our own exports add the keys called `likeness`.
 */
const name = z.string().min(1).max(255);

export const exportedField = z.looseObject({
  field: name,
  matchMethod: name,
  matchConfig: z.unknown().optional(),
  weight: z.number().gt(0).max(1000),
  frequentList: z.string().max(255).nullish(),
  likeness: z
    .strictObject({
      field: z.string().min(1).max(500),
      method: name,
      blank: z.enum(['mismatch', 'ignore'] satisfies BlankRule[]).optional(),
    })
    .optional(),
});

export const exportedScenario = z.looseObject({
  id: name.nullish(),
  scenarioId: name.nullish(),
  aliases: z.array(name).max(100).nullish(),
  name,
  threshold: z.number().min(1).max(100),
  onDataApi: z.boolean().nullish(),
  onApi: z.boolean().nullish(),
  fields: z.array(exportedField).min(1).max(50),
  likeness: z
    .strictObject({
      minimumEvidence: z.number().min(0).max(1).optional(),
      evidenceInSearch: z.enum(EVIDENCE_IN_SEARCH).optional(),
      onDuplicate: z.enum(ON_DUPLICATE).optional(),
      contradictions: contradictionsSchema.optional(),
      scoreMethod: z.enum(['weighted', 'probabilistic']).optional(),
      model: modelSchema.optional(),
    })
    .optional(),
});

export const exportedCrossObject = z.looseObject({ objectFrom: name, fieldFrom: name, objectTo: name, fieldTo: name });

export const exportedResultField = z.looseObject({ order: z.number(), field: name });

export const exportedObject = z.looseObject({
  objectName: name,
  objectPrefix: z.string().max(255).nullish(),
  crossObject: z.boolean().nullish(),
  scenarios: z.array(exportedScenario).max(1000).nullish(),
  crossObjects: z.array(exportedCrossObject).max(10_000).nullish(),
  resultFields: z.array(exportedResultField).max(1000).nullish(),
  likeness: z
    .strictObject({
      definition: objectDefinitionSchema.optional(),
      enabledMaps: z.array(name).max(1000).optional().describe('Objects to which the cross-object map is enabled'),
    })
    .optional(),
});

const frequentWords = z.record(z.string().regex(/^[a-z0-9-]{1,60}$/), z.array(z.string().min(1).max(255)).max(100_000));

export const exportSchema = z.looseObject({
  objects: z.array(exportedObject).min(1).max(1000),
  likeness: z.strictObject({ frequentWords: frequentWords.optional() }).optional(),
});

export type Exported = z.output<typeof exportSchema>;
export type ExportedObject = z.output<typeof exportedObject>;
export type ExportedScenario = z.output<typeof exportedScenario>;
export type ExportedField = z.output<typeof exportedField>;
