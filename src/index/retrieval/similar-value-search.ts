import type { Similarity } from '../../matching/method.js';
import type { CandidateSource } from './candidate-generator.js';
import { IdCollector } from '../../memory/id-collector.js';
import type { SimilarValues } from './similar-values.js';
import { SimilarValueList } from './similar-value-list.js';
import { LongSearch } from '../../runtime/long-search.js';
import type { ComparisonBudget } from './comparison-budget.js';
import type { ValueDictionary } from '../values/value-dictionary.js';

/** A result of at most this many comparisons is not remembered before it is asked for again. */
const CHEAP = 64;
/** Looking for new values through the generator costs as much as comparing so many of them. */
const COMPARE_NEW = 8;
/** Comparing a value costs as much as so many rows walked. */
const ROWS_OF_A_COMPARISON = 16;

/** The values that are searched, the generator that finds candidates among them, and how they compare. */
export interface SearchedValues {
  /** Comparisons left to the running search. */
  readonly budget: ComparisonBudget;
  readonly dictionary: ValueDictionary;
  readonly generator: CandidateSource;
  /** The query value, ready to be compared. */
  queryOf(of: SimilarValues): unknown;
  /** Whether `compare` must be asked: false where less work says already that the two are not alike. */
  admits(of: SimilarValues, value: number): boolean;
  compare(of: SimilarValues, value: number): Similarity;
  /** Makes the values ready for a comparison quick, where that is worth while. */
  fetch(values: ArrayLike<number>, count: number): void;
  /** Remembers what it took something to find. */
  keep(of: SimilarValues): void;
  /** To be told how many values a search meets, on the average: for those that keep some ready to be compared. */
  reserve?(candidates: number): void;
}

/** The values among which similar values are to be found. */
interface Extent {
  readonly of: SimilarValues;
  /** Whether it was complete, for the values up to this one. */
  readonly complete: boolean;
  readonly above: number;
  /** The last of them. */
  readonly upTo: number;
}

/**
 * Finds the values of a column that are similar to a query's: asks the generator for candidates and compares them. A
 * list that is complete already only takes in the values that have come since: names that are asked for often must not
 * be looked for anew at every write.
 *
 * A long search is done in steps, between which the index may change. Why nothing is missed: candidates are all
 * values up to a number that may be similar and that some row has when they have been gathered; a value that no row has
 * by then never gets one again, or needs no row to be found. They are compared by their numbers, and two values are as
 * similar as they ever were. Later values are taken in as ever. A generator that walks rows sees to it that a value
 * is not missed which moves, meanwhile, from a row not yet come to to one walked past (`Candidates.inSteps`).
 */
export class SimilarValueSearch {
  /** Values that the generator comes up with for one value, on the average of late. */
  scanCost = 0;
  private readonly collector = new IdCollector();
  private readonly found = new SimilarValueList();

  constructor(private readonly values: SearchedValues) {}

  /**
   * Completes the similar values of a query value for the values there are now.
   *
   * @throws LongSearch where there is more to compare or to walk than may be done at once
   */
  complete(of: SimilarValues): void {
    const extent = this.extentOf(of);
    if (extent.complete && extent.above === extent.upTo) return;
    const { collector, found } = this;
    const { budget } = this.values;
    const { perStep: most, left } = budget;
    collector.clear();
    const isWhole = this.gather(extent, collector, Math.max(1, left * ROWS_OF_A_COMPARISON));
    const { ids, count } = collector;
    // A list found in steps must be there when the search starts again.
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

  /** Values above this one that the generator comes up with for a value. */
  candidatesOf(query: unknown, above: number): IdCollector {
    const { collector } = this;
    collector.clear();
    this.values.generator.candidates(query, collector, above);
    return collector;
  }

  /** To be told how many values the generator came up with. */
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

  /** @param rows so many are walked at the most @returns whether that was all */
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

  /** @param most comparisons, or as many rows as they are worth, in one step */
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
      // Values given to rows meanwhile may be any.
      if (value <= above || value > upTo) continue;
      if (compared >= most) {
        compared = 0;
        yield;
      }
      // Another search may have done the same meanwhile.
      if (!isOpen(extent)) return;
      if (this.add(of, value, found)) compared++;
    }
    if (isOpen(extent)) take(extent, found);
  }

  /** Without the candidates that are known not to be similar before they are compared. */
  private admitted(of: SimilarValues, candidates: Int32Array, count: number): Int32Array {
    return candidates.subarray(0, count).filter((value) => {
      const known = of.known(value);
      return known > 0 || (known < 0 && this.values.admits(of, value));
    });
  }

  /** Adds a value if it is similar. @returns whether it had to be compared */
  private add(of: SimilarValues, value: number, found: SimilarValueList): boolean {
    const known = of.known(value);
    const isNew = known < 0 && this.values.admits(of, value);
    const similarity = isNew ? this.values.compare(of, value) : known;
    if (similarity > 0) found.add(value, similarity);
    return isNew;
  }

  /**
   * Whether what has come since it was complete is compared one by one, rather than looked for through the generator.
   */
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
