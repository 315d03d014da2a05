import { z } from 'zod';
import type { Settings } from '../config/configuration.js';
import {
  searchInputSchema,
  searchOutputSchema,
  upsertDataOutputSchema,
  upsertRequestSchema,
} from '../service/contract.js';
import { completed, TAGS } from './openapi-operations.js';
import { openApiPaths, type Paths } from './openapi-paths.js';
import {
  configurationExportSchema,
  downloadedConfigurationSchema,
  explainInputSchema,
  changeSchema,
  explanationSchema,
  healthSchema,
  historySchema,
  identitySchema,
  introspectionSchema,
  jobInputSchema,
  jobStatusSchema,
  objectDescriptionSchema,
  objectsSchema,
  platformErrorsSchema,
  recordSchema,
  refreshedSchema,
  resourcesSchema,
  scenariosSchema,
  submittedJobSchema,
  suspectedPairsSchema,
  tokenErrorSchema,
  tokenFormSchema,
  tokenRequestSchema,
  tokenResponseSchema,
  userInfoSchema,
  versionsSchema,
} from './schemas.js';

type JsonSchema = Record<string, unknown>;

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  readonly servers: { url: string; description: string }[];
  readonly security: Record<string, string[]>[];
  readonly tags: readonly { name: string; description: string }[];
  readonly paths: Paths;
  readonly components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, unknown> };
}

/** Requests are described as they may be sent, answers as they come: the two differ where optional keys may be `null`. */
const REQUESTS = [
  upsertRequestSchema,
  searchInputSchema,
  explainInputSchema,
  tokenRequestSchema,
  tokenFormSchema,
  jobInputSchema,
  configurationExportSchema,
];
const ANSWERS = [
  upsertDataOutputSchema,
  searchOutputSchema,
  explanationSchema,
  suspectedPairsSchema,
  historySchema,
  changeSchema,
  scenariosSchema,
  recordSchema,
  resourcesSchema,
  objectsSchema,
  objectDescriptionSchema,
  versionsSchema,
  healthSchema,
  platformErrorsSchema,
  tokenResponseSchema,
  tokenErrorSchema,
  introspectionSchema,
  userInfoSchema,
  identitySchema,
  submittedJobSchema,
  jobStatusSchema,
  downloadedConfigurationSchema,
  refreshedSchema,
];

/** OpenAPI 3.1 of the service at its configured addresses; every schema comes from the zod schema that is used in the code. */
export function openApiDocument(
  settings: Pick<Settings, 'restSegment' | 'productSegment' | 'bodyLimit' | 'instanceUrl'>,
): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Likeness',
      version: '1.0.0',
      description:
        'Duplicate-aware upsert and duplicate search. Every endpoint needs an access token and an API license.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: settings.instanceUrl ?? '/', description: 'This service' }],
    security: [{ bearer: [] }],
    tags: TAGS,
    paths: completed(openApiPaths(`/services/${settings.restSegment}/${settings.productSegment}`)),
    components: {
      schemas: { ...componentsOf(REQUESTS, 'input'), ...componentsOf(ANSWERS, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Access token of the token endpoint' },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'Client Id and client secret, at the token endpoint only',
        },
      },
    },
  };
}

/** The schemas and those that they refer to, under the names that their definitions give them. */
function componentsOf(schemas: readonly z.ZodType[], io: 'input' | 'output'): Record<string, JsonSchema> {
  const components: Record<string, JsonSchema> = {};
  for (const schema of schemas) {
    const name = z.globalRegistry.get(schema)?.id;
    if (name === undefined) throw new Error('a schema of the API has no name');
    const { $defs, $ref, ...own } = z.toJSONSchema(schema, { io }) as JsonSchema;
    const definitions = ($defs ?? {}) as Record<string, JsonSchema>;
    // A schema that contains itself comes as a reference to its own definition.
    if ($ref === undefined) components[name] = relocate(own);
    for (const [id, definition] of Object.entries(definitions)) components[id] ??= relocate(definition);
    if (components[name] === undefined) throw new Error(`no definition of ${name}`);
  }
  return components;
}

/**
 * Points references at the components of the document, and writes what generators of clients understand: `oneOf` for a
 * list of types, nothing of the names of members, which are strings in any case.
 */
function relocate(schema: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === '$schema' || isStringNames(key, value)) return undefined;
      if (key === '$id' || key === 'id') return typeof value === 'string' ? undefined : value;
      if (key === '$ref' && typeof value === 'string') return value.replace('#/$defs/', '#/components/schemas/');
      return withoutTypeList(value);
    }),
  ) as JsonSchema;
}

function isStringNames(key: string, value: unknown): boolean {
  return key === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}';
}

/** Lists of two, the second of which is `null`, are understood everywhere. */
function withoutTypeList(value: unknown): unknown {
  const { type, ...rest } = (value ?? {}) as { type?: unknown };
  if (!Array.isArray(type) || type.length < 3) return value;
  return { ...rest, oneOf: type.map((one) => ({ type: one as string })) };
}
