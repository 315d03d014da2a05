import { z } from 'zod';
import type { ParsedBody } from './json-body.js';
import { shownPath } from './json-path.js';
import { HttpError, notJson } from '../response/http-error.js';

/** Limit on messages per response. Without this limit, a body with 50,000 faults would cause a response of 9 MB. */
const MOST_MESSAGES = 10;
const MOST_KEYS_NAMED = 10;

const TYPE_NAMES = new Map([
  ['string', 'a string'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['null', 'null'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object of field names and values'],
]);

/** Validates a body. @throws HttpError 400 with messages (path, expected and actual value) for the first ten faults */
export function checkEnvelope<S extends z.ZodType>(schema: S, body: ParsedBody): z.output<S> {
  const result = schema.safeParse(body.value);
  if (!result.success) throw notJson(...messages(schema, result.error.issues, body.value));
  if (body.hasProto) restoreProto(result.data, body.value);
  return result.data;
}

/** Validates a query, and ignores unknown keys. @throws HttpError 400 naming the parameter */
export function checkQuery<S extends z.ZodType>(schema: S, values: object): z.output<S> {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw new HttpError(400, 'INVALID_QUERY_PARAMETER', [`${issue.path.join('.')}: ${issue.message}`]);
}

function messages(schema: z.ZodType, issues: readonly z.core.$ZodIssue[], body: unknown): string[] {
  const all: string[] = [];
  for (const issue of issues) {
    if (all.length >= MOST_MESSAGES) break;
    if (issue.code !== 'unrecognized_keys') all.push(`${shownPath(issue.path)}: ${fault(issue, body)}`);
    else {
      const known = knownKeys(schema, issue.path);
      for (const key of issue.keys.slice(0, MOST_KEYS_NAMED))
        all.push(`${shownPath([...issue.path, key])}: unknown key. Known keys: ${known.join(', ')}`);
    }
  }
  return all.slice(0, MOST_MESSAGES);
}

/** Units in which the size of a value is counted. Numbers have no unit. */
const UNITS = new Map([
  ['array', 'elements'],
  ['string', 'characters'],
]);

function fault(issue: z.core.$ZodIssue, body: unknown): string {
  const found = valueAt(body, issue.path);
  switch (issue.code) {
    case 'invalid_type':
      return mismatch([issue.expected], found);
    case 'invalid_union':
      return mismatch(
        issue.errors.flatMap((branch) => branch.map((one) => (one.code === 'invalid_type' ? one.expected : one.code))),
        found,
      );
    case 'too_big':
      return `expected at most ${issue.maximum.toString()} ${UNITS.get(issue.origin) ?? ''}`.trimEnd();
    default:
      return issue.message;
  }
}

function mismatch(expected: readonly string[], found: unknown): string {
  const names = expected.map((type) => TYPE_NAMES.get(type) ?? type);
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)!}` : names[0]!;
  return found === undefined ? `required: expected ${list}` : `expected ${list}, got ${describe(found)}`;
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number out of range';
  return TYPE_NAMES.get(typeof value) ?? typeof value;
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: z.core.$ZodType = inner(schema);
  for (const key of path) {
    if (at instanceof z.ZodObject) at = inner((at.shape as Record<PropertyKey, z.core.$ZodType>)[key]!);
    else if (at instanceof z.ZodArray) at = inner(at.element);
    else return [];
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function inner(schema: z.core.$ZodType): z.core.$ZodType {
  let at = schema;
  for (;;) {
    if (at instanceof z.ZodOptional || at instanceof z.ZodNullable) at = at.unwrap();
    else if (at instanceof z.ZodPipe) at = at.in;
    else return at;
  }
}

/** Restores `__proto__` keys, which zod silently drops, so that they are rejected as unknown fields. */
function restoreProto(checked: unknown, raw: unknown): void {
  const pairs: [unknown, unknown][] = [[checked, raw]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [to, from] = pair as [Record<string, unknown>, Record<string, unknown>];
    for (const key of Object.keys(to)) {
      const sent = from[key];
      if (typeof sent !== 'object' || sent === null) continue;
      if (Object.hasOwn(sent, '__proto__')) to[key] = Object.assign(Object.create(null) as object, sent);
      else pairs.push([to[key], sent]);
    }
  }
}
