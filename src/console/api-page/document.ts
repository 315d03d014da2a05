import { call } from '../api/call.js';

/** The part of the OpenAPI document that the page shows. */
export interface ShownParameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: { readonly default?: unknown; readonly enum?: readonly unknown[] };
  readonly example?: unknown;
}

interface Media {
  readonly schema?: { readonly $ref?: string };
  readonly example?: unknown;
}

export interface ShownOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ShownParameter[];
  readonly body: (Media & { readonly type: string }) | undefined;
  readonly answers: readonly {
    readonly status: string;
    readonly description: string;
    readonly example: unknown;
    readonly schema: unknown;
  }[];
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly summary?: string;
            readonly description?: string;
            readonly tags?: readonly string[];
            readonly parameters?: readonly ShownParameter[];
            readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
            readonly responses: Readonly<
              Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Media>> }>
            >;
          }
        >
      >
    >
  >;
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> };
}

const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** All operations in the order of the document. */
export async function operations(signal: AbortSignal): Promise<readonly ShownOperation[]> {
  const { paths, components } = (await call('openapi', { signal })) as unknown as OpenApi;
  const schemaOf = (media: Media | undefined): unknown => {
    const name = media?.schema?.$ref?.split('/').at(-1);
    return name === undefined ? media?.schema : components?.schemas?.[name];
  };
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([verb]) => VERBS.has(verb))
      .map(([verb, operation]): ShownOperation => {
        const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
        return {
          id: operation.operationId,
          method: verb.toUpperCase(),
          path,
          tag: operation.tags?.[0] ?? '',
          summary: operation.summary ?? '',
          description: operation.description ?? '',
          parameters: operation.parameters ?? [],
          body:
            type === undefined || media === undefined
              ? undefined
              : { ...media, type, schema: schemaOf(media) as object },
          answers: Object.entries(operation.responses).map(([status, { description, content }]) => {
            const answer = Object.values(content ?? {})[0];
            return { status, description, example: answer?.example, schema: schemaOf(answer) };
          }),
        };
      }),
  );
}

/** Whether it may be tried out with the session: nothing that hands out what lets one in. */
export function isTried({ tag, method }: ShownOperation): boolean {
  return tag !== 'Login' || method === 'GET';
}

/** The address of a request, with what was typed for its parameters. */
export function addressFor(operation: ShownOperation, values: Readonly<Record<string, string>>): string {
  const path = operation.path.replaceAll(/\{(\w{1,80})\}/g, (whole, name: string) => {
    const value = values[name] ?? '';
    return value === '' ? whole : encodeURIComponent(value);
  });
  const query = operation.parameters
    .filter((one) => one.in === 'query' && (values[one.name] ?? '') !== '')
    .map(({ name }): [string, string] => [name, values[name]!]);
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The request as a command for a shell, with a placeholder for the token. */
export function curlFor({ method, body }: ShownOperation, address: string, text: string): string {
  const quoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`;
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(location.origin + address)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...(body === undefined ? [] : [`-H ${quoted(`Content-Type: ${body.type}`)}`, `--data ${quoted(text)}`]),
  ].join(' \\\n  ');
}

export const pretty = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
