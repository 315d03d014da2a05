import { fieldLabel } from '../api/objects.js';
import type { ExplainedField, ObjectDescription, ScoreExplanation } from '../api/types.js';
import { textOf, texts } from '../texts.js';

export type ExplainedScenario = ScoreExplanation['scenarios'][number];

/**
 * Meaning of a row. A `missing` value is blank in the record and treated as different. A `silent` field has no effect,
 * because it was not compared. A `step` is not a field but a part of a learned score.
 */
export type RowKind = 'same' | 'similar' | 'different' | 'missing' | 'silent' | 'step';

export interface WaterfallRow {
  /** The scenario's field. Empty for a step without a field. */
  readonly name: string;
  readonly label: string;
  readonly kind: RowKind;
  readonly searched: string | null;
  readonly stored: string | null;
  /** The score before and after, in points or bits. */
  readonly from: number;
  readonly to: number;
  /** Additional points that the step could have contributed. */
  readonly lost: number;
  /** How the scenario compares the field. Omitted for a step without a field. */
  readonly compared?: Pick<ExplainedField, 'method' | 'similarity' | 'weight'>;
  readonly parts?: readonly { readonly label: string; readonly effect: number }[];
}

export interface WaterfallOf {
  readonly rows: readonly WaterfallRow[];
  readonly total: number;
  readonly threshold: number;
  /** Percentage as shown. */
  readonly score: number;
  /** The lowest and highest drawn value. */
  readonly domain: readonly [number, number];
  /** Whether steps are bits of evidence of a learned scenario, not points. */
  readonly isLearned: boolean;
}

/** Number of bits below which a step is not shown. */
const NEXT_TO_NOTHING = 0.05;

/**
 * Returns the steps of a scenario's score, in percentage points or, for a learned scenario, in bits of evidence.
 *
 * @param type has the labels of the fields
 */
export function waterfallOf(scenario: ExplainedScenario, type?: ObjectDescription): WaterfallOf {
  const { evidence, fields, threshold } = scenario;
  const isLearned = evidence !== undefined;
  const whole = fields.reduce((sum, { counted, weight }) => sum + (counted ? weight : 0), 0);
  let at = 0;
  const rows: WaterfallRow[] = [];
  const step = (label: string, effect: number, parts?: WaterfallRow['parts']): void => {
    const [from, to] = [at, (at += effect)];
    const row = { name: '', label, kind: 'step', searched: null, stored: null, from, to, lost: 0 } as const;
    rows.push(parts === undefined ? row : { ...row, parts });
  };
  if (evidence !== undefined) step(texts.search.prior, evidence.prior);
  for (const field of fields) {
    const effect = field.counted ? field.contribution : 0;
    const [from, to] = [at, (at += effect)];
    const possible = !isLearned && field.counted && whole > 0 ? (100 * field.weight) / whole : 0;
    const { field: name, searched, stored, method, similarity, weight } = field;
    const label = fieldLabel(type, name);
    const compared = { method, similarity, weight };
    const lost = Math.max(0, possible - effect);
    rows.push({ name, label, kind: kindOf(field, isLearned), searched, stored, from, to, lost, compared });
  }
  const rivals = (evidence?.rivals ?? []).map(({ name, effect }) => ({
    label: textOf(texts.search.rivals, name) ?? name,
    effect,
  }));
  if (rivals.length > 0) {
    const all = rivals.reduce((sum, { effect }) => sum + effect, 0);
    step(texts.search.otherReasons, all, rivals);
  }
  const bar = isLearned ? oddsInBits(threshold) : threshold;
  const ends = rows.flatMap(({ from, to }) => [from, to]);
  return {
    rows,
    total: evidence?.total ?? at,
    threshold: bar,
    score: scenario.score,
    domain: isLearned ? [Math.min(0, bar, ...ends), Math.max(0, bar, ...ends)] : [0, 100],
    isLearned,
  };
}

function kindOf({ searched, stored, counted, contribution, similarity }: ExplainedField, isLearned: boolean): RowKind {
  if (!counted || (isLearned && Math.abs(contribution) < NEXT_TO_NOTHING)) return 'silent';
  if (searched === null || stored === null) return 'missing';
  if (similarity === 1) return 'same';
  return contribution > 0 ? 'similar' : 'different';
}

/** @param threshold probability as a percentage */
function oddsInBits(threshold: number): number {
  const share = Math.min(0.999_999, Math.max(0.000_001, threshold / 100));
  return Math.log2(share / (1 - share));
}
