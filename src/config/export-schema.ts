import { z } from 'zod';

/**
 * The parts of the product's configuration export that are used here. Everything else is kept by the loose objects, so that it can be reported.
 * Source: the export that the product publishes as an example.
 */
const name = z.string().min(1).max(255);

const exportedField = z.looseObject({
  field: name,
  matchMethod: name,
  weight: z.number().gt(0).max(1000),
});

const exportedScenario = z.looseObject({
  name,
  threshold: z.number().min(1).max(100),
  onDataApi: z.boolean().nullish(),
  onApi: z.boolean().nullish(),
  fields: z.array(exportedField).min(1).max(50),
});

const exportedCrossObject = z.looseObject({ objectFrom: name, fieldFrom: name, objectTo: name, fieldTo: name });

const exportedObject = z.looseObject({
  objectName: name,
  objectPrefix: z.string().length(3).nullish(),
  crossObject: z.boolean().nullish(),
  scenarios: z.array(exportedScenario).max(1000).nullish(),
  crossObjects: z.array(exportedCrossObject).max(10_000).nullish(),
  resultFields: z
    .array(z.looseObject({ order: z.number(), field: name }))
    .max(1000)
    .nullish(),
});

export const exportSchema = z.looseObject({ objects: z.array(exportedObject).min(1).max(1000) });

export type ExportedObject = z.output<typeof exportedObject>;
export type ExportedScenario = z.output<typeof exportedScenario>;
