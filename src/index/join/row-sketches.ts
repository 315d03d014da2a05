import type { JoinPlan } from './join-plan.js';
import type { JoinScenario } from './join-scenario.js';
import { sharedInts, type SimilarLists } from './similar-pairs.js';

export interface JoinColumn {
  /** Start of each value's rows. The rows end where those of the next value start. */
  readonly starts: Int32Array;
  /** Rows of each value, ascending, each followed by its sketch (see `LISTED`), so that one cache miss reads both. */
  readonly rows: Int32Array;
  /** Lists of similar values. `undefined` if values are compared only when their rows are compared. */
  readonly similar: SimilarLists | undefined;
}

/** Number of columns in a sketch. Each has one byte. The remaining columns have none. */
const SKETCHED_COLUMNS = 8;
export const SKETCH_WORDS = 2;
/** Integers per row in a list: the row number and the row's sketch. */
export const LISTED = 1 + SKETCH_WORDS;
const BYTES = 256;
const NOWHERE = -1;
/** 2^32 divided by the golden ratio, odd. Spreads adjacent values (Knuth, The Art of Computer Programming 3, 6.4). */
const SPREAD = 0x9e3779b1;

/** Returns the sketch byte of a value: 0 for a blank, otherwise 1 to 255. */
function byteOf(value: number): number {
  return value === 0 ? 0 : Math.imul(value, SPREAD) >>> 24 || 1;
}

/** Returns `SKETCH_WORDS` words per row. Row 0 is unused. @param records row r starts at `r << shift` */
export function rowSketches(records: Int32Array, shift: number, columns: number): Int32Array {
  const rows = records.length >>> shift;
  const sketches = sharedInts(rows * SKETCH_WORDS);
  const sketched = Math.min(columns, SKETCHED_COLUMNS);
  for (let row = 1; row < rows; row++)
    for (let c = 0; c < sketched; c++)
      sketches[row * SKETCH_WORDS + (c >>> 2)]! |= byteOf(records[(row << shift) + c]!) << (8 * (c & 3));
  return sketches;
}

/** Upper bounds of other rows' contributions, by field and sketch byte. Scanning a list lowers its field's bounds. */
export class SketchBounds {
  private readonly bounds = new Float64Array(SKETCHED_COLUMNS * BYTES);
  /** Bounds before any list is scanned. Reused for the next row if it has the same values. */
  private readonly first = new Float64Array(SKETCHED_COLUMNS * BYTES);
  private readonly most: Float64Array;
  /** `base` plus the highest bounds of the fields that have no sketch byte. */
  private unsketched = 0;
  /** Start of each field's bounds. `NOWHERE` for a field without a sketch byte, or with an earlier field's column. */
  private readonly starts: Int32Array;

  constructor(private readonly scenario: JoinScenario) {
    this.starts = Int32Array.from(scenario.columns, (column, i) =>
      column < SKETCHED_COLUMNS && scenario.columns.indexOf(column) === i ? column * BYTES : NOWHERE,
    );
    this.most = new Float64Array(scenario.columns.length);
  }

  /** @param plan the row's bounds by field @param isOld by field: whether the previous row has the same value */
  fill(plan: JoinPlan, own: Int32Array, columns: readonly JoinColumn[], isOld: Uint8Array): void {
    const { scenario, most, starts } = this;
    this.unsketched = scenario.base;
    for (let i = 0; i < scenario.columns.length; i++) {
      const column = scenario.columns[i]!;
      most[i] = Math.max(plan.equal[i]!, plan.other[i]!, plan.blank[i]!);
      if (starts[i] === NOWHERE) this.unsketched += most[i]!;
      else if (isOld[i] === 0) this.fillField(plan, i, own[column]!, columns[column]!);
    }
    this.bounds.set(this.first);
  }

  private fillField(plan: JoinPlan, i: number, value: number, { similar }: JoinColumn): void {
    const { scenario, first } = this;
    const at = this.starts[i]!;
    const isFilled = plan.isFilled[i] === 1;
    first.fill(isFilled && similar ? plan.rest[i]! : plan.other[i]!, at, at + BYTES);
    if (isFilled && similar) {
      const least = scenario.least(i);
      const adjustment = scenario.adjustment(i, value);
      const end = similar.starts[value + 1]!;
      for (let n = similar.starts[value]!; n < end; n++) {
        const similarity = similar.similarities[n]!;
        if (similarity < least) continue;
        const place = at + byteOf(similar.values[n]!);
        const adds = scenario.adds(i, similarity, adjustment);
        if (adds > first[place]!) first[place] = adds;
      }
    }
    if (isFilled) first[at + byteOf(value)] = Math.max(first[at + byteOf(value)]!, plan.equal[i]!);
    first[at] = plan.blank[i]!;
  }

  /**
   * Lowers bounds after all rows with these values are found.
   * @param bound of other values
   * @param value default: all
   */
  lower(field: number, bound: number, blank: number, value?: number): void {
    const { bounds, most } = this;
    const before = most[field]!;
    most[field] = Math.min(before, Math.max(bound, blank));
    const at = this.starts[field]!;
    if (at === NOWHERE) {
      this.unsketched += most[field] - before;
      return;
    }
    const first = value === undefined ? 1 : byteOf(value);
    const last = value === undefined ? BYTES - 1 : first;
    for (let place = at + first; place <= at + last; place++) if (bounds[place]! > bound) bounds[place] = bound;
  }

  withoutField(field: number): number {
    const { most, scenario } = this;
    let sum = scenario.base;
    for (let i = 0; i < most.length; i++) if (i !== field) sum += most[i]!;
    return sum;
  }

  /** Returns the highest possible sum for a row with a known value in one field. @param adds its contribution */
  exactly(field: number, value: number, adds: number): number {
    const at = this.starts[field]!;
    const known = at === NOWHERE ? this.most[field]! : this.bounds[at + byteOf(value)]!;
    return this.unsketched - known + adds;
  }

  ofAll(): number {
    return this.unsketched;
  }

  /** Returns whether a row may be a duplicate. @param known see `exactly` @param at start of the row's sketch */
  mayReach(known: number, sketches: Int32Array, at: number): boolean {
    const { bounds } = this;
    const one = sketches[at]!;
    const two = sketches[at + 1]!;
    return (
      known +
        bounds[one & 255]! +
        bounds[BYTES + ((one >>> 8) & 255)]! +
        bounds[2 * BYTES + ((one >>> 16) & 255)]! +
        bounds[3 * BYTES + (one >>> 24)]! +
        bounds[4 * BYTES + (two & 255)]! +
        bounds[5 * BYTES + ((two >>> 8) & 255)]! +
        bounds[6 * BYTES + ((two >>> 16) & 255)]! +
        bounds[7 * BYTES + (two >>> 24)]! >=
      0
    );
  }
}
