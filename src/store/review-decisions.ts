import { SortedPages } from '../runtime/memory/sorted-pages.js';
import { SplitMap } from '../runtime/memory/split-map.js';
import { CountsByDay, type DayCount } from './counts-by-day.js';
import type { SuspectedPair } from './suspected-pairs.js';

export const VERDICTS = ['duplicate', 'notDuplicate', 'later'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface JudgedRecord {
  readonly id: string;
  /** Digest of all compared fields, which changes when one of them changes. */
  readonly digest: string;
  /** Values of the compared fields, without blanks. Long values are truncated. */
  readonly texts: Readonly<Record<string, string>>;
}

/** A person's decision that all records are the same or that all are different, or a postponed decision. */
export interface ReviewDecision {
  /** `decision-` and twelve digits. Each decision increases the number. */
  readonly id: string;
  readonly objectType: string;
  readonly verdict: Verdict;
  /** At least two records. */
  readonly records: readonly JudgedRecord[];
  readonly fields: readonly string[];
  readonly clientId: string;
  /** Time in ISO 8601. */
  readonly time: string;
  readonly note?: string;
  /** For `later`: Id of the client who is asked to decide. */
  readonly assignedTo?: string;
  /** For `duplicate`: the change that merged the records. */
  readonly changeId?: string;
  /** Suspected pairs that the decision removed from the list. */
  readonly pairs: readonly SuspectedPair[];
}

export const DECISION_COUNTER = 'decision';
const PREFIX = 'decision-';
const DIGITS = 12;
/** A number is stored as its distance from this number, so that the newest decisions come first. */
const LAST = 2 ** 32 - 1;
/** Number of decisions that `forget` checks per step, in well below a millisecond. */
const FORGET_AT_ONCE = 1_000;

export function decisionId(number: number): string {
  return PREFIX + String(number).padStart(DIGITS, '0');
}

/** @returns `undefined` if the text is not the Id of a decision */
export function decisionNumber(id: string): number | undefined {
  const number = /^decision-\d{12}$/.test(id) ? Number(id.slice(PREFIX.length)) : 0;
  return number > 0 && number < LAST ? number : undefined;
}

interface Entry {
  readonly recordIds: readonly string[];
  /** The decision as JSON, which takes less than half as much memory as the object. */
  readonly text: string;
  readonly objectType: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

export class ReviewDecisions {
  readonly #order = new SortedPages();
  readonly #byId = new SplitMap<Entry>();
  readonly #byRecord = new SplitMap<number[]>();
  readonly #counts = new CountsByDay<string>();

  get size(): number {
    return this.#byId.size;
  }

  put(decision: Pick<ReviewDecision, 'id' | 'records' | 'objectType' | 'time'>, text: string): void {
    const { id, records, objectType } = decision;
    const number = decisionNumber(id)!;
    this.remove(id);
    const recordIds = [...new Set(records.map((record) => record.id))];
    this.#order.set(LAST - number, 1);
    const time = Date.parse(decision.time);
    this.#byId.set(id, { recordIds, text, objectType, time });
    this.#counts.add(time, objectType);
    for (const record of recordIds) {
      const known = this.#byRecord.get(record);
      if (known === undefined) this.#byRecord.set(record, [number]);
      else known.splice(known.findLastIndex((other) => other < number) + 1, 0, number);
    }
  }

  remove(id: string): void {
    const entry = this.#byId.get(id);
    if (entry === undefined) return;
    const number = decisionNumber(id)!;
    this.#byId.delete(id);
    this.#counts.remove(entry.time, entry.objectType);
    this.#order.set(LAST - number, 0);
    for (const record of entry.recordIds) {
      const left = (this.#byRecord.get(record) ?? []).filter((other) => other !== number);
      if (left.length === 0) this.#byRecord.delete(record);
      else this.#byRecord.set(record, left);
    }
  }

  removeOf(record: string): void {
    for (const number of this.#byRecord.get(record) ?? []) this.remove(decisionId(number));
  }

  get(id: string): ReviewDecision | undefined {
    const entry = this.#byId.get(id);
    return entry && (JSON.parse(entry.text) as ReviewDecision);
  }

  countOf(record: string): number {
    return this.#byRecord.get(record)?.length ?? 0;
  }

  counts(): Iterable<DayCount<string>> {
    return this.#counts.all();
  }

  *of(record: string): Iterable<ReviewDecision> {
    for (const number of this.#byRecord.get(record)?.toReversed() ?? []) {
      const decision = this.get(decisionId(number));
      if (decision !== undefined) yield decision;
    }
  }

  /**
   * Iterates over the decisions, newest first, even if they change during the iteration.
   * @param before return only decisions with lower numbers
   */
  *newest(before = LAST): Iterable<ReviewDecision> {
    for (const place of this.#order.numbers(LAST - before + 1)) {
      const decision = this.get(decisionId(LAST - place));
      if (decision !== undefined) yield decision;
    }
  }

  *texts(): Iterable<string | undefined> {
    for (const place of this.#order.numbers()) yield this.#byId.get(decisionId(LAST - place))?.text;
  }

  /**
   * Drops decisions about permanently deleted records. Checks up to a thousand decisions per call.
   * @param isKnown returns whether a record is stored or may be restored
   * @returns the position at which to continue; `undefined` at the end
   */
  forget(isKnown: (record: string) => boolean, from = 0): number | undefined {
    let looked = 0;
    for (const place of this.#order.numbers(from)) {
      if (looked++ === FORGET_AT_ONCE) return place;
      const id = decisionId(LAST - place);
      if (this.#byId.get(id)?.recordIds.every(isKnown) === false) this.remove(id);
    }
    return undefined;
  }
}
