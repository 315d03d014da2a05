import { signal } from '@preact/signals';
import { call } from '../api/call.js';
import { allows, describe, knownObjects, objects } from '../api/objects.js';
import type { ObjectInfo, RecordData } from '../api/types.js';
import { nameOf } from './record-name.js';

/** Maximum number of cached names. The oldest names are dropped, and loaded again if needed. */
const MOST = 5_000;
/** Records per request for names. */
const AT_ONCE = 200;
const PARTS = ['Name', 'FirstName', 'LastName', 'Subject', 'CaseNumber', 'Title'];

/** Names by Id. `''` if the record does not exist, or is not visible to the user. */
const names = signal<ReadonlyMap<string, string>>(new Map());
const wanted = new Set<string>();
/** Ids requested so far, so that components do not repeat each other's requests. */
const asked = new Set<string>();
let gathering: Promise<void> | undefined;

/** Returns the loaded name of a record. A component that reads it is redrawn when the name arrives. */
export const knownName = (id: string): string => names.value.get(id) ?? '';

export const objectOf = (id: string): ObjectInfo | undefined =>
  knownObjects.value.find(({ keyPrefix }) => id.startsWith(keyPrefix));

/** Loads names by Id. Ids requested in the same microtask share one request per object. Errors leave names empty. */
export function wantNames(ids: readonly string[]): Promise<void> {
  for (const id of ids) if (!names.peek().has(id) && !asked.has(id)) wanted.add(id);
  gathering ??= Promise.resolve().then(async () => {
    gathering = undefined;
    const some = [...wanted];
    wanted.clear();
    for (const id of some) asked.add(id);
    try {
      await look(some);
    } finally {
      for (const id of some) asked.delete(id);
    }
  });
  return gathering;
}

async function look(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await objects();
  const byObject = new Map<string, string[]>();
  for (const id of ids) {
    const type = objectOf(id)?.name ?? '';
    byObject.set(type, [...(byObject.get(type) ?? []), id]);
  }
  await Promise.all(
    [...byObject].map(async ([objectType, all]) => {
      for (let at = 0; at < all.length; at += AT_ONCE) await lookUp(objectType, all.slice(at, at + AT_ONCE));
    }),
  );
}

async function lookUp(objectType: string, ids: readonly string[]): Promise<void> {
  const found = objectType === '' ? [] : await read(objectType, ids).catch(() => []);
  keep(ids.map((id, i) => [id, found[i] ? nameOf(found[i]) : '']));
  if (!allows('history')) return;
  // For a merged record, take the last known name from the history.
  const gone = ids.filter((_, i) => found[i] === null);
  keep(
    await Promise.all(gone.slice(0, MOST_GONE).map(async (id) => [id, await nameOfGone(id).catch(() => '')] as const)),
  );
}

/** Maximum number of deleted records whose last known names are looked up individually. */
const MOST_GONE = 50;

async function read(objectType: string, ids: readonly string[]): Promise<readonly (RecordData | null)[]> {
  const { fields } = await describe(objectType);
  const parts = PARTS.filter((part) => fields.some(({ name }) => name === part));
  return call('readRecordsPosted', { params: { objectType }, body: { ids, fields: ['Id', ...parts] } });
}

async function nameOfGone(id: string): Promise<string> {
  const { records } = await call('history', { params: { recordId: id }, query: { pageSize: 1 } });
  const values = Object.entries(records[0]?.changes ?? {}).map(([name, { before }]) => [name, before]);
  return values.length === 0 ? '' : nameOf(Object.fromEntries(values) as RecordData);
}

function keep(some: readonly (readonly [id: string, name: string])[]): void {
  if (some.length === 0) return;
  const all = [...names.peek(), ...some];
  names.value = new Map(all.slice(-MOST));
}
