/**
 * A node on a database, or the service on a data folder, controlled by messages. Arguments: the URL of the database and
 * the node's folder, or the data folder.
 */
import { loadConfiguration } from '../../src/store/config/load.js';
import { openLikeness } from '../../src/service/open.js';
import { IndexSnapshots } from '../../src/service/index-snapshot/index-snapshots.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { isPostgresUrl } from '../../src/extensions/postgres/store/location.js';
import { openPostgresStore } from '../../src/extensions/postgres/store/open-postgres-store.js';
import { person } from '../../test/faults/client.js';
import { Contacts, type Contact } from '../synthetic/contacts.js';
import { searchTasks, upsertValues } from '../synthetic/tasks.js';

export type Order =
  | { readonly do: 'fill'; readonly size: number }
  /** Prepares the values of the next upserts. */
  | { readonly do: 'ready'; readonly size: number; readonly from: number; readonly amount: number }
  /** Upserts for this many milliseconds, or until all prepared values are used. */
  | { readonly do: 'upserts'; readonly clients: number; readonly ms: number }
  /** Responds with the milliseconds of each upsert. */
  | { readonly do: 'searches'; readonly size: number; readonly count: number }
  /** All clients upsert the same people in the same order, like those of the other nodes. */
  | { readonly do: 'equal'; readonly name: string; readonly persons: number; readonly clients: number }
  /** Starts recording the time at which each log position becomes visible. */
  | { readonly do: 'watch' }
  /** Responds with the recording and stops. */
  | { readonly do: 'watched' }
  | { readonly do: 'snapshot' }
  | { readonly do: 'state' }
  | { readonly do: 'end' };

export interface Upserts {
  readonly count: number;
  /** Milliseconds of each. */
  readonly times: readonly number[];
}

export interface NodeState {
  readonly position: number;
  readonly contacts: number;
  /** CPU microseconds of all threads since the process started. */
  readonly processor: number;
  readonly resident: number;
  /** Bytes in use, as counted by the node. */
  readonly records: number;
  readonly history: number;
  readonly indexes: number;
}

const caller = { clientId: 'bench' };
const ROWS_AT_ONCE = 500;

const [, , place = '', folder] = process.argv;

async function open() {
  const configuration = await loadConfiguration();
  if (!isPostgresUrl(place)) {
    const store = await openFileStore(place);
    return {
      store,
      likeness: await openLikeness({ configuration, store, snapshots: new IndexSnapshots(store, store) }),
    };
  }
  const store = await openPostgresStore(place, { folder, tables: configuration.registry.types });
  const snapshots = store.place && new IndexSnapshots(store, store.place);
  return { store, likeness: await openLikeness({ configuration, store, ...(snapshots && { snapshots }) }) };
}

/** A log position, and the time at which the node first showed it, in milliseconds since the epoch. */
export type Shown = readonly [position: number, time: number];

const { store, likeness } = await open();
let noted: Shown[] | undefined;
let ready: readonly Contact[] = [];
const contacts = new Contacts();

async function fill(size: number): Promise<void> {
  for (let from = 0; from < size; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, size - from) }, (_, i) => contacts.values(from + i));
    await likeness.importBatch('Contact', rows, { check: false, duplicateScore: 0 }, caller);
  }
}

async function upserts({ clients, ms }: Extract<Order, { do: 'upserts' }>): Promise<Upserts> {
  const values = ready;
  const times: number[] = [];
  let next = 0;
  const until = performance.now() + ms;
  const client = async (): Promise<void> => {
    for (let begun = performance.now(); begun < until && next < values.length; begun = performance.now()) {
      const input = { objectType: 'Contact', duplicateCheck: true, objectData: values[next++]! };
      const { isSuccess, errorMessage } = await likeness.upsert(input, caller);
      if (!isSuccess) throw new Error(`bench: an upsert failed: ${errorMessage}`);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { count: times.length, times };
}

async function searches({ size, count }: Extract<Order, { do: 'searches' }>): Promise<number[]> {
  const times: number[] = [];
  for (const { values } of searchTasks(contacts, size, count)) {
    const begun = performance.now();
    await likeness.search({ objectPrefix: '003', objectData: values }, 'bench');
    times.push(performance.now() - begun);
  }
  return times;
}

async function equal({ name, persons, clients }: Extract<Order, { do: 'equal' }>): Promise<void> {
  const client = async (): Promise<void> => {
    for (let number = 0; number < persons; number++) {
      const objectData = person(`${name} ${number}`);
      const { isSuccess } = await likeness.upsert({ objectType: 'Contact', duplicateCheck: true, objectData }, caller);
      if (!isSuccess) throw new Error('bench: an upsert failed');
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

async function watch(notes: Shown[]): Promise<void> {
  while (noted === notes) {
    await store.waitFor(store.position + 1);
    notes.push([store.position, performance.timeOrigin + performance.now()]);
  }
}

function state(): NodeState {
  const { user, system } = process.cpuUsage();
  const { store: stored, indexes } = likeness.statistics();
  let bytes = 0;
  // Excludes the cache of earlier searches, because it is bounded for any number of records.
  for (const index of indexes.values()) bytes += index.bytes + index.flexsearchBytes;
  return {
    position: store.position,
    contacts: indexes.get('Contact')!.records,
    processor: user + system,
    resident: process.memoryUsage.rss(),
    records: stored.recordBytes,
    history: stored.historyBytes,
    indexes: bytes,
  };
}

async function obey(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'fill':
      return fill(order.size);
    case 'ready':
      ready = upsertValues(contacts, order.size, order.from, order.amount);
      return undefined;
    case 'upserts':
      return upserts(order);
    case 'searches':
      return searches(order);
    case 'equal':
      return equal(order);
    case 'watch':
      void watch((noted = []));
      return undefined;
    case 'watched': {
      const notes = noted;
      noted = undefined;
      return notes;
    }
    case 'snapshot':
      return store.compact();
    case 'state':
      return state();
    case 'end':
      return likeness.close();
  }
}

process.on('message', (order: Order) => {
  void obey(order).then(
    (answer) => {
      process.send!({ answer: answer ?? null });
      if (order.do === 'end') process.disconnect();
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send!({ answer: 'ready' });
