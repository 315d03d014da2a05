type Json = Readonly<Record<string, unknown>>;
interface Document {
  readonly info: object;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

/** Keywords that OpenAPI 3.0 does not define and client generators do not need. */
const UNKNOWN = new Set(['$schema', 'propertyNames', 'examples', 'contentEncoding', 'contentMediaType']);
const REFERENCE = '#/components/schemas/';

/** Converts a document to OpenAPI 3.0, the newest version that many client generators support. */
export function inVersion30(document: Document): object {
  const info = { ...document.info, license: { name: 'MIT', url: 'https://opensource.org/license/mit' } };
  const { schemas } = document.components;
  return { ...(converted(document, schemas) as object), openapi: '3.0.3', info };
}

function converted(value: unknown, schemas: Document['components']['schemas']): unknown {
  if (Array.isArray(value)) return value.map((one) => converted(one, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(asIn30(value as Json, schemas)).filter(([key]) => !UNKNOWN.has(key));
  return Object.fromEntries(
    entries.map(([key, one]) => {
      // Examples are values and property names are not keywords, so both are left unchanged.
      if (key === 'example') return [key, one];
      return [key, key === 'properties' ? mapped(one as Json, schemas) : converted(one, schemas)];
    }),
  );
}

function mapped(properties: Json, schemas: Document['components']['schemas']): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, converted(one, schemas)]));
}

/** Converts a schema to OpenAPI 3.0. Objects that are not schemas are unchanged. */
function asIn30(schema: Json, schemas: Document['components']['schemas']): Json {
  const { $ref, type, anyOf, oneOf, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  if (typeof $ref === 'string') return Object.keys(schema).length > 1 ? { ...rest, allOf: [{ $ref }] } : schema;
  const choices = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
  if (choices !== undefined) return choiceIn30(schema, choices as Json[], schemas);
  if (Array.isArray(type))
    return choiceIn30(
      rest,
      (type as string[]).map((each) => ({ type: each })),
      schemas,
    );
  if (type === 'null') return { ...rest, type: 'string', nullable: true };
  if ('const' in schema && typeof type === 'string') {
    const { const: only, ...others } = schema;
    return { ...others, enum: [only] };
  }
  if (typeof exclusiveMinimum !== 'number' && typeof exclusiveMaximum !== 'number') return schema;
  return {
    ...{ ...rest, type },
    ...(typeof exclusiveMinimum === 'number' && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(typeof exclusiveMaximum === 'number' && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
  };
}

/** Converts choices with lists, maps, or several schemas and `null`, for which generators cannot create a class. */
function choiceIn30(schema: Json, choices: readonly Json[], schemas: Document['components']['schemas']): Json {
  const { default: usual, ...known } = schema;
  const rest = Object.fromEntries(Object.entries(known).filter(([key]) => key !== 'anyOf' && key !== 'oneOf'));
  const given = usual !== undefined && typeof usual !== 'object' ? { ...rest, default: usual } : rest;
  const [only, ...others] = choices.filter(({ type }) => type !== 'null');
  const isNullable = others.length + 1 < choices.length;
  if (others.length > 0) {
    const isNameless = ({ type, properties }: Json) =>
      type === 'array' || (type === 'object' && properties === undefined);
    const isAny = isNullable || [only!, ...others].some(isNameless);
    return isAny ? given : { ...given, anyOf: [only, ...others] };
  }
  const { $ref } = only!;
  if (typeof $ref !== 'string') return { ...asIn30(only!, schemas), ...given, nullable: isNullable };
  const { type } = schemas[$ref.slice(REFERENCE.length)] ?? {};
  return { ...given, ...(typeof type === 'string' && { type, nullable: isNullable }), allOf: [only] };
}
