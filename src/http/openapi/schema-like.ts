import { z } from 'zod';

/** Infers a schema from an example. `given` adds descriptions and the types of empty lists and `null`. */
export function schemaLike(
  example: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, z.ZodType>> = {},
): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(Object.entries(example).map(([name, value]) => [name, given[name] ?? kindOf(name, value)])),
  );
}

function kindOf(name: string, value: unknown): z.ZodType {
  if (typeof value === 'string') return z.string();
  if (typeof value === 'boolean') return z.boolean();
  if (Number.isInteger(value)) return z.int();
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return schemaLike(value as Record<string, unknown>);
  throw new Error(`likeness: the type of ${name} cannot be inferred from the example`);
}
