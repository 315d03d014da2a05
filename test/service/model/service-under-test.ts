import { expect } from 'vitest';
import type { Configuration } from '../../../src/store/config/configuration.js';
import { createMemoryIndex, type MemoryIndex } from '../../../src/index/memory-index.js';
import type { Scenario } from '../../../src/matching/scenario.js';
import type { UpsertDataInput, UpsertDataOutput } from '../../../src/records/contract/schemas.js';
import type { Likeness } from '../../../src/service/likeness.js';
import { openLikeness } from '../../../src/service/open.js';
import type { Events } from '../../../src/service/undo/events.js';
import type { RecordStore } from '../../../src/store/record-store.js';
import { SCENARIO } from './configuration.js';
import type { ModelPlace } from './places.js';
import { CONTACT_FIELDS, COUNTERS, type Answer, type ModelState, type Request, type Sent } from './state.js';

const START = Date.UTC(2026, 5, 1);
export const caller = { clientId: 'model' };

/** The real service on a real store that can be closed, reopened, and cut off from its storage. */
export class ServiceUnderTest {
  /** Each request advances the time by one second. */
  time = START;
  likeness!: Likeness;
  store!: RecordStore;
  readonly indexes: MemoryIndex[] = [];

  private constructor(
    readonly place: ModelPlace,
    readonly configuration: Configuration,
  ) {}

  static async start(configuration: Configuration, place: ModelPlace): Promise<ServiceUnderTest> {
    const service = new ServiceUnderTest(place, configuration);
    await service.#open();
    return service;
  }

  async stop(): Promise<void> {
    await this.likeness.close();
    await this.place.remove();
  }

  async restart(): Promise<void> {
    await this.likeness.close();
    await this.#open();
  }

  /** Cuts off the storage after some operations during the work, and opens what is left. */
  async crash(operations: number, random: () => number, work: () => Promise<unknown>): Promise<void> {
    this.place.cutAfter(operations);
    await work();
    this.place.cutAfter(0);
    await this.likeness.close().catch(() => undefined);
    await this.place.recover(random);
    await this.#open();
  }

  send(request: Request): Promise<UpsertDataOutput> {
    return this.likeness.upsert(inputOf(request), caller);
  }

  /** Returns the state of the service in the format of `ModelState.picture`. */
  async picture(model: ModelState): Promise<string> {
    const accounts: unknown[] = [];
    for (const record of this.likeness.records('Account'))
      accounts.push([
        record['Id'],
        shown(record, ['Name', 'LastModifiedDate']),
        shown(record, ['Count__c', 'Total__c', 'Largest__c']),
      ]);
    const contacts: unknown[] = [];
    for (const record of this.likeness.records('Contact')) contacts.push([record['Id'], shown(record, CONTACT_FIELDS)]);
    const { records: pairs } = this.likeness.suspectedPairs({ page: 1, pageSize: 1000 });
    const ids = new Set(model.changes.map(({ id }) => id));
    const changes: unknown[][] = [];
    for (const id of ids) {
      const known = await this.likeness.history(id, { page: 1, pageSize: 1000 }).catch(() => undefined);
      for (const change of known?.records ?? [])
        changes.push([
          Number(change.id.slice('change-'.length)),
          change.recordId,
          change.action,
          change.undoes === null ? null : Number(change.undoes.slice('change-'.length)),
          change.action === 'delete'
            ? []
            : Object.entries(change.changes)
                .sort(([a], [b]) => (a < b ? -1 : 1))
                .map(([name, { before, after }]) => [name, before, after]),
        ]);
    }
    return JSON.stringify({
      accounts,
      contacts,
      pairs: pairs.reverse().map(({ createdId, matchedId, score }) => [createdId, matchedId, score]),
      changes: changes.sort((a, b) => (a[0] as number) - (b[0] as number)),
      merged: this.likeness.merging
        .crosswalk({ pageSize: 1000 })
        .records.map(({ oldId, survivingId }) => [oldId, survivingId]),
      decisions: this.likeness.review
        .decisions({ pageSize: 1000 })
        .records.reverse()
        .map(({ id, verdict, records, changeId }) => [
          Number(id.slice('decision-'.length)),
          verdict,
          records.map((judged) => [judged.id, judged.state]),
          changeId === null ? null : Number(changeId.slice('change-'.length)),
        ]),
      counters: COUNTERS.map((name) => this.store.counter(name)),
    });
  }

  async expectAgreement(model: ModelState): Promise<void> {
    expect(await this.picture(model)).toBe(model.picture());
    expect(await this.likeness.checkConsistency({ sample: 1e6 })).toEqual([]);
    expect(counted(this.likeness.events)).toEqual(told(this.likeness.events));
  }

  async #open(): Promise<void> {
    this.store = await this.place.open(() => START);
    const now = (): Date => new Date((this.time += 1000));
    this.indexes.length = 0;
    const createIndex = (scenarios: readonly Scenario[]): MemoryIndex => {
      const index = createMemoryIndex({ scenarios });
      this.indexes.push(index);
      return index;
    };
    const { configuration, store } = this;
    this.likeness = await openLikeness({ configuration, store, now, createIndex });
  }
}

/** Number of events by object, kind and day, from the counters. */
function counted(events: Events): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { objectType, type, day, count } of events.counts()) {
    const key = `${objectType} ${type} ${new Date(day * 86_400_000).toISOString().slice(0, 10)}`;
    counts[key] = (counts[key] ?? 0) + count;
  }
  return counts;
}

/** The same numbers, from the event stream. */
function told(events: Events): Record<string, number> {
  const counts: Record<string, number> = {};
  let [position, hasMore] = [events.oldest, true];
  while (hasMore) {
    const read = events.read(position, 1_000);
    ({ position, hasMore } = read);
    for (const { event } of read.events) {
      const key = `${event.data.objectType} ${event.type} ${event.timestamp.slice(0, 10)}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
  }
  return counts;
}

function inputOf({ allOrNone, account, contacts }: Request): UpsertDataInput {
  const contact = ({ data, duplicateCheck, duplicateScore }: Sent) => ({
    objectType: 'Contact',
    objectData: data,
    duplicateCheck,
    duplicateScore,
  });
  if (account === undefined) return { ...contact(contacts[0]!), allOrNone, scenarioIds: [SCENARIO] };
  const relatedList = contacts.map((sent) => ({ ...contact(sent), referenceField: 'AccountId' }));
  return { objectType: 'Account', objectData: account, allOrNone, scenarioIds: [SCENARIO], relatedList };
}

export function answerOf(output: UpsertDataOutput): Answer {
  const { isSuccess, isCreated, objectId, relatedList } = output;
  return { isSuccess, isCreated, objectId, relatedList: relatedList.map(answerOf) };
}

function shown(record: Readonly<Record<string, unknown>>, names: readonly string[]): unknown[] {
  return names.map((name) => record[name] ?? null);
}
