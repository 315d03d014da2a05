import type { Waterfall } from '../charts/chart-data.js';
import { explainPair } from '../evaluation/explain-pair.js';
import { FULL } from '../../matching/method.js';
import { leastMatchWeight } from '../../matching/model.js';
import { NormalizedRecord } from '../../matching/normalized-record.js';
import { type FieldTexts } from '../../matching/field-texts.js';
import { weighPair, type FieldScore } from '../../matching/score.js';
import type { Scenario } from '../../matching/scenario.js';
import type { ReportPair } from './report-data.js';

export interface ReportRecord {
  readonly id: string;
  readonly texts: FieldTexts;
}

/** Explains a pair. Fields of the scenario with the highest score come first, then other filled fields. */
export function reportPair(
  scenarios: readonly Scenario[],
  one: ReportRecord,
  other: ReportRecord,
): ReportPair | undefined {
  const explanation = explainPair(scenarios, one.texts, other.texts);
  if (explanation === undefined) return undefined;
  const { scenario, score, fields } = explanation;
  const waterfall = scenario.model ? bitsOf(scenario, one.texts, other.texts) : pointsOf(scenario, fields, score);
  const compared = new Set(scenario.fields.flatMap((field) => field.fields));
  const besides = [...new Set([...Object.keys(one.texts), ...Object.keys(other.texts)])];
  return {
    ids: [one.id, other.id],
    score: Math.floor(score),
    scenario: scenario.name,
    threshold: scenario.threshold / 100,
    waterfall,
    fields: [
      ...scenario.fields.map(({ label, fields: names }, i) => {
        const { similarity, searched, stored } = fields[i]!;
        return {
          field: label,
          values: [valueOf(one, names), valueOf(other, names)] as const,
          ...(searched !== '' && stored !== '' && { similarity: similarity / FULL }),
          contribution: waterfall.steps.find((step) => step.label === label)?.value,
        };
      }),
      ...besides
        .filter((field) => !compared.has(field))
        .map((field) => ({ field, values: [one.texts[field], other.texts[field]] as const })),
    ],
  };
}

function valueOf({ texts }: ReportRecord, fields: readonly string[]): string | undefined {
  const filled = fields.map((field) => texts[field] ?? '').filter((text) => text !== '');
  return filled.length === 0 ? undefined : filled.join(' ');
}

function bitsOf(scenario: Scenario, one: FieldTexts, other: FieldTexts): Waterfall {
  const [a, b] = [new NormalizedRecord(one).normals(scenario), new NormalizedRecord(other).normals(scenario)];
  const { prior, fields, nonMatches } = weighPair(scenario, scenario.model!, a, b, 'dedupe');
  return {
    unit: 'bits',
    steps: [
      { label: 'two random records', value: prior / 1_000 },
      ...fields.flatMap(({ counted, matchWeight = 0 }, i) =>
        counted || matchWeight !== 0 ? [{ label: scenario.fields[i]!.label, value: matchWeight / 1_000 }] : [],
      ),
      ...nonMatches.flatMap(({ name, effect }) =>
        effect === 0 ? [] : [{ label: `not a match: ${name}`, value: effect / 1_000 }],
      ),
    ],
    threshold: leastMatchWeight(scenario.threshold, 1) / 1_000,
  };
}

function pointsOf(scenario: Scenario, fields: readonly FieldScore[], score: number): Waterfall {
  const inPlay = scenario.fields.reduce((sum, { weight }, i) => (fields[i]!.counted ? sum + weight : sum), 0);
  const steps = scenario.fields.flatMap(({ label, weight }, i) => {
    const { counted, similarity } = fields[i]!;
    return counted ? [{ label, value: (100 * weight * similarity) / (inPlay * FULL) }] : [];
  });
  const sum = steps.reduce((total, { value }) => total + value, 0);
  return {
    unit: 'points',
    steps: score === 0 && sum > 0 ? [...steps, { label: 'too few fields compared', value: -sum }] : steps,
    threshold: scenario.threshold / 100,
  };
}
