import { JoinPlan } from './join-plan.js';
import type { JoinScenario } from './join-scenario.js';
import { SketchBounds } from './row-sketches.js';

/** A scenario with its plan for the current row. */
export interface Planned {
  readonly scenario: JoinScenario;
  readonly plan: JoinPlan;
  /** By field: `NOTHING`, `EQUAL` or `SIMILAR`, for the rows `from` to `to`, exclusive. */
  readonly walked: Uint8Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** By field: similar values that add less are not walked. */
  readonly limits: Float64Array;
  readonly bounds: SketchBounds;
}

export function plannedScenario(scenario: JoinScenario): Planned {
  const { length } = scenario.columns;
  return {
    scenario,
    plan: new JoinPlan(scenario),
    walked: new Uint8Array(length),
    from: new Int32Array(length),
    to: new Int32Array(length),
    limits: new Float64Array(length),
    bounds: new SketchBounds(scenario),
  };
}
