import type { OnDuplicate } from '../records/on-duplicate.js';
import type { MatchMethod } from './method.js';
import type { ScoreModel } from './model.js';
import type { ContradictionChoice } from './contradictions/contradiction.js';

export type { ScenarioDefinition, ScenarioFieldDefinition } from './scenario-schema.js';
export type Usage = 'restSearch' | 'restUpsert';
export type BlankRule = 'mismatch' | 'ignore';

/**
 * A resolved scenario, with declared field names. Numbers are integers, so comparisons are exact. `MAX_TOTAL_WEIGHT`
 * keeps numerator x denominator below 2^53, so that doubles preserve the order of `num / den`.
 */
export interface Scenario {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly name: string;
  readonly object: string;
  /** Threshold in hundredths of a percent: 75% is 7,500. A pair is a duplicate if num >= threshold x den. */
  readonly threshold: number;
  readonly usage: readonly Usage[];
  /** Minimum overlap: the share of the weight that both records must have, in ten-thousandths. 0.4 is 4,000. */
  readonly minimumOverlap: number;
  /** Whether searches also require the whole minimum overlap. If absent, they require only the sent fields. */
  readonly asksSearches?: true;
  readonly fields: readonly ScenarioField[];
  /** How an upsert updates a duplicate. Default: overwrite. */
  readonly onDuplicate?: OnDuplicate;
  /** `false` disables all kinds. Default: all kinds. */
  readonly contradictions?: ContradictionChoice | false;
  readonly totalWeight: number;
  /** If present, the scenario is probabilistic: the score is 100 x posterior. Excludes `weight` and `blank`. */
  readonly model?: ScoreModel | undefined;
}

export interface ScenarioField {
  /** Declared names of the fields. Usually there is one. */
  readonly fields: readonly string[];
  readonly label: string;
  readonly method: MatchMethod;
  /** Weight in hundredths: weight 20 is 2,000. */
  readonly weight: number;
  readonly blank: BlankRule;
  /** Whether the field has a person's name or a place, which does not suffice for an upsert. Default: false. */
  readonly isNameOrPlace?: boolean;
}

/** In hundredths. */
export const MAX_TOTAL_WEIGHT = 500_000;
