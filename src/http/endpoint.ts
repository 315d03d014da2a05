import type { Request } from 'express';
import type { z } from 'zod';
import type { Client } from '../service/auth/client.js';
import type { Scope } from '../service/auth/scopes.js';
import type { ApiUsage } from './api-usage.js';
import type { AppParts, Documentation } from './app-context.js';
import type { RateLimit } from './rate-limit.js';
import type { ServiceStates } from './server/service-state.js';
import type { Answer } from './response/answer.js';

/**
 * How an endpoint is called. A `request` comes directly from the client. An `inner` call is made by another request and
 * counted separately. A `part` is made by another request and counted with it.
 */
export type Way = 'request' | 'inner' | 'part';

interface Authorized {
  readonly client: Client;
  /** Context that is limited to the client's objects. */
  readonly context: AppContext;
}

/**
 * Checks token, license, rate, scope and objects, in this order. Called for each inner request too, because the client
 * may have been revoked in the meantime. @param request the outer request @throws RequestError 401, 403, 503
 */
export type Authorize = (
  request: Request,
  endpoint: Pick<Endpoint, 'scope' | 'about' | 'path'>,
  way: Way,
) => Promise<Authorized>;

export interface AppContext extends AppParts {
  readonly states: ServiceStates;
  readonly documentation: (request: Request) => Documentation;
  readonly apiUsage: ApiUsage;
  readonly rateLimit: RateLimit;
  readonly authorize: Authorize;
  readonly endpoints: ReadonlyMap<string, Endpoint>;
}

/** Tags, in the order of the documentation page. */
export const TAGS = [
  { name: 'Duplicates', description: 'Upsert with duplicate detection, search, and explanations of matches' },
  { name: 'Login', description: 'Access tokens, logins and identity' },
  { name: 'Records', description: 'Individual records and their objects' },
  { name: 'Files', description: 'Import, dry run and cleaning of files with records' },
  { name: 'History', description: 'History and undo' },
  { name: 'Administration', description: 'Remote configuration' },
  { name: 'Operations', description: 'Health, metrics and this documentation' },
] as const;

export interface PathParameter {
  readonly description: string;
  /** Regular expression that the segment must match, shown in the documentation. */
  readonly pattern?: string;
  /** Regular expression that replaces `pattern` for matching but is not documented. */
  readonly match?: string;
}

interface Body<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  readonly example: unknown;
  /** Default: `application/json`. Only JSON is parsed and validated for the handler. */
  readonly type?: string;
  /** Whether the handler reads the body itself. */
  readonly isRaw?: boolean;
}

export interface ResponseOptions {
  readonly description: string;
  /** Schema of the body: a named zod schema or a JSON Schema. If absent, a body with a `type` is a string. */
  readonly schema?: z.ZodType | Readonly<Record<string, unknown>>;
  readonly type?: string;
  readonly example?: unknown;
  readonly headers?: object;
  readonly links?: object;
}

export interface Exchange<B = unknown, Q = unknown, C = Client | undefined> {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly body: B;
  readonly query: Q;
  /** Client that the token belongs to. Absent if the endpoint needs no token. */
  readonly client: C;
}

/**
 * Decides whether a client that is limited to some objects may call an endpoint. An `object` endpoint handles records
 * of one object, or lists the objects visible to the client. An `all` endpoint concerns the whole service and rejects
 * such clients. A `nothing` endpoint returns neither records nor configuration.
 */
type About = 'object' | 'all' | 'nothing';

/** One method of one path. Routes, checks, documentation and the fuzzer's requests are derived from these options. */
export interface EndpointOptions<
  B extends z.ZodType,
  Q extends z.ZodType,
  S extends Scope | undefined,
  A,
  P extends Readonly<Record<string, PathParameter>> = Readonly<Record<string, PathParameter>>,
  R extends Readonly<Record<number, ResponseOptions>> = Readonly<Record<number, ResponseOptions>>,
> {
  readonly tag: (typeof TAGS)[number]['name'];
  /** Label in metrics and audit log. Default: see `labelOf`. All endpoints of a path share one label. */
  readonly route?: string;
  /** If set, the caller needs a token, an API license and this scope. */
  readonly scope?: S;
  /** Enforced in `serve-route.ts`. Object limits apply only to endpoints with a scope. */
  readonly about: S extends Scope ? About : 'nothing';
  /**
   * Whether the handler itself writes the audit entry, with Ids. Default: the request is audited if its scope is
   * audited.
   */
  readonly isAuditedInside?: true;
  /** Authentication of an endpoint without a scope: a token of any client, or optional HTTP Basic. Default: none. */
  readonly login?: A;
  /** Path of the protected resource metadata (RFC 9728), which a 401 response names. */
  readonly resourceMetadata?: string;
  /** A sentence without a final period. */
  readonly summary: string;
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  /** Headers that the endpoint reads, as JSON Schemas with `description`. */
  readonly headers?: Readonly<Record<string, { readonly description: string } & Record<string, unknown>>>;
  readonly body?: Body<B>;
  readonly responses: R;
  /**
   * Additional statuses that return the platform's error array. 405 is always documented. A scope adds 400, 401, 403,
   * 500 and 503. A query adds 400. A JSON body adds 400, 413 and 415.
   */
  readonly errors?: readonly number[];
  /** Whether the request changes records, so that only the deciding node may handle it. */
  readonly decides?: boolean;
  readonly handle: (
    exchange: Exchange<z.output<B>, z.output<Q>, S extends Scope ? Client : A extends 'token' ? Client : undefined>,
    context: AppContext,
  ) => Answer | Promise<Answer>;
}

export interface Endpoint extends Omit<
  EndpointOptions<z.ZodType, z.ZodObject, Scope | undefined, 'token' | 'basic' | undefined>,
  'handle' | 'about'
> {
  /** Unique operation Id in OpenAPI. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{product}` is the configured `/services/<rest segment>/<product segment>`. Other names in braces are `params`. */
  readonly path: string;
  readonly about: About;
  readonly handle: (exchange: Exchange, context: AppContext) => Answer | Promise<Answer>;
}

/** Returns the label in metrics and audit log. */
export const labelOf = ({ path, route }: Pick<Endpoint, 'path' | 'route'>): string =>
  route ?? path.replace(/^\{product\}\/(?:dc3Api\/)?(?:admin\/)?/, '');

// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- the object is empty
export type Nothing = Record<never, never>;

/** Types that a client sends and receives. `src/extensions/api.ts` derives the clients' types from them. */
export interface Wire<Id extends string, P, Q, B, Answer> {
  readonly id: Id;
  readonly wire?: { readonly params: P; readonly query: Q; readonly body: B; readonly answer: Answer };
}

type AnswerOf<R> = { [Status in keyof R]: Status extends 200 | 201 | 202 ? BodyOf<R[Status]> : never }[keyof R];
type BodyOf<O> = O extends { readonly schema: infer S extends z.ZodType } ? z.output<S> : string;

/** Declares the only response of an endpoint, apart from errors. */
export const ok = <const O extends ResponseOptions>(options: O): { readonly 200: O } => ({ 200: options });

/** Declares an endpoint whose handler is type-checked against its schemas. */
export function endpoint<
  const Id extends string,
  const R extends Readonly<Record<number, ResponseOptions>>,
  const P extends Readonly<Record<string, PathParameter>> = Nothing,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodObject = z.ZodObject<Nothing>,
  S extends Scope | undefined = undefined,
  A extends 'token' | 'basic' | undefined = undefined,
>(
  id: Id,
  method: Endpoint['method'],
  path: string,
  options: EndpointOptions<B, Q, S, A, P, R>,
): Endpoint & Wire<Id, Readonly<Record<keyof P, string>>, z.input<Q>, z.input<B>, AnswerOf<R>> {
  return { ...options, id, method, path } as unknown as ReturnType<typeof endpoint<Id, R, P, B, Q, S, A>>;
}
