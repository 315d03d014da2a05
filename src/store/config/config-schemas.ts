import { z } from 'zod';
import { builtinScenarios } from '../../matching/builtin-scenarios.js';
import { scenarioParts, scenarioDefinitionSchema, type ScenarioDefinition } from '../../matching/scenario-schema.js';
import { objectDefinitionsSchema } from '../../records/object-schema.js';
import { settingsSchema } from './settings-schema.js';
import { inboundSchema } from './inbound-schema.js';
import { webhooksSchema } from './webhook-settings.js';
import { survivorshipSchema } from './survivorship-schema.js';

const fieldName = z.string().min(1).max(80);
const builtinById = new Map(builtinScenarios.map((definition) => [definition.id, definition]));

/** Changes parts of a built-in scenario. Other parts follow the program's version. Only this form has no `object`. */
const changedBuiltinSchema = z
  .strictObject({
    id: z.enum([...builtinById.keys()]).describe('A built-in scenario'),
    ...z.object(scenarioParts).partial().shape,
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
