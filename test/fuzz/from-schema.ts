import fc from 'fast-check';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly maxItems?: number;
}

export interface FromSchema {
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** Values that most properties of this name are drawn from. */
  readonly hints: ReadonlyMap<string, fc.Arbitrary<unknown>>;
  /** Keys of maps. */
  readonly key: fc.Arbitrary<string>;
  /** Values for parts without a schema. */
  readonly any: fc.Arbitrary<unknown>;
}

/** Generates values that match a JSON Schema. Supports the keywords that the service's schemas use. */
export function fromSchema(schema: JsonSchema, options: FromSchema): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) {
    const target = options.components[schema.$ref.replace('#/components/schemas/', '')];
    if (target === undefined) throw new Error(`no schema ${schema.$ref}`);
    return fromSchema(target, options);
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((one) => fromSchema(one, options)));
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  switch (type) {
    case 'object':
      return objectOf(schema, options);
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, options), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
    case 'string':
      return fc.string({ unit: 'grapheme', maxLength: 40 });
    case 'integer':
      return fc.integer();
    case 'number':
      return fc.double({ noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return options.any;
  }
}

function objectOf(schema: JsonSchema, options: FromSchema): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) {
    const { additionalProperties: values = true } = schema;
    return fc.dictionary(options.key, typeof values === 'object' ? fromSchema(values, options) : options.any, {
      maxKeys: 6,
    });
  }
  const model = Object.fromEntries(
    properties.map(([name, property]) => {
      const fitting = fromSchema(property, options);
      const hint = options.hints.get(name);
      return [name, hint === undefined ? fitting : fc.oneof({ weight: 4, arbitrary: hint }, fitting)];
    }),
  );
  return fc.record(model, { requiredKeys: [...(schema.required ?? [])] });
}
