import type { MatchMethod } from './method.js';
import type { ModelDefinition } from './model-definition.js';
import type { ScoreModel } from './model.js';
import type { ContradictionChoice } from './contradictions/contradictions.js';
import type { ContradictionKindName } from './contradictions/contradiction.js';

export type Usage = 'restSearch' | 'restUpsert';
export type BlankRule = 'mismatch' | 'ignore';
export const EVIDENCE_IN_SEARCH = ['sent', 'whole'] as const;
export type EvidenceInSearch = (typeof EVIDENCE_IN_SEARCH)[number];

/**
 * How an upsert saves the values sent for a record that is stored already: they overwrite, they fill blanks, or the
 * survivorship rules of the object choose.
 */
export const ON_DUPLICATE = ['overwrite', 'fillBlanks', 'rules'] as const;
export type OnDuplicate = (typeof ON_DUPLICATE)[number];

/** One entry of `scenarios.json`, as people write it. */
export interface ScenarioDefinition {
  id: string;
  /** Further Ids that it answers to: those that it had elsewhere. */
  aliases?: string[] | undefined;
  name: string;
  /** Object type name. */
  object: string;
  /** Percent, 0..100, at most two decimals. */
  threshold: number;
  usage: Usage[];
  /**
   * Share of the scenario's whole weight that must be compared (both sides non-blank); default 0.4, at most four
   * decimals.
   */
  minimumEvidence?: number | undefined;
  /**
   * Whether a search that sends less than that is content with what it sends (`sent`, the default), or finds nothing
   * by this scenario (`whole`).
   */
  evidenceInSearch?: EvidenceInSearch | undefined;
  scoreMethod?: 'weighted' | 'probabilistic' | undefined;
  enabled?: boolean | undefined;
  onDuplicate?: OnDuplicate | undefined;
  /**
   * Contradictions of a pair that the scenario finds: `false` for nothing; kinds that are off, and fields that kinds
   * read besides.
   */
  contradictions?: boolean | Partial<Record<ContradictionKindName, boolean | string[]>> | undefined;
  fields: ScenarioFieldDefinition[];
  /** Frozen statistics of a probabilistic scenario, and only of one; see `train`. */
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
 * comparison is exact. The sum of weights is bounded (`MAX_WHOLE`), which keeps numerator x denominator below 2^53 and
 * makes `num / den` as a double order-preserving.
 */
export interface Scenario {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly name: string;
  readonly object: string;
  /** Hundredths of a percent: 75 % is 7,500. A pair is a duplicate when num >= threshold x den. */
  readonly threshold: number;
  readonly usage: readonly Usage[];
  /** Ten-thousandths: 0.4 is 4,000. */
  readonly minimumOverlap: number;
  /** Whether searches are asked for all of it, too; absent: for no more than they send. */
  readonly asksSearches?: true;
  readonly fields: readonly ScenarioField[];
  /** How an upsert saves the values sent for a record that this scenario finds; absent: they overwrite. */
  readonly onDuplicate?: OnDuplicate;
  /** Kinds of contradictions that count for pairs that it finds; `false`: none does. Absent: all. */
  readonly contradictions?: ContradictionChoice | false;
  /** Sum of all weights (hundredths). */
  readonly totalWeight: number;
  /**
   * Makes the scenario probabilistic: the score is 100 x posterior, `weight`, `blank` and `minimumEvidence` play no
   * part (blanks are neutral, and too little evidence does not reach the threshold by itself). An upsert asks of it,
   * too, that more than names and places speaks for a match.
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
  /** A person's name or a place: an upsert may not rest on such fields alone. Absent: it may. */
  readonly isNameOrPlace?: boolean;
}

/** Largest `totalWeight`, in hundredths (weights that add up to 5,000). */
export const MAX_TOTAL_WEIGHT = 500_000;
