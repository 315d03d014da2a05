import { ANSWER_EXAMPLES, REFUSAL_EXAMPLES } from './openapi-examples.js';
import type { Operation, Paths, Response } from './openapi-paths.js';

/** In the order of the page. */
export const TAGS = [
  { name: 'Duplicates', description: 'Upsert with duplicate detection, search, and why records match' },
  { name: 'Login', description: 'Access tokens and who is behind them' },
  { name: 'Records', description: 'Single records and the objects that they belong to' },
  { name: 'History', description: 'What changed, and taking it back' },
  { name: 'Administration', description: 'Configuration from afar' },
  { name: 'Operations', description: 'Health, metrics and this documentation' },
] as const;

type Tag = (typeof TAGS)[number]['name'];

/** The first that fits a path. */
const TAG_OF: readonly [pattern: RegExp, tag: Tag][] = [
  [/\/(dc3DataApi|dc3Api\/search|dc3Api\/explain|scenarios|suspectedPairs)$/, 'Duplicates'],
  [/\/admin\//, 'Administration'],
  [/\/(history|undo)\//, 'History'],
  [/^\/services\/oauth2\/|^\/id\//, 'Login'],
  [/^\/services\//, 'Records'],
  [/./, 'Operations'],
];

/** The operations with their tags, an example of every answer, and, where none is said, a description. */
export function completed(paths: Paths): Paths {
  const verbs = (path: string, operations: Paths[string]) =>
    Object.fromEntries(Object.entries(operations).map(([verb, operation]) => [verb, complete(path, operation)]));
  return Object.fromEntries(Object.entries(paths).map(([path, operations]) => [path, verbs(path, operations)]));
}

function complete(path: string, operation: Operation): Operation {
  const tag = TAG_OF.find(([pattern]) => pattern.test(path))![1];
  const responses = Object.entries(operation.responses).map(([status, response]): [string, Response] => [
    status,
    withExample(response, exampleOf(operation.operationId, status, response)),
  ]);
  return {
    ...operation,
    tags: operation.tags ?? [tag],
    description: operation.description ?? `${operation.summary}.`,
    responses: Object.fromEntries(responses),
  };
}

function exampleOf(operationId: string, status: string, { content }: Response): unknown {
  if (status.startsWith('2')) return ANSWER_EXAMPLES[operationId];
  const { schema } = Object.values(content ?? {})[0] ?? {};
  if (JSON.stringify(schema ?? '').includes('TokenError'))
    return { error: 'invalid_client', error_description: 'invalid client credentials' };
  if (JSON.stringify(schema ?? '').includes('Health')) return { status: 'stopping', writable: true, shed: 0 };
  const refusal = REFUSAL_EXAMPLES[status];
  return refusal && [{ message: refusal[1], errorCode: refusal[0], fields: [] }];
}

function withExample(response: Response, example: unknown): Response {
  if (response.content === undefined || example === undefined) return response;
  const content = Object.entries(response.content).map(([type, media]) => [type, { example, ...media }] as const);
  return { ...response, content: Object.fromEntries(content) };
}
