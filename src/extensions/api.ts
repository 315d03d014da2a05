import type { Nothing, Wire } from '../http/endpoint.js';
import type { Api } from './index.js';

type WireOf<E> =
  E extends Wire<string, infer P, infer Q, infer B, infer A> ? { params: P; query: Q; body: B; answer: A } : never;
/** Endpoints whose Id is a literal type. HTML pages do not have such an Id. */
type Known<E> = E extends { readonly id: infer Id } ? (string extends Id ? never : E) : never;
type Wires = { readonly [E in Known<Api> as E['id']]: WireOf<E> };

export type EndpointId = keyof Wires;
export type AnswerOf<Id extends EndpointId> = Wires[Id]['answer'];

export type Given<T> = T extends object ? { readonly [K in keyof T]: Given<T[K]> } : T;
/** Path segments that `addressOf` fills in. */
type Settled = 'version';

type Params<P> = keyof Omit<P, Settled> extends never
  ? { readonly params?: undefined }
  : { readonly params: Omit<P, Settled> };
/** Query parameters. A boolean appears in the URL as `true` or `false`. */
type Asked<Q> = { readonly [K in keyof Q]: Given<Q[K]> | ('true' extends Q[K] ? boolean : never) };
type Query<Q> = Nothing extends Q ? { readonly query?: Asked<Q> } : { readonly query: Asked<Q> };
type Body<B> = [B] extends [undefined]
  ? { readonly body?: undefined }
  : { readonly body: B extends string ? string | Blob : Given<B> };

export type Sent<Id extends EndpointId> = Params<Wires[Id]['params']> &
  Query<Wires[Id]['query']> &
  Body<Wires[Id]['body']>;

/** Arguments of a call after the endpoint's Id. Optional if the endpoint needs none. */
export type Arguments<Id extends EndpointId, More = unknown> =
  Nothing extends Sent<Id> ? [sent?: Sent<Id> & More] : [sent: Sent<Id> & More];

/** Method and path of each endpoint. Names of path segments are in braces. */
export type Addresses = Readonly<Record<EndpointId, readonly [method: string, path: string]>>;

/** @param settled values of path segments that are the same in all calls, such as `version` */
export function addressOf(
  [method, path]: Addresses[EndpointId],
  settled: Readonly<Record<string, string>>,
  { params = {}, query = {} }: { readonly params?: object | undefined; readonly query?: object | undefined },
): readonly [method: string, address: string] {
  const given = params as Readonly<Record<string, string>>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => settled[name] ?? encodeURIComponent(given[name]!));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(asked.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return [method, text === '' ? filled : `${filled}?${text}`];
}
