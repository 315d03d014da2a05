import type { SuspectedPair } from './record-view.js';
import { SplitMap } from '../memory/split-map.js';
import { ArrivalList, type Arrival } from './arrival-list.js';

/** Suspected pairs, newest first, in all and by object type; gone with either of their records. */
export class SuspectedPairs {
  readonly #all = new ArrivalList<SuspectedPair>();
  readonly #byType = new Map<string, ArrivalList<SuspectedPair>>();
  readonly #byId = new SplitMap<Arrival<SuspectedPair>>();
  /** Record Id to the Ids of its pairs. */
  readonly #byRecord = new SplitMap<Set<string>>();
  #nextOrder = 0;

  /** Stores a pair as the newest; one with the same Id is replaced. */
  put(pair: SuspectedPair): void {
    this.remove(pair.id);
    const arrival = { order: this.#nextOrder++, item: pair };
    this.#byId.set(pair.id, arrival);
    this.#all.push(arrival);
    this.#list(pair.objectType).push(arrival);
    for (const record of [pair.createdId, pair.matchedId]) {
      const pairs = this.#byRecord.get(record);
      if (pairs === undefined) this.#byRecord.set(record, new Set([pair.id]));
      else pairs.add(pair.id);
    }
  }

  get(id: string): SuspectedPair | undefined {
    return this.#byId.get(id)?.item;
  }

  /** The pairs of a record, at most so many. */
  *of(record: string): Iterable<SuspectedPair> {
    for (const id of this.#byRecord.get(record) ?? []) yield this.get(id)!;
  }

  countOf(record: string): number {
    return this.#byRecord.get(record)?.size ?? 0;
  }

  /** Removes the pairs of a record, or some of them: a hundred thousand take most of a second. */
  removeOf(record: string, atMost = Infinity): void {
    let removed = 0;
    for (const id of this.#byRecord.get(record) ?? []) {
      if (removed++ === atMost) return;
      this.remove(id);
    }
  }

  /** The pairs of a record no longer say that they were those of another one. */
  forgetMoved(record: string | undefined, other: string): void {
    for (const pair of record === undefined ? [] : [...this.of(record)])
      if (pair.moved !== undefined && JSON.stringify(pair.moved).includes(other)) this.put(withoutMove(pair));
  }

  page(objectType: string | undefined, offset: number, limit: number): { total: number; pairs: SuspectedPair[] } {
    const list = objectType === undefined ? this.#all : this.#byType.get(objectType);
    return list === undefined ? { total: 0, pairs: [] } : { total: list.size, pairs: list.newest(offset, limit) };
  }

  /** See `ArrivalList`: `undefined` stands for a removed pair, so that whoever walks can rest. */
  all(): Iterable<SuspectedPair | undefined> {
    return this.#all.all();
  }

  remove(id: string): void {
    const arrival = this.#byId.get(id);
    const pair = arrival?.item;
    if (arrival === undefined || pair === undefined) return;
    arrival.item = undefined;
    this.#byId.delete(id);
    this.#all.remove(arrival);
    this.#list(pair.objectType).remove(arrival);
    for (const record of [pair.createdId, pair.matchedId]) {
      const pairs = this.#byRecord.get(record);
      pairs?.delete(id);
      if (pairs?.size === 0) this.#byRecord.delete(record);
    }
  }

  #list(objectType: string): ArrivalList<SuspectedPair> {
    let list = this.#byType.get(objectType);
    if (list === undefined) this.#byType.set(objectType, (list = new ArrivalList<SuspectedPair>()));
    return list;
  }
}

/** A pair as it is now, whatever it was before a merge. */
export function withoutMove(pair: SuspectedPair): SuspectedPair {
  const { id, objectType, createdId, matchedId, score, scenarioScores, time, contradictions } = pair;
  return {
    ...{ id, objectType, createdId, matchedId, score, scenarioScores, time },
    ...(contradictions && { contradictions }),
  };
}
