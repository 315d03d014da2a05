import type { z } from 'zod';
import { HttpError } from '../response/http-error.js';

/** Unknown keys are ignored. @throws HttpError 400 naming the parameter */
export function parseQuery<S extends z.ZodType>(schema: S, url: string): z.output<S> {
  const at = url.indexOf('?');
  const parameters = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  const values = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (values.has(name)) throw invalid(`${name.slice(0, 80)}: is repeated`);
    values.set(name, value);
  }
  const result = schema.safeParse(Object.fromEntries(values));
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw invalid(`${issue.path.join('.')}: ${issue.message}`);
}

function invalid(message: string): HttpError {
  return new HttpError(400, 'INVALID_QUERY_PARAMETER', [message]);
}
