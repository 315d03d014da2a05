import type { OnDuplicate } from '../records/on-duplicate.js';
import type { MatchMethod } from './method.js';
import type { ModelDefinition } from './model-definition.js';
import type { ScoreModel } from './model.js';
import type { ContradictionChoice, ContradictionKindName } from './contradictions/contradiction.js';

export type Usage = 'restSearch' | 'restUpsert';
export type BlankRule = 'mismatch' | 'ignore';
export const EVIDENCE_IN_SEARCH = ['sent', 'whole'] as const;
export type EvidenceInSearch = (typeof EVIDENCE_IN_SEARCH)[number];

/** One entry of `scenarios.json`. */
export interface ScenarioDefinition {
  id: string;
  /** Other Ids for the same scenario, from another system. */
  aliases?: string[] | undefined;
  name: string;
  /** Object type name. */
  object: string;
  /** Percent, 0..100, at most two decimals. */
  threshold: number;
  usage: Usage[];
  /**
   * Minimum share of the scenario's whole weight that must be compared (both sides non-blank); default 0.4, at most
   * four decimals.
   */
  minimumEvidence?: number | undefined;
  /**
   * For a search that sends less than that: `sent` (default) requires only what it sends, `whole` finds nothing by this
   * scenario.
   */
  evidenceInSearch?: EvidenceInSearch | undefined;
  scoreMethod?: 'weighted' | 'probabilistic' | undefined;
  enabled?: boolean | undefined;
  onDuplicate?: OnDuplicate | undefined;
  /**
   * Contradictions for pairs of this scenario: `false` for none; kinds that are turned off, and additional fields of
   * kinds.
   */
  contradictions?: boolean | Partial<Record<ContradictionKindName, boolean | string[]>> | undefined;
  fields: ScenarioFieldDefinition[];
  /** Fixed statistics; makes the scenario probabilistic. See `train`. */
  model?: ModelDefinition | undefined;
}

export interface ScenarioFieldDefinition {
  /** One field name, or several joined by `+` for methods that read several fields. */
  field: string;
  /** Name of a match method. */
  method: string;
  /** Above 0, at most 1,000, at most two decimals. */
  weight: number;
  blank?: BlankRule | undefined;
}

/**
 * A scenario ready for use: fields resolved to declared spellings, weights and thresholds as integers so that every
 * comparison is exact. The sum of weights is limited (`MAX_TOTAL_WEIGHT`), which keeps numerator x denominator below
 * 2^53 and makes `num / den` as a double order-preserving.
 */
export interface Scenario {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly name: string;
  readonly object: string;
  /** Hundredths of a percent: 75 % is 7,500. A pair is a duplicate if num >= threshold x den. */
  readonly threshold: number;
  readonly usage: readonly Usage[];
  /** Ten-thousandths: 0.4 is 4,000. */
  readonly minimumOverlap: number;
  /** Whether searches require all of it too; absent: only as much as they send. */
  readonly asksSearches?: true;
  readonly fields: readonly ScenarioField[];
  /** How an upsert saves its values into a record found by this scenario; absent: overwrite. */
  readonly onDuplicate?: OnDuplicate;
  /** Kinds of contradictions that count for its pairs; `false`: none. Absent: all. */
  readonly contradictions?: ContradictionChoice | false;
  /** Sum of all weights (hundredths). */
  readonly totalWeight: number;
  /**
   * Makes the scenario probabilistic: the score is 100 x posterior, and `weight`, `blank` and `minimumEvidence` are
   * unused. (Blanks are neutral, and too little evidence does not reach the threshold.) An upsert still requires
   * evidence beyond names and places.
   */
  readonly model?: ScoreModel | undefined;
}

export interface ScenarioField {
  /** Declared field names, usually one. */
  readonly fields: readonly string[];
  /** For messages and explanations: the names joined by `+`. */
  readonly label: string;
  readonly method: MatchMethod;
  /** Hundredths: weight 20 is 2,000. */
  readonly weight: number;
  readonly blank: BlankRule;
  /** A person's name or a place, which does not suffice for an upsert. Absent: it does. */
  readonly isNameOrPlace?: boolean;
}

/** Maximum `totalWeight`, in hundredths (weights that add up to 5,000). */
export const MAX_TOTAL_WEIGHT = 500_000;
