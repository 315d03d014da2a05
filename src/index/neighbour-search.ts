import type { Similarity } from '../matching/method.js';
import type { Candidates } from './finder.js';
import { IdCollector } from './id-collector.js';
import type { Neighbourhood } from './neighbourhood.js';
import { Neighbours } from './neighbours.js';
import { leftAtOnce, mostAtOnce, spend, Unfinished } from './unfinished.js';
import type { Values } from './values.js';

/** What so few comparisons find out is not remembered before it is asked for again. */
const CHEAP = 64;
/** Looking for new values through the finder costs as much as comparing so many of them. */
const COMPARE_NEW = 8;
/** Comparing a value costs as much as so many rows walked. */
const ROWS_OF_A_COMPARISON = 16;

/** What is searched: values, what finds some of them, and how they compare. */
export interface SearchedValues {
  readonly dictionary: Values;
  readonly finder: Candidates;
  /** The query value, ready to be compared. */
  queryOf(of: Neighbourhood): unknown;
  /** Whether `compare` must be asked: false where less work says already that the two are not alike. */
  admits(of: Neighbourhood, value: number): boolean;
  compare(of: Neighbourhood, value: number): Similarity;
  /** Makes the values ready for a comparison quick, where that is worth while. */
  fetch(values: ArrayLike<number>, count: number): void;
  /** Remembers what it took something to find. */
  keep(of: Neighbourhood): void;
  /** To be told how many values a search meets, on the average: for those that keep some ready to be compared. */
  reserve?(candidates: number): void;
}

/** The values among which neighbours are to be found. */
interface Extent {
  readonly of: Neighbourhood;
  /** Whether it was complete, for the values up to this one. */
  readonly complete: boolean;
  readonly above: number;
  /** The last of them. */
  readonly upTo: number;
}

/**
 * Finds the values of a column that are similar to a query's: asks the finder for candidates and compares them; of what is complete already it looks only among the values that
 * have come since, for names that are asked for often must not be looked for anew at every write.
 *
 * What takes long is done in steps, between which the index may change. Why nothing is missed: candidates are all values up to a number that may be similar and that some row has
 * when they have been gathered; a value that no row has by then never gets one again, or needs no row to be found. They are compared by their numbers, and two values are as similar
 * as they ever were. What comes later is taken in as ever. A finder that walks rows sees to it that a value is not missed which moves, meanwhile, from a row not yet come to to one
 * walked past (`Candidates.inSteps`).
 */
export class NeighbourSearch {
  /** Values that the finder comes up with for one value, on the average of late. */
  scanCost = 0;
  private readonly collector = new IdCollector();
  private readonly found = new Neighbours();

  constructor(private readonly values: SearchedValues) {}

  /**
   * Makes a neighbourhood complete for the values there are now.
   *
   * @throws Unfinished where there is more to compare or to walk than may be done at once
   */
  complete(of: Neighbourhood): void {
    const extent = this.extentOf(of);
    if (extent.complete && extent.above === extent.upTo) return;
    const { collector, found } = this;
    const most = mostAtOnce();
    const left = leftAtOnce();
    collector.clear();
    const isWhole = this.gather(extent, collector, Math.max(1, left * ROWS_OF_A_COMPARISON));
    const { ids, count } = collector;
    // What is found in steps must be met again.
    if (!isWhole || count > Math.min(CHEAP, left)) this.values.keep(of);
    if (!isWhole) throw new Unfinished(this.gatherInSteps(of, most));
    const admitted = count > left ? this.admitted(of, ids, count) : undefined;
    if (admitted && admitted.length > left) throw new Unfinished(this.compareInSteps(extent, admitted, most));
    this.values.fetch(ids, count);
    found.count = 0;
    let compared = 0;
    for (let i = 0; i < count; i++) if (this.add(of, ids[i]!, found)) compared++;
    spend(compared);
    take(extent, found);
  }

  /** Values that the finder comes up with for this one. */
  candidatesOf(query: unknown): IdCollector {
    const { collector } = this;
    collector.clear();
    this.values.finder.candidates(query, collector);
    return collector;
  }

  /** To be told how many values the finder came up with. */
  scanned(candidates: number): void {
    this.scanCost += (candidates - this.scanCost) / 8;
    this.values.reserve?.(this.scanCost);
  }

  get bytes(): number {
    return this.collector.bytes;
  }

  private extentOf(of: Neighbourhood): Extent {
    return { of, complete: of.complete, above: of.upTo, upTo: this.values.dictionary.size };
  }

  /** @param rows so many are walked at the most @returns whether that was all */
  private gather(extent: Extent, into: IdCollector, rows: number): boolean {
    const { of, above } = extent;
    const { finder } = this.values;
    if (this.areFew(extent)) addAll(extent, into);
    else if (finder.inSteps) {
      const steps = finder.inSteps(this.values.queryOf(of), into, above, rows);
      if (steps.next().done !== true) {
        steps.return(false);
        return false;
      }
    } else finder.candidates(this.values.queryOf(of), into, above);
    if (!extent.complete) this.scanned(into.count);
    return true;
  }

  /** @param most comparisons, or as many rows as they are worth, in one step */
  private *gatherInSteps(of: Neighbourhood, most: number): Generator<void> {
    const extent = this.extentOf(of);
    const collector = new IdCollector();
    const { finder } = this.values;
    if (this.areFew(extent) || !finder.inSteps) addAll(extent, collector);
    else {
      const query = this.values.queryOf(of);
      if (!(yield* finder.inSteps(query, collector, extent.above, most * ROWS_OF_A_COMPARISON))) return;
      yield;
    }
    yield* this.compareInSteps(extent, this.admitted(of, collector.ids, collector.count), most);
  }

  private *compareInSteps(extent: Extent, candidates: Int32Array, most: number): Generator<void> {
    const { of, above, upTo } = extent;
    const found = new Neighbours();
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
  private admitted(of: Neighbourhood, candidates: Int32Array, count: number): Int32Array {
    return candidates.subarray(0, count).filter((value) => {
      const known = of.remembered(value);
      return known > 0 || (known < 0 && this.values.admits(of, value));
    });
  }

  /** Adds a value if it is similar. @returns whether it had to be compared */
  private add(of: Neighbourhood, value: number, found: Neighbours): boolean {
    const known = of.remembered(value);
    const isNew = known < 0 && this.values.admits(of, value);
    const similarity = isNew ? this.values.compare(of, value) : known;
    if (similarity > 0) found.add(value, similarity);
    return isNew;
  }

  /** Whether what has come since it was complete is compared one by one, rather than looked for through the finder. */
  private areFew({ of, complete, above, upTo }: Extent): boolean {
    if (!complete) return false;
    if (upTo - above <= COMPARE_NEW) return true;
    const rows = this.values.finder.rowsOf?.(this.values.queryOf(of)) ?? 0;
    return (upTo - above) * ROWS_OF_A_COMPARISON <= rows;
  }
}

function addAll({ above, upTo }: Extent, into: IdCollector): void {
  for (let value = above + 1; value <= upTo; value++) into.add(value);
}

function isOpen({ of, complete, above }: Extent): boolean {
  return of.complete === complete && of.upTo === above;
}

function take({ of, complete, upTo }: Extent, found: Neighbours): void {
  if (complete) of.extend(found, upTo);
  else of.complement(found, upTo);
}
