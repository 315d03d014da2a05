import type { UpsertDataOutput } from '../../src/records/contract/schemas.js';
import type { Stored, StoredRow } from './expectations.js';

const PRODUCT = '/services/apexrest/dupcheck';
const PAGE = 500;

export interface Endpoint {
  readonly url: string;
  readonly token: string;
  /** Highest position that a session has seen on any node: minimum position of each response. */
  readonly seen?: { position: number };
  /** Timeout in milliseconds. Default: one minute. */
  readonly patience?: number;
}

/** `status` is undefined if the connection broke before the response was complete. */
export interface Reply {
  readonly status: number | undefined;
  readonly text: string;
  /** Log position that the response includes. */
  readonly position?: number | undefined;
}

export async function ask(
  { url, token, seen, patience = 60_000 }: Endpoint,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const wanted = seen && { 'likeness-at-least': String(seen.position) };
  try {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...wanted, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
    });
    const position = response.headers.get('likeness-position');
    if (seen !== undefined && response.ok) seen.position = Math.max(seen.position, Number(position ?? 0));
    return {
      status: response.status,
      text: await response.text(),
      ...(position !== null && { position: Number(position) }),
    };
  } catch {
    return { status: undefined, text: '' };
  }
}

export async function upsert(
  endpoint: Endpoint,
  input: unknown,
  key?: string,
): Promise<Reply & { output?: UpsertDataOutput }> {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  const reply = await ask(endpoint, 'POST', `${PRODUCT}/dc3DataApi`, { input }, headers);
  return reply.status === 200 ? { ...reply, output: JSON.parse(reply.text) as UpsertDataOutput } : reply;
}

export function search(endpoint: Endpoint, objectData: object): Promise<Reply> {
  return ask(endpoint, 'POST', `${PRODUCT}/dc3Api/search`, { objectPrefix: '003', objectData });
}

export function deleteContact(endpoint: Endpoint, id: string): Promise<Reply> {
  return ask(endpoint, 'DELETE', `/services/data/v60.0/sobjects/Contact/${id}`);
}

export function mergeContacts(
  endpoint: Endpoint,
  masterId: string,
  ids: readonly string[],
  headers?: Readonly<Record<string, string>>,
): Promise<Reply> {
  return ask(endpoint, 'POST', `${PRODUCT}/merge`, { objectType: 'Contact', masterId, ids }, headers);
}

export function undo(endpoint: Endpoint, changeId: string, headers?: Readonly<Record<string, string>>): Promise<Reply> {
  return ask(endpoint, 'POST', `${PRODUCT}/undo/${changeId}`, undefined, headers);
}

/** Reads all records from the running service. */
export async function readStored(endpoint: Endpoint): Promise<Stored> {
  return {
    accounts: await exported(endpoint, 'Account'),
    contacts: await exported(endpoint, 'Contact'),
    pairs: await suspectedPairs(endpoint),
  };
}

async function exported(endpoint: Endpoint, objectType: string): Promise<StoredRow[]> {
  const text = await read(endpoint, `${PRODUCT}/records?objectType=${objectType}`);
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as StoredRow]));
}

async function suspectedPairs(endpoint: Endpoint): Promise<Stored['pairs']> {
  const pairs: { createdId: string; matchedId: string }[] = [];
  for (let page = 1; ; page++) {
    const text = await read(endpoint, `${PRODUCT}/suspectedPairs?pageSize=${PAGE}&page=${page}`);
    const { totalSize, records } = JSON.parse(text) as { totalSize: number; records: typeof pairs };
    pairs.push(...records);
    if (records.length === 0 || pairs.length >= totalSize) return pairs;
  }
}

async function read(endpoint: Endpoint, path: string): Promise<string> {
  const { status, text } = await ask(endpoint, 'GET', path);
  if (status === 200) return text;
  throw new Error(`${path} answered ${status ?? 'nothing'}: ${text.slice(0, 200)}`);
}
