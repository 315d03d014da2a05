import { SplitMap } from '../runtime/memory/split-map.js';
import { ArrivalList, type Arrival } from './arrival-list.js';

/**
 * A pair of records that matched under a scenario but did not count as a duplicate: its score was below the request's
 * `duplicateScore`, or there was a contradiction or too little evidence.
 */
export interface SuspectedPair {
  readonly id: string;
  readonly objectType: string;
  readonly createdId: string;
  readonly matchedId: string;
  /** The score as shown, an integer percentage. */
  readonly score: number;
  readonly scenarioScores: readonly { scenarioId: string; scenarioName: string; scenarioScore: number }[];
  /** Time in ISO 8601. */
  readonly time: string;
  /** Contradictions of the pair. Absent if there are none. */
  readonly contradictions?: readonly { kind: string; field: string; one: string; other: string }[];
  /** The pair as it was before one of its records was merged into another. */
  readonly moved?: SuspectedPair;
}

/**
 * Suspected pairs, newest first, in total and by object type. The pairs of a deleted record are hidden until the record
 * is restored.
 */
export class SuspectedPairs {
  readonly #all = new ArrivalList<SuspectedPair>();
  readonly #byType = new Map<string, ArrivalList<SuspectedPair>>();
  readonly #byId = new SplitMap<Arrival<SuspectedPair>>();
  readonly #byRecord = new SplitMap<Set<string>>();
  /** Hidden pairs of deleted records that may be restored, in order of deletion. */
  readonly #aside = new Map<string, SuspectedPair>();
  readonly #asideOf = new SplitMap<Set<string>>();
  #nextOrder = 0;

  /** Makes a pair the newest. Replaces a pair with the same Id. */
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

  *of(record: string): Iterable<SuspectedPair> {
    for (const id of this.#byRecord.get(record) ?? []) yield this.get(id)!;
  }

  countOf(record: string): number {
    return this.#byRecord.get(record)?.size ?? 0;
  }

  /** Removes all pairs of a record, including hidden pairs. */
  removeOf(record: string): void {
    for (const of of [this.#byRecord, this.#asideOf]) for (const id of [...(of.get(record) ?? [])]) this.remove(id);
  }

  /** Hides at most `atMost` pairs of a record. For a hundred thousand pairs, this takes most of a second. */
  putAsideOf(record: string, atMost = Infinity): void {
    let moved = 0;
    for (const id of this.#byRecord.get(record) ?? []) {
      if (moved++ === atMost) return;
      this.putAside(this.get(id)!);
    }
  }

  putAside(pair: SuspectedPair): void {
    this.remove(pair.id);
    this.#aside.set(pair.id, pair);
    for (const record of [pair.createdId, pair.matchedId]) {
      const pairs = this.#asideOf.get(record);
      if (pairs === undefined) this.#asideOf.set(record, new Set([pair.id]));
      else pairs.add(pair.id);
    }
  }

  /** Hidden pairs, in order of deletion. */
  get aside(): Iterable<SuspectedPair> {
    return this.#aside.values();
  }

  hasAside(record: string): boolean {
    return this.#asideOf.get(record) !== undefined;
  }

  /** Shows the pairs of a restored record again, as the newest, if the other record is stored. */
  bringBackOf(record: string, isStored: (id: string) => boolean): void {
    for (const id of [...(this.#asideOf.get(record) ?? [])]) {
      const pair = this.#aside.get(id)!;
      if (isStored(pair.createdId) && isStored(pair.matchedId)) this.put(pair);
    }
  }

  /** Drops hidden pairs of permanently deleted records. @param isKnown whether a record is stored or may be restored */
  forget(isKnown: (record: string) => boolean): void {
    for (const { id, createdId, matchedId } of this.#aside.values())
      if (!isKnown(createdId) || !isKnown(matchedId)) this.remove(id);
  }

  /** Removes references to another record from the pairs of a merged record. */
  forgetMoved(record: string | undefined, other: string): void {
    if (record === undefined) return;
    const names = ({ moved }: SuspectedPair) => moved !== undefined && JSON.stringify(moved).includes(other);
    for (const pair of [...this.of(record)]) if (names(pair)) this.put(withoutMove(pair));
    for (const id of this.#asideOf.get(record) ?? []) {
      const pair = this.#aside.get(id)!;
      if (names(pair)) this.#aside.set(id, withoutMove(pair));
    }
  }

  page(objectType: string | undefined, offset: number, limit: number): { total: number; pairs: SuspectedPair[] } {
    const list = objectType === undefined ? this.#all : this.#byType.get(objectType);
    return list === undefined ? { total: 0, pairs: [] } : { total: list.size, pairs: list.newest(offset, limit) };
  }

  /** Iterates over all pairs, with `undefined` for a removed pair, so that the caller can pause. See `ArrivalList`. */
  all(): Iterable<SuspectedPair | undefined> {
    return this.#all.all();
  }

  remove(id: string): void {
    const arrival = this.#byId.get(id);
    const pair = arrival?.item;
    if (arrival === undefined || pair === undefined) {
      this.#removeAside(id);
      return;
    }
    arrival.item = undefined;
    this.#byId.delete(id);
    this.#all.remove(arrival);
    this.#list(pair.objectType).remove(arrival);
    unname(this.#byRecord, pair);
  }

  #removeAside(id: string): void {
    const pair = this.#aside.get(id);
    if (pair === undefined) return;
    this.#aside.delete(id);
    unname(this.#asideOf, pair);
  }

  #list(objectType: string): ArrivalList<SuspectedPair> {
    let list = this.#byType.get(objectType);
    if (list === undefined) this.#byType.set(objectType, (list = new ArrivalList<SuspectedPair>()));
    return list;
  }
}

function unname(byRecord: SplitMap<Set<string>>, { id, createdId, matchedId }: SuspectedPair): void {
  for (const record of [createdId, matchedId]) {
    const pairs = byRecord.get(record);
    pairs?.delete(id);
    if (pairs?.size === 0) byRecord.delete(record);
  }
}

export function withoutMove(pair: SuspectedPair): SuspectedPair {
  const { id, objectType, createdId, matchedId, score, scenarioScores, time, contradictions } = pair;
  return {
    ...{ id, objectType, createdId, matchedId, score, scenarioScores, time },
    ...(contradictions && { contradictions }),
  };
}
