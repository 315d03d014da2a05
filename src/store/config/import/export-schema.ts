import { z } from 'zod';

/**
 * The parts of the product's configuration export that we import. The schema allows other keys, so that they can be
 * reported. Source: the example export that the product publishes.
 */
const name = z.string().min(1).max(255);

export const exportedField = z.looseObject({
  field: name,
  matchMethod: name,
  matchConfig: z.unknown().optional(),
  weight: z.number().gt(0).max(1000),
  frequentList: z.string().max(255).nullish(),
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
});

export const exportSchema = z.looseObject({ objects: z.array(exportedObject).min(1).max(1000) });

export type Exported = z.output<typeof exportSchema>;
export type ExportedObject = z.output<typeof exportedObject>;
export type ExportedScenario = z.output<typeof exportedScenario>;
export type ExportedField = z.output<typeof exportedField>;
