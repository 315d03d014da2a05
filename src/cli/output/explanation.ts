import type { ScoreExplanation } from '../../service/explain/explanation.js';
import { table } from '../../files/write/text-table.js';

type ExplainedScenario = ScoreExplanation['scenarios'][number];

export function explanationText({ score, contradictions, scenarios }: ScoreExplanation): string {
  const parts = scenarios.map((scenario) => {
    const verdict = scenario.isDuplicate ? 'duplicate' : 'not a duplicate';
    const head = `${scenario.scenarioName} (${scenario.scenarioId}): score ${scenario.score}, threshold ${scenario.threshold}, ${verdict}`;
    const note = scenario.note === undefined ? '' : `${scenario.note}\n`;
    return `\n${head}\n${note}${scenario.evidence ? bitsText(scenario, scenario.evidence) : weightsText(scenario)}`;
  });
  const against = (contradictions ?? []).map(
    ({ kind, field, one, other }) => `contradiction (${kind}): ${field} ${one} / ${other}\n`,
  );
  return `score ${score}\n${against.join('')}${parts.join('')}`;
}

function weightsText({ fields }: ExplainedScenario): string {
  return table(
    ['field', 'method', 'searched', 'stored', 'similarity', 'weight', 'contribution', 'note'],
    fields.map((field) => [
      field.field,
      field.method,
      field.searched ?? '',
      field.stored ?? '',
      field.similarity.toFixed(2),
      field.counted ? String(field.weight) : `(${field.weight})`,
      field.contribution.toFixed(1),
      field.note ?? '',
    ]),
  );
}

/** Formats a sum. All displayed digits are exact, because weights are whole thousandths of a bit. */
function bitsText(
  { fields }: ExplainedScenario,
  { prior, rivals, total, probability }: NonNullable<ExplainedScenario['evidence']>,
): string {
  const bits = (number: number) => `${number < 0 ? '-' : '+'}${Math.abs(number).toFixed(3)}`.padStart(8);
  const row = (name: string, value: number, note = '') => [name, '', '', '', '', bits(value), note];
  const sum = table(
    ['', 'method', 'searched', 'stored', 'similarity', '    bits', 'note'],
    [
      row('prior', prior, 'two random records'),
      ...fields.map((field) => [
        field.field,
        field.method,
        field.searched ?? '',
        field.stored ?? '',
        field.counted ? field.similarity.toFixed(2) : '',
        bits(field.contribution),
        field.note ??
          (field.adjustment === undefined ? '' : `includes ${bits(field.adjustment).trim()} for its frequency`),
      ]),
      ...rivals.map(({ name, effect }) => row(`not a match: ${name}`, effect, 'similar for this reason')),
      row('sum', total, 'log2 odds of a match'),
    ],
    60,
  );
  return `${sum}probability ${(probability * 100).toFixed(4)} % = 1 / (1 + 2^${(-total).toFixed(3)})\n`;
}
