import type { Similarity } from '../../matching/method.js';
import type { CandidateSource } from './candidate-generator.js';
import { IdCollector } from '../../runtime/memory/id-collector.js';
import type { SimilarValues } from './similar-values.js';
import { SimilarValueList } from './similar-value-list.js';
import { LongSearch } from '../../runtime/long-search.js';

/** Distinct values, numbered from 1. */
export interface ValueDictionary {
  readonly size: number;
  text(value: number): string;
  /** Returns 0 for an unknown string, or if several values can have this string. @param hash from `hashText` */
  find(text: string, hash?: number): number;
  fetch?(values: ArrayLike<number>, count: number): void;
}

/** Maximum comparisons of a cheap search. Cheap results are cached only when the same string is searched again. */
const CHEAP = 64;
/** Cost of finding new values through the generator, in comparisons. */
const COMPARE_NEW = 8;
/** Cost of one comparison, in scanned rows. */
const ROWS_OF_A_COMPARISON = 16;

export interface SearchedValues {
  readonly budget: ComparisonBudget;
  readonly dictionary: ValueDictionary;
  readonly generator: CandidateSource;
  queryOf(of: SimilarValues): unknown;
  /** Returns false if the two values cannot be similar. Much cheaper than `compare`. */
  admits(of: SimilarValues, value: number): boolean;
  compare(of: SimilarValues, value: number): Similarity;
  fetch(values: ArrayLike<number>, count: number): void;
  keep(of: SimilarValues): void;
  /** Receives the average number of candidates per search, which determines the size of caches. */
  reserve?(candidates: number): void;
}

interface Extent {
  readonly of: SimilarValues;
  readonly complete: boolean;
  readonly above: number;
  readonly upTo: number;
}

/**
 * Finds the values of a column that are similar to a query's value. The generator returns candidates, which are then
 * compared. If a list is complete, only newer values are searched. A long search runs in steps, and the index may
 * change between steps. The search returns values that some row has at the end, and whose numbers existed at the start.
 * A value that moves from a later row to a row already scanned must also be found (see `candidatesInSteps`).
 */
export class SimilarValueSearch {
  scanCost = 0;
  private readonly collector = new IdCollector();
  private readonly found = new SimilarValueList();

  constructor(private readonly values: SearchedValues) {}

  /** Finds all current similar values. @throws LongSearch if more than one step is needed */
  complete(of: SimilarValues): void {
    const extent = this.extentOf(of);
    if (extent.complete && extent.above === extent.upTo) return;
    const { collector, found } = this;
    const { budget } = this.values;
    const { perStep: most, left } = budget;
    collector.clear();
    const isWhole = this.gather(extent, collector, Math.max(1, left * ROWS_OF_A_COMPARISON));
    const { ids, count } = collector;
    // Keeps the list, so that the restarted search finds it in the cache after these steps.
    if (!isWhole || count > Math.min(CHEAP, left)) this.values.keep(of);
    if (!isWhole) throw new LongSearch(this.gatherInSteps(of, most));
    const admitted = count > left ? this.admitted(of, ids, count) : undefined;
    if (admitted && admitted.length > left) throw new LongSearch(this.compareInSteps(extent, admitted, most));
    this.values.fetch(ids, count);
    found.count = 0;
    let compared = 0;
    for (let i = 0; i < count; i++) if (this.add(of, ids[i]!, found)) compared++;
    budget.spend(compared);
    take(extent, found);
  }

  candidatesAbove(value: number, preparedOf: () => unknown): IdCollector {
    const { collector } = this;
    const { generator } = this.values;
    collector.clear();
    if (generator.joined) generator.joined(value, collector);
    else generator.candidates(preparedOf(), collector, value);
    return collector;
  }

  scanned(candidates: number): void {
    this.scanCost += (candidates - this.scanCost) / 8;
    this.values.reserve?.(this.scanCost);
  }

  get bytes(): number {
    return this.collector.bytes;
  }

  private extentOf(of: SimilarValues): Extent {
    return { of, complete: of.complete, above: of.upTo, upTo: this.values.dictionary.size };
  }

  /** @param rows maximum number of rows to scan @returns whether all candidates were found */
  private gather(extent: Extent, into: IdCollector, rows: number): boolean {
    const { of, above } = extent;
    const { generator } = this.values;
    if (this.areFew(extent)) addAll(extent, into);
    else if (generator.candidatesInSteps) {
      const steps = generator.candidatesInSteps(this.values.queryOf(of), into, above, rows);
      if (steps.next().done !== true) {
        steps.return(false);
        return false;
      }
    } else generator.candidates(this.values.queryOf(of), into, above);
    if (!extent.complete) this.scanned(into.count);
    return true;
  }

  /** @param most comparisons per step, or scanned rows that cost as much */
  private *gatherInSteps(of: SimilarValues, most: number): Generator<void> {
    const extent = this.extentOf(of);
    const collector = new IdCollector();
    const { generator } = this.values;
    if (this.areFew(extent) || !generator.candidatesInSteps) addAll(extent, collector);
    else {
      const query = this.values.queryOf(of);
      if (!(yield* generator.candidatesInSteps(query, collector, extent.above, most * ROWS_OF_A_COMPARISON))) return;
      yield;
    }
    yield* this.compareInSteps(extent, this.admitted(of, collector.ids, collector.count), most);
  }

  private *compareInSteps(extent: Extent, candidates: Int32Array, most: number): Generator<void> {
    const { of, above, upTo } = extent;
    const found = new SimilarValueList();
    let compared = 0;
    for (const value of candidates) {
      // Skips values that rows got during a pause, because their numbers may be out of order.
      if (value <= above || value > upTo) continue;
      if (compared >= most) {
        compared = 0;
        yield;
      }
      // Another search may have completed the list during the pause.
      if (!isOpen(extent)) return;
      if (this.add(of, value, found)) compared++;
    }
    if (isOpen(extent)) take(extent, found);
  }

  private admitted(of: SimilarValues, candidates: Int32Array, count: number): Int32Array {
    return candidates.subarray(0, count).filter((value) => {
      const known = of.known(value);
      return known > 0 || (known < 0 && this.values.admits(of, value));
    });
  }

  private add(of: SimilarValues, value: number, found: SimilarValueList): boolean {
    const known = of.known(value);
    const isNew = known < 0 && this.values.admits(of, value);
    const similarity = isNew ? this.values.compare(of, value) : known;
    if (similarity > 0) found.add(value, similarity);
    return isNew;
  }

  /** Returns whether the new values are so few that comparing each is cheaper than asking the generator. */
  private areFew({ of, complete, above, upTo }: Extent): boolean {
    if (!complete) return false;
    if (upTo - above <= COMPARE_NEW) return true;
    const rows = this.values.generator.rowsOf?.(this.values.queryOf(of)) ?? 0;
    return (upTo - above) * ROWS_OF_A_COMPARISON <= rows;
  }
}

function addAll({ above, upTo }: Extent, into: IdCollector): void {
  for (let value = above + 1; value <= upTo; value++) into.add(value);
}

function isOpen({ of, complete, above }: Extent): boolean {
  return of.complete === complete && of.upTo === above;
}

function take({ of, complete, upTo }: Extent, found: SimilarValueList): void {
  if (complete) of.extend(found, upTo);
  else of.complement(found, upTo);
}

/** Number of comparisons left in the current step. An index runs one search at a time. */
export class ComparisonBudget {
  private most = Infinity;
  private rest = Infinity;

  get perStep(): number {
    return this.most;
  }

  get left(): number {
    return this.rest;
  }

  spend(comparisons: number): void {
    this.rest -= comparisons;
  }

  /** @throws LongSearch if the search needs more comparisons in total */
  within<T>(comparisons: number, search: () => T): T {
    this.most = this.rest = comparisons;
    try {
      return search();
    } finally {
      this.most = this.rest = Infinity;
    }
  }
}
