import type { ExplainedField, ScoreExplanation } from '../api/types.js';
import { formatPercent } from '../state/number-format.js';
import { texts } from '../texts.js';

export type ExplainedScenario = ScoreExplanation['scenarios'][number];

/** One step of the way from nothing to the score. */
export interface WaterfallRow {
  readonly label: string;
  readonly detail: string;
  readonly searched: string | null;
  readonly stored: string | null;
  /** The score before and after, in points or bits. */
  readonly from: number;
  readonly to: number;
  /** Further points that the step could have added. */
  readonly lost: number;
  readonly counted: boolean;
}

export interface WaterfallOf {
  readonly rows: readonly WaterfallRow[];
  readonly total: number;
  readonly threshold: number;
  /** The least and the greatest value that is drawn. */
  readonly domain: readonly [number, number];
  readonly unit: string;
}

/** The steps of a scenario's score: percentage points of a weighted one, bits of evidence of a probabilistic one. */
export function waterfallOf(scenario: ExplainedScenario): WaterfallOf {
  const { evidence, fields, threshold } = scenario;
  const whole = fields.reduce((sum, { counted, weight }) => sum + (counted ? weight : 0), 0);
  let at = 0;
  const rows: WaterfallRow[] = [];
  const add = (label: string, effect: number, field?: ExplainedField): void => {
    const counted = field?.counted ?? true;
    const from = at;
    if (counted) at += effect;
    const possible = evidence === undefined && field?.counted === true && whole > 0 ? (100 * field.weight) / whole : 0;
    rows.push({
      label,
      detail: field === undefined ? '' : detailOf(field),
      searched: field?.searched ?? null,
      stored: field?.stored ?? null,
      from,
      to: at,
      lost: Math.max(0, possible - effect),
      counted,
    });
  };
  if (evidence !== undefined) add(texts.search.prior, evidence.prior);
  for (const field of fields) add(field.field, field.contribution, field);
  for (const { name, effect } of evidence?.rivals ?? []) add(name, effect);
  const bar = evidence === undefined ? threshold : oddsInBits(threshold);
  const ends = rows.flatMap(({ from, to }) => [from, to]);
  return {
    rows,
    total: evidence?.total ?? at,
    threshold: bar,
    domain: evidence === undefined ? [0, 100] : [Math.min(0, bar, ...ends), Math.max(0, bar, ...ends)],
    unit: evidence === undefined ? texts.search.points : texts.search.bits,
  };
}

function detailOf({ method, similarity, searched, stored, counted, note }: ExplainedField): string {
  const compared = searched !== null && stored !== null && similarity > 0;
  const parts = [
    compared ? texts.search.similarity(method, formatPercent(similarity)) : method,
    ...(note === undefined ? (counted ? [] : [texts.search.notCounted]) : [note]),
  ];
  return parts.join('; ');
}

/** @param threshold probability in percent */
function oddsInBits(threshold: number): number {
  const share = Math.min(0.999_999, Math.max(0.000_001, threshold / 100));
  return Math.log2(share / (1 - share));
}
