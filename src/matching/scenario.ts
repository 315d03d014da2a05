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
  /** Ids from another system. */
  aliases?: string[] | undefined;
  name: string;
  object: string;
  /** Percent, 0..100, at most two decimals. */
  threshold: number;
  usage: Usage[];
  /** Minimum share of the whole weight to be compared (both sides non-blank); default 0.4, at most four decimals. */
  minimumEvidence?: number | undefined;
  /** For a search that sends less: `sent` (default) requires only what it sends, `whole` finds nothing. */
  evidenceInSearch?: EvidenceInSearch | undefined;
  scoreMethod?: 'weighted' | 'probabilistic' | undefined;
  enabled?: boolean | undefined;
  onDuplicate?: OnDuplicate | undefined;
  /** `false` for none; or kinds that are turned off, and additional fields of kinds. */
  contradictions?: boolean | Partial<Record<ContradictionKindName, boolean | string[]>> | undefined;
  fields: ScenarioFieldDefinition[];
  /** Makes the scenario probabilistic. See `train`. */
  model?: ModelDefinition | undefined;
}

export interface ScenarioFieldDefinition {
  /** Several are joined by `+` for methods that read several fields. */
  field: string;
  method: string;
  /** Above 0, at most 1,000, at most two decimals. */
  weight: number;
  blank?: BlankRule | undefined;
}

/**
 * Ready for use: declared spellings, and integers so that every comparison is exact. `MAX_TOTAL_WEIGHT` keeps numerator
 * x denominator below 2^53, so `num / den` as a double preserves the order.
 */
export interface Scenario {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly name: string;
  readonly object: string;
  /** Hundredths of a percent: 75 % is 7,500. A duplicate has num >= threshold x den. */
  readonly threshold: number;
  readonly usage: readonly Usage[];
  /** Ten-thousandths: 0.4 is 4,000. */
  readonly minimumOverlap: number;
  /** Searches require all of it too; absent: only as much as they send. */
  readonly asksSearches?: true;
  readonly fields: readonly ScenarioField[];
  /** Absent: overwrite. */
  readonly onDuplicate?: OnDuplicate;
  /** `false`: none. Absent: all. */
  readonly contradictions?: ContradictionChoice | false;
  readonly totalWeight: number;
  /** Makes the scenario probabilistic (score 100 x posterior); `weight`, `blank`, `minimumEvidence` are unused. */
  readonly model?: ScoreModel | undefined;
}

export interface ScenarioField {
  /** Declared names, usually one. */
  readonly fields: readonly string[];
  readonly label: string;
  readonly method: MatchMethod;
  /** Hundredths: weight 20 is 2,000. */
  readonly weight: number;
  readonly blank: BlankRule;
  /** A person's name or a place, which does not suffice for an upsert. Absent: it does. */
  readonly isNameOrPlace?: boolean;
}

/** Hundredths: weights that add up to 5,000. */
export const MAX_TOTAL_WEIGHT = 500_000;
