import { z } from 'zod';
import { Refusal } from './refusal.js';

const count = (largest: number) =>
  z.coerce
    .number({ error: 'expected a number' })
    .int({ error: 'expected a whole number' })
    .min(1, { error: 'expected 1 or more' })
    .max(largest, { error: `expected at most ${largest}` });

/** Query of `suspectedPairs`; other keys are ignored. */
export const suspectedPairsQuerySchema = z.object({
  objectType: z.string().min(1, { error: 'expected the name of an object' }).max(80).optional(),
  pageSize: count(1_000).default(50),
  page: count(1_000_000).default(1),
});

/** Query of `history`; other keys are ignored. */
export const historyQuerySchema = suspectedPairsQuerySchema.omit({ objectType: true });

/** Query of `records`; other keys are ignored. */
export const recordsQuerySchema = z.object({
  objectType: z.string({ error: 'expected the name of an object' }).min(1).max(80),
});

/** More names than any object has fields. */
const MOST_FIELDS = 2_000;

/** Query of one record; other keys are ignored. */
export const recordQuerySchema = z.object({
  fields: z
    .string()
    .min(1, { error: 'expected names of fields, separated by commas' })
    .transform((names) => names.split(',', MOST_FIELDS + 1))
    .refine((names) => names.length <= MOST_FIELDS, { error: `expected at most ${MOST_FIELDS} names` })
    .optional(),
});

/**
 * Reads the query string of an address.
 *
 * @throws Refusal 400 naming the parameter
 */
export function parseQuery<S extends z.ZodType>(schema: S, url: string): z.output<S> {
  const at = url.indexOf('?');
  const parameters = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  const values = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (values.has(name)) throw invalid(`${name.slice(0, 80)}: stands twice`);
    values.set(name, value);
  }
  const result = schema.safeParse(Object.fromEntries(values));
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw invalid(`${issue.path.join('.')}: ${issue.message}`);
}

function invalid(message: string): Refusal {
  return new Refusal(400, 'INVALID_QUERY_PARAMETER', [message]);
}
