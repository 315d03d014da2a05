import { z } from 'zod';
import { SCOPES } from '../../service/auth/scopes.js';
import { version } from '../../runtime/version.js';
import type { Settings } from '../../store/config/configuration.js';
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

export function pathOf(
  { path }: Pick<Endpoint, 'path'>,
  settings: Pick<Settings, 'restSegment' | 'productSegment'>,
): string {
  return path.replace('{product}', `/services/${settings.restSegment}/${settings.productSegment}`);
}

/** URLs of the service, as the caller sees them. */
export interface Whereabouts {
  readonly url: string;
  readonly cookie: string;
}

/** Builds the OpenAPI 3.1 document of the endpoints at their configured paths, from their zod schemas. */
export function openApiDocument(
  settings: Pick<Settings, 'restSegment' | 'productSegment'>,
  endpoints: readonly Endpoint[],
  { url, cookie }: Whereabouts,
): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of endpoints)
    (paths[pathOf(endpoint, settings)] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint);
  // Request and response schemas differ where optional keys can be `null`.
  const requests = endpoints.flatMap(({ body }) => body?.schema ?? []);
  const answers = endpoints.flatMap(({ responses }) => Object.values(responses).map(({ schema }) => schema));
  const named = [platformErrorsSchema, ...answers.filter((schema) => schema instanceof z.ZodType)];
  return withNamesOfTheirOwn({
    openapi: '3.1.0',
    info: {
      title: 'Likeness',
      version,
      description:
        'Duplicate-aware upsert and duplicate search. Every endpoint requires an access token and an API license.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url, description: 'This service' }],
    security: [{ bearer: [] }, { oauth2: [] }, { session: [] }],
    tags: TAGS,
    paths,
    components: {
      schemas: { ...componentsOf(requests, 'input'), ...componentsOf(named, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Access token from the token endpoint' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookie,
          description: 'Browser session. All methods except GET also require X-CSRF-Token',
        },
        oauth2: {
          type: 'oauth2',
          description: 'Access token, with the supported login flows',
          flows: {
            clientCredentials: { tokenUrl: `${url}/services/oauth2/token`, scopes: SCOPE_NAMES },
            authorizationCode: {
              authorizationUrl: `${url}/services/oauth2/authorize`,
              tokenUrl: `${url}/services/oauth2/token`,
              scopes: SCOPE_NAMES,
            },
          },
        },
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'Client Id and client secret, accepted by the token endpoint only',
        },
      },
    },
  });
}

const SCOPE_NAMES = Object.fromEntries(SCOPES.map((scope) => [scope, `Endpoints with the scope ${scope}`]));

/** Makes names unique, because client generators may create classes and functions in one file. */
function withNamesOfTheirOwn(document: OpenApiDocument): OpenApiDocument {
  const operations = new Set(
    Object.values(document.paths).flatMap((verbs) =>
      Object.values(verbs).map(({ operationId }) => operationId.toLowerCase()),
    ),
  );
  const named = (name: string) => (operations.has(name.toLowerCase()) ? `${name}Body` : name);
  const text = JSON.stringify(document).replaceAll(
    /"#\/components\/schemas\/(\w+)"/g,
    (_, name: string) => `"#/components/schemas/${named(name)}"`,
  );
  const shown = JSON.parse(text) as OpenApiDocument;
  const schemas = Object.entries(shown.components.schemas).map(([name, schema]) => [named(name), schema] as const);
  return { ...shown, components: { ...shown.components, schemas: Object.fromEntries(schemas) } };
}

/** Collects the schemas and all schemas that they refer to, by declared name. */
function componentsOf(schemas: readonly z.ZodType[], io: 'input' | 'output'): Record<string, JsonSchema> {
  const components: Record<string, JsonSchema> = {};
  for (const schema of new Set(schemas)) {
    const known = writtenAs[io].get(schema) ?? definitionsOf(schema, io);
    writtenAs[io].set(schema, known);
    const { [nameOf(schema)]: own, ...more } = known;
    components[nameOf(schema)] = own!;
    for (const [id, definition] of Object.entries(more)) components[id] ??= definition;
  }
  return components;
}

/** JSON Schemas by zod schema. Schemas are constant, so each schema is converted only once. */
const writtenAs = {
  input: new WeakMap<z.ZodType, Record<string, JsonSchema>>(),
  output: new WeakMap<z.ZodType, Record<string, JsonSchema>>(),
};

function definitionsOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, JsonSchema> {
  const name = nameOf(schema);
  const { $defs, $ref, ...own } = z.toJSONSchema(schema, { io }) as Record<string, unknown>;
  const definitions: Record<string, JsonSchema> = {};
  // A recursive schema is converted to a reference to its own definition.
  if ($ref === undefined) definitions[name] = relocate(own, io);
  for (const [id, definition] of Object.entries(($defs ?? {}) as Record<string, JsonSchema>))
    definitions[id] ??= relocate(definition, io);
  if (definitions[name] === undefined) throw new Error(`likeness: no definition of ${name}`);
  return definitions;
}

/** Points references at the components and replaces constructs that client generators do not support. */
function relocate(schema: JsonSchema, io: 'input' | 'output'): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      if (key === '$schema' || isStringNames(key, value)) return undefined;
      if (key === '$id' || key === 'id') return typeof value === 'string' ? undefined : value;
      if (key === '$ref' && typeof value === 'string') return value.replace('#/$defs/', '#/components/schemas/');
      return withoutTuple(withoutTypeList(withoutNullChoice(io === 'input' ? withoutOptionalNull(value) : value)));
    }),
  ) as JsonSchema;
}

function isStringNames(key: string, value: unknown): boolean {
  return key === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}';
}

/** Removes `null` from optional keys, because generators would create a separate type for it. */
function withoutOptionalNull(value: unknown): unknown {
  const { properties, required = [], ...rest } = (value ?? {}) as { properties?: unknown; required?: unknown };
  if (typeof properties !== 'object' || properties === null || !Array.isArray(required)) return value;
  const named = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, schema]) => [name, required.includes(name) ? schema : withoutNull(schema)] as const,
  );
  return { ...rest, properties: Object.fromEntries(named), ...(required.length > 0 && { required }) };
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema as { anyOf?: readonly JsonSchema[]; type?: unknown };
  if (Array.isArray(rest.type) && rest.type.length === 2 && rest.type[1] === 'null')
    return { ...rest, type: rest.type[0] as unknown };
  const kept = anyOf?.filter(({ type }) => type !== 'null');
  if (kept === undefined || kept.length === anyOf!.length) return schema;
  return kept.length === 1 ? { ...kept[0], ...rest } : { ...rest, anyOf: kept };
}

/** Merges a choice between a schema and `null` into a single schema, if possible. */
function withoutNullChoice(value: unknown): unknown {
  const { anyOf, ...rest } = (value ?? {}) as { anyOf?: readonly JsonSchema[] };
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return value;
  const [one, none] = anyOf as JsonSchema[];
  if (none!['type'] !== 'null' || typeof one!['type'] !== 'string' || 'const' in one!) return value;
  const { enum: values } = one as { enum?: readonly unknown[] };
  return { ...one, ...rest, type: [one!['type'], 'null'], ...(values && { enum: [...values, null] }) };
}

/** Replaces a tuple with an array of fixed length, because generators do not support tuples. */
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

/** Replaces a list of types with a choice, except for a type and `null`, which generators support. */
function withoutTypeList(value: unknown): unknown {
  const { type, ...rest } = (value ?? {}) as { type?: unknown };
  if (!Array.isArray(type) || type.length < 3) return value;
  return { ...rest, oneOf: type.map((one) => ({ type: one as string })) };
}
