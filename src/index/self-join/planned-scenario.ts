import { JoinPlan } from './join-plan.js';
import type { JoinScenario } from './join-scenario.js';
import { SketchBounds } from './row-sketches.js';

/** Stretches of rows that a field's lists are walked in, ascending, and where their bounds stand. */
export class Stretches {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly bounds: number[] = [];

  clear(): void {
    this.starts.length = this.ends.length = this.bounds.length = 0;
  }

  add(start: number, end: number, bounds: number): void {
    if (this.ends.at(-1) === start && this.bounds.at(-1) === bounds) this.ends[this.ends.length - 1] = end;
    else {
      this.starts.push(start);
      this.ends.push(end);
      this.bounds.push(bounds);
    }
  }
}

/** A scenario with the plan of the row that is joined. */
export interface Planned {
  readonly scenario: JoinScenario;
  readonly plan: JoinPlan;
  /** By field. */
  readonly equal: readonly Stretches[];
  readonly similar: readonly Stretches[];
  /**
   * Upper bounds of an equal value, and of another one, for a row that was not met in the lists walked so far: by set
   * of lists to be walked and field.
   */
  readonly equalBounds: number[];
  readonly otherBounds: number[];
  /** Sets of lists, flat. */
  readonly walked: number[];
  /** Bounds of the row that is joined, once it walks a long list. */
  readonly sketchBounds: SketchBounds;
}

export function plannedScenario(scenario: JoinScenario): Planned {
  const { columns } = scenario;
  return {
    scenario,
    plan: new JoinPlan(scenario),
    equal: columns.map(() => new Stretches()),
    similar: columns.map(() => new Stretches()),
    equalBounds: [],
    otherBounds: [],
    walked: [],
    sketchBounds: new SketchBounds(),
  };
}

/** Where the bounds of the plan's lists stand: those of the class before where they are the same. */
export function boundsOf({ plan, walked, equalBounds, otherBounds }: Planned): number {
  const count = plan.walked.length;
  const last = walked.length - count;
  let isSame = last >= 0;
  for (let i = 0; isSame && i < count; i++) isSame = walked[last + i] === plan.walked[i];
  if (isSame) return last;
  for (let i = 0; i < count; i++) {
    walked.push(plan.walked[i]!);
    equalBounds.push(plan.equal[i]!);
    otherBounds.push(plan.other[i]!);
  }
  return last + count;
}
