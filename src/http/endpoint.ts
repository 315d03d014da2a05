import type { Request } from 'express';
import type { z } from 'zod';
import type { Client } from '../auth/client.js';
import type { Scope } from '../auth/scopes.js';
import type { AppContext } from './app-context.js';
import type { Answer } from './response/answer.js';

/** Sections of the documentation, in the order of the page. */
export const TAGS = [
  { name: 'Duplicates', description: 'Upsert with duplicate detection, search, and why records match' },
  { name: 'Login', description: 'Access tokens and who is behind them' },
  { name: 'Records', description: 'Single records and the objects that they belong to' },
  { name: 'Files', description: 'Files of records: imports, trials and cleaning beside the service' },
  { name: 'History', description: 'What changed, and taking it back' },
  { name: 'Administration', description: 'Configuration from afar' },
  { name: 'Operations', description: 'Health, metrics and this documentation' },
] as const;

export interface PathParameter {
  readonly description: string;
  /** Regular expression that the segment matches, as it is documented. */
  readonly pattern?: string;
  /** The same, not documented. */
  readonly match?: string;
}

export interface Body<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  readonly example: unknown;
  /** `application/json` unless said otherwise. Only JSON is parsed and checked for the handler. */
  readonly type?: string;
  /** The handler reads the body itself. */
  readonly isRaw?: boolean;
}

export interface ResponseOptions {
  readonly description: string;
  /** Schema of the body, a named zod schema or a JSON Schema; a text where absent and `type` is given. */
  readonly schema?: z.ZodType | Readonly<Record<string, unknown>>;
  readonly type?: string;
  readonly example?: unknown;
  readonly headers?: object;
  readonly links?: object;
}

/** One request on its way through an endpoint. */
export interface Exchange<B = unknown, Q = unknown, C = Client | undefined> {
  readonly request: Request;
  /** Segments of the path by name. */
  readonly params: Readonly<Record<string, string>>;
  /** The parsed and checked body. */
  readonly body: B;
  /** The parsed and checked query. */
  readonly query: Q;
  /** Who sends the token; absent where none is needed. */
  readonly client: C;
}

/**
 * Whom an endpoint serves that is kept to some objects. `object`: it is about records of one object, or lists those
 * that the client may see; its handler knows no others. `all`: it is about the whole service, and refuses such a
 * client. `nothing`: neither records nor configuration are in it.
 */
export type About = 'object' | 'all' | 'nothing';

/**
 * Everything about one method of one address. Route, checks, documentation and the fuzzer's requests are made from it.
 */
export interface EndpointOptions<
  B extends z.ZodType,
  Q extends z.ZodType,
  S extends Scope | undefined,
  A,
  Id extends string = string,
  P extends Readonly<Record<string, PathParameter>> = Readonly<Record<string, PathParameter>>,
  R extends Readonly<Record<number, ResponseOptions>> = Readonly<Record<number, ResponseOptions>>,
> {
  /** The operation's Id in OpenAPI, unique. */
  readonly id: Id;
  readonly tag: (typeof TAGS)[number]['name'];
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `{product}` stands for the configured `/services/<rest segment>/<product segment>`, other names for `params`. */
  readonly path: string;
  /** The label in metrics and in the audit log; default: the path. Endpoints of one path have one. */
  readonly route?: string;
  /** With a scope, the caller needs a token, an API license and this scope. */
  readonly scope?: S;
  /** Kept in one place, `serve-route.ts`, which knows the limits only of clients that need a scope. */
  readonly about: S extends Scope ? About : 'nothing';
  /** Without a scope: a token of any client, or HTTP Basic is possible. Absent: public. */
  readonly login?: A;
  /** A sentence without its full stop. */
  readonly summary: string;
  /** Default: the summary. */
  readonly description?: string;
  readonly params?: P;
  readonly query?: Q;
  /** Headers that the endpoint reads, as JSON Schemas with a `description`. */
  readonly headers?: Readonly<Record<string, { readonly description: string } & Record<string, unknown>>>;
  readonly body?: Body<B>;
  readonly responses: R;
  /**
   * Further statuses with the platform's error array. Documented anyway: 405; 400, 401, 403, 500 and 503 with a scope;
   * 400 with a query; 400, 413 and 415 with a JSON body.
   */
  readonly errors?: readonly number[];
  /**
   * Its answer depends on records, configuration and program alone: a worker that only follows answers it by
   * itself. Absent: it asks the one that writes.
   */
  readonly isRead?: boolean;
  /** It changes records: of several nodes the one that decides answers it. */
  readonly decides?: boolean;
  /** Refuses by throwing. */
  readonly handle: (
    exchange: Exchange<z.output<B>, z.output<Q>, S extends Scope ? Client : A extends 'token' ? Client : undefined>,
    context: AppContext,
  ) => Answer | Promise<Answer>;
}

export type Endpoint = Omit<
  EndpointOptions<z.ZodType, z.ZodObject, Scope | undefined, 'token' | 'basic' | undefined>,
  'handle' | 'about'
> & { readonly about: About; readonly handle: (exchange: Exchange, context: AppContext) => Answer | Promise<Answer> };

/** No names at all. */
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- nothing is in it
export type Nothing = Record<never, never>;

/** Types of all that a client sends and gets; no value has them. `src/client` is made of it. */
export interface Wire<Id extends string, P, Q, B, Answer> {
  readonly id: Id;
  readonly wire?: { readonly params: P; readonly query: Q; readonly body: B; readonly answer: Answer };
}

/** The body of an answer that is no refusal. */
type AnswerOf<R> = { [Status in keyof R]: Status extends 200 | 201 | 202 ? BodyOf<R[Status]> : never }[keyof R];
type BodyOf<O> = O extends { readonly schema: infer S extends z.ZodType } ? z.output<S> : string;

/** Checks one endpoint's types: what its handler gets is what its schemas say. */
export function endpoint<
  const Id extends string,
  const R extends Readonly<Record<number, ResponseOptions>>,
  const P extends Readonly<Record<string, PathParameter>> = Nothing,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodObject = z.ZodObject<Nothing>,
  S extends Scope | undefined = undefined,
  A extends 'token' | 'basic' | undefined = undefined,
>(
  options: EndpointOptions<B, Q, S, A, Id, P, R>,
): Endpoint & Wire<Id, Readonly<Record<keyof P, string>>, z.input<Q>, z.input<B>, AnswerOf<R>> {
  return options as unknown as Endpoint &
    Wire<Id, Readonly<Record<keyof P, string>>, z.input<Q>, z.input<B>, AnswerOf<R>>;
}
