import { FULL } from '../matching/method.js';
import type { Scenario } from '../matching/scenario.js';
import { scorePair } from '../matching/score.js';
import type { Feature } from './feature.js';
import type { MemoryIndex } from './memory-index.js';

/** Which of a row's values are blank, as a number for each combination that there is; and which combinations can find which. The index must not change. */
export class BlankPatterns {
  /** Row -> its pattern. */
  readonly ofRow: Int32Array | Uint8Array;
  /** Pattern -> a row that has it. */
  private readonly examples: number[] = [];
  private readonly reaches = new Map<number, Uint8Array>();

  /** @param plans for each scenario and field: the feature */
  constructor(
    index: MemoryIndex,
    private readonly scenarios: readonly Scenario[],
    private readonly plans: readonly (readonly Feature[])[],
  ) {
    const patterns = new Int32Array(index.lastRow + 1);
    // Splits the rows by one feature after the other: a combination's number is made of its number before and of the feature.
    for (const { column } of new Set(plans.flat())) {
      const numbers: number[] = [];
      let count = 0;
      for (let row = 1; row <= index.lastRow; row++) {
        const key = patterns[row]! * 2 + (column.get(row) === 0 ? 1 : 0);
        patterns[row] = numbers[key] ??= count++;
      }
    }
    for (let row = index.lastRow; row >= 1; row--) this.examples[patterns[row]!] = row;
    // Read for every row that a walk meets: four times as many fit into the processor's cache.
    this.ofRow = this.examples.length <= 256 ? Uint8Array.from(patterns) : patterns;
  }

  /** By the pattern of a stored row: 1 where a search by a row of this pattern may find it, 0 where equal values in all fields that both fill would not do. */
  reachedBy(searched: number): Uint8Array {
    let reached = this.reaches.get(searched);
    if (!reached) {
      reached = Uint8Array.from(this.examples, (stored) => (this.mayFind(this.examples[searched]!, stored) ? 1 : 0));
      this.reaches.set(searched, reached);
    }
    return reached;
  }

  private mayFind(searched: number, stored: number): boolean {
    return this.scenarios.some((scenario, s) => {
      // Evidence is no matter of similarity alone.
      if (scenario.model) return true;
      const filled = (row: number) => this.plans[s]!.map(({ column }) => (column.get(row) === 0 ? '' : 'x'));
      return scorePair(scenario, filled(searched), filled(stored), 'dedupe', () => FULL).isDuplicate;
    });
  }
}
