/** A node over a database, told by messages what to do: upserts by clients of its own, searches, what it holds. */
import { loadConfiguration } from '../../src/config/load.js';
import { openLikeness } from '../../src/service/open.js';
import { openPostgresStore } from '../../src/store/postgres/open-postgres-store.js';
import { Contacts } from '../synthetic/contacts.js';
import { searchTasks, upsertValues } from '../synthetic/tasks.js';

export type Order =
  | { readonly do: 'fill'; readonly size: number }
  /** For so many milliseconds, or so many upserts, whatever comes first. */
  | {
      readonly do: 'upserts';
      readonly size: number;
      readonly from: number;
      readonly clients: number;
      readonly ms: number;
      readonly amount: number;
    }
  | { readonly do: 'searches'; readonly size: number; readonly count: number }
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
  /** Of the process since its start, all threads; microseconds. */
  readonly processor: number;
  readonly resident: number;
  /** Bytes as they count themselves. */
  readonly records: number;
  readonly history: number;
  readonly indexes: number;
}

const caller = { clientId: 'bench' };
const ROWS_AT_ONCE = 500;

const store = await openPostgresStore(process.argv[2]!);
const likeness = await openLikeness({ configuration: await loadConfiguration(), store });
const contacts = new Contacts();

async function fill(size: number): Promise<void> {
  for (let from = 0; from < size; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, size - from) }, (_, i) => contacts.values(from + i));
    await likeness.importBatch('Contact', rows, { check: false, duplicateScore: 0 }, caller);
  }
}

async function upserts({ size, from, clients, ms, amount }: Extract<Order, { do: 'upserts' }>): Promise<Upserts> {
  const values = upsertValues(contacts, size, from, amount);
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

async function searches({ size, count }: Extract<Order, { do: 'searches' }>): Promise<void> {
  for (const { values } of searchTasks(contacts, size, count))
    await likeness.search({ objectPrefix: '003', objectData: values }, 'bench');
}

function state(): NodeState {
  const { user, system } = process.cpuUsage();
  const { store: stored, indexes } = likeness.statistics();
  let bytes = 0;
  // What is remembered of searches is bounded, however many records there are.
  for (const index of indexes.values()) bytes += index.bytes + index.flexsearchBytes;
  return {
    position: store.position,
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
    case 'upserts':
      return upserts(order);
    case 'searches':
      return searches(order);
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
