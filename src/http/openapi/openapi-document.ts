import { z } from 'zod';
import type { Settings } from '../../config/configuration.js';
import { TAGS, type Endpoint } from '../endpoint.js';
import { platformErrorsSchema } from '../response/http-error.js';
import { nameOf, operationOf, type JsonSchema, type Operation } from './operation.js';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  readonly servers: { url: string; description: string }[];
  readonly security: Record<string, string[]>[];
  readonly tags: readonly { name: string; description: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, unknown> };
}

/** The address of an endpoint as it is configured, with `{name}` for what varies. */
export function pathOf(
  { path }: Pick<Endpoint, 'path'>,
  settings: Pick<Settings, 'restSegment' | 'productSegment'>,
): string {
  return path.replace('{product}', `/services/${settings.restSegment}/${settings.productSegment}`);
}

/**
 * OpenAPI 3.1 of the endpoints at their configured addresses; every schema comes from the zod schema that the code
 * uses.
 */
export function openApiDocument(
  settings: Pick<Settings, 'restSegment' | 'productSegment' | 'instanceUrl'>,
  endpoints: readonly Endpoint[],
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of endpoints)
    (paths[pathOf(endpoint, settings)] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint);
  // Requests are described as they may be sent, answers as they come: they differ where optional keys may be `null`.
  const requests = endpoints.flatMap(({ body }) => body?.schema ?? []);
  const answers = endpoints.flatMap(({ responses }) => Object.values(responses).map(({ schema }) => schema));
  const named = [platformErrorsSchema, ...answers.filter((schema) => schema instanceof z.ZodType)];
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
    security: [{ bearer: [] }, { session: [] }],
    tags: TAGS,
    paths,
    components: {
      schemas: { ...componentsOf(requests, 'input'), ...componentsOf(named, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Access token of the token endpoint' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'likeness-8080',
          description:
            'Session of a browser, named after the port (__Host-likeness-... with TLS); everything but GET needs X-CSRF-Token too',
        },
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
  for (const schema of new Set(schemas)) {
    const name = nameOf(schema);
    const { $defs, $ref, ...own } = z.toJSONSchema(schema, { io }) as Record<string, unknown>;
    const definitions = ($defs ?? {}) as Record<string, JsonSchema>;
    // A schema that contains itself comes as a reference to its own definition.
    if ($ref === undefined) components[name] = relocate(own);
    for (const [id, definition] of Object.entries(definitions)) components[id] ??= relocate(definition);
    if (components[name] === undefined) throw new Error(`likeness: no definition of ${name}`);
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
      return withoutTuple(withoutTypeList(value));
    }),
  ) as JsonSchema;
}

function isStringNames(key: string, value: unknown): boolean {
  return key === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}';
}

/** A list of so many elements is understood everywhere, one with a type for each place is not. */
function withoutTuple(value: unknown): unknown {
  const { prefixItems, items, ...rest } = (value ?? {}) as { prefixItems?: unknown; items?: unknown };
  if (!Array.isArray(prefixItems)) return value;
  const types = [...new Set(prefixItems.map((item) => JSON.stringify(item)))].map(
    (text) => JSON.parse(text) as unknown,
  );
  const length = prefixItems.length;
  return {
    ...rest,
    items: types.length === 1 ? types[0] : { anyOf: types },
    minItems: length,
    ...((items === undefined || items === false) && { maxItems: length }),
  };
}

/** Lists of two, the second of which is `null`, are understood everywhere. */
function withoutTypeList(value: unknown): unknown {
  const { type, ...rest } = (value ?? {}) as { type?: unknown };
  if (!Array.isArray(type) || type.length < 3) return value;
  return { ...rest, oneOf: type.map((one) => ({ type: one as string })) };
}
