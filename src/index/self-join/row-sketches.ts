import type { JoinPlan } from './join-plan.js';
import type { JoinScenario } from './join-scenario.js';
import type { JoinColumn } from './join-table.js';

/** Columns of a table that a sketch has a byte of: the first ones. */
export const SKETCHED_COLUMNS = 8;
/** Numbers that a sketch takes: four bytes each. */
export const SKETCH_WORDS = 2;
const BYTES = 256;
/** 2^32 by the golden ratio, odd: spreads neighbours (Knuth, The Art of Computer Programming 3, 6.4). */
const SPREAD = 0x9e3779b1;

/** One byte for a value: 0 for blank, 1..255 for others. */
function byteOf(value: number): number {
  return value === 0 ? 0 : Math.imul(value, SPREAD) >>> 24 || 1;
}

/**
 * Sketches of all rows, `SKETCH_WORDS` a row, row 0 unused.
 *
 * @param columns of `records`, a row of which begins at `row << shift`
 */
export function rowSketches(records: Int32Array, shift: number, columns: number): Int32Array {
  const rows = records.length >>> shift;
  const sketches = new Int32Array(rows * SKETCH_WORDS);
  const sketched = Math.min(columns, SKETCHED_COLUMNS);
  for (let row = 1; row < rows; row++)
    for (let c = 0; c < sketched; c++)
      sketches[row * SKETCH_WORDS + (c >>> 2)]! |= byteOf(records[(row << shift) + c]!) << (8 * (c & 3));
  return sketches;
}

/**
 * Upper bound of another row's contribution to the sum of a scenario, told by its sketch alone: no memory is touched
 * but the list that it stands in. For each byte, the best of all values that have it.
 */
export class SketchBounds {
  private readonly bounds = new Float64Array(SKETCHED_COLUMNS * BYTES);
  /** Maximum contribution of the columns that no sketch covers. */
  private unsketched = 0;
  /** Whether these are the bounds of the row that is joined. */
  isFilled = false;

  /** To be called when a row is planned: its bounds by field stand in `plan`. @param columns of the table */
  fill(
    { scenario, plan }: { readonly scenario: JoinScenario; readonly plan: JoinPlan },
    own: Int32Array,
    columns: readonly JoinColumn[],
  ): void {
    this.isFilled = true;
    this.unsketched = scenario.base;
    scenario.columns.forEach((column, i) => {
      if (column >= SKETCHED_COLUMNS) {
        this.unsketched += Math.max(plan.equal[i]!, plan.other[i]!, plan.blank[i]!);
        return;
      }
      const ofColumn = this.bounds.subarray(column * BYTES, (column + 1) * BYTES);
      const value = own[column]!;
      const lists = plan.isFilled[i] === 1 ? columns[column]!.similar : undefined;
      ofColumn.fill(lists ? plan.rest[i]! : plan.other[i]!);
      if (lists) {
        const least = scenario.least(i);
        const adjustment = scenario.adjustment(i, value);
        for (let at = lists.starts[value]!; at < lists.starts[value + 1]!; at++) {
          const similarity = lists.similarities[at]!;
          if (similarity < least) continue;
          const byte = byteOf(lists.values[at]!);
          ofColumn[byte] = Math.max(ofColumn[byte]!, scenario.adds(i, similarity, adjustment));
        }
      }
      if (plan.isFilled[i] === 1) ofColumn[byteOf(value)] = Math.max(ofColumn[byteOf(value)]!, plan.equal[i]!);
      ofColumn[0] = plan.blank[i]!;
    });
  }

  /**
   * The bound of the field whose list is walked is that of the value which the list is of.
   *
   * @param adds what this value adds, instead of the best one of its byte
   */
  exactly(column: number, value: number, adds: number): number {
    if (column >= SKETCHED_COLUMNS) return this.unsketched;
    return this.unsketched + adds - this.bounds[column * BYTES + byteOf(value)]!;
  }

  /** @param known see `exactly` @returns whether a row whose sketch stands at this place may be a duplicate */
  mayReach(known: number, sketches: Int32Array, place: number): boolean {
    const { bounds } = this;
    const one = sketches[place * SKETCH_WORDS]!;
    const two = sketches[place * SKETCH_WORDS + 1]!;
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
