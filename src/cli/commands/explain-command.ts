import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { Likeness } from '../../service/likeness.js';
import { argumentList, command, text, texts } from '../command.js';
import { objectType } from '../../files/read/object-of.js';
import { WrongUse } from '../../runtime/failure.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { withService, withoutRecords } from '../meant-store.js';
import { nameFields } from '../../files/read/guess/name-fields.js';
import { jsonOption, objectOption, parseAssignments, scenarioIdsOption, serviceOptions } from '../options.js';
import { show } from '../output/print.js';
import type { ScoreExplanation } from '../../service/explain/explanation.js';
import { table } from '../../files/write/text-table.js';

export const explainCommand = (): Command =>
  command({
    name: 'explain',
    description: 'explain the score of two records, by scenario and field',
    inputs: {
      values: argumentList('<values...>', 'query values: Field=value ...'),
      ...objectOption,
      record: text('--record <id>', 'Id of a stored record to compare with'),
      with: texts('--with <values...>', 'values to compare with instead of a record: Field=value ...'),
      ...scenarioIdsOption,
      ...serviceOptions,
      ...jsonOption,
    },
    examples: [
      'explain --object Contact FirstName=Bob LastName=Smith --with FirstName=Robert LastName=Smyth',
      'explain --object Contact LastName=Keller Email=anna@example.com --record 0030000000000AfAAI --json',
    ],
    run: async ({ object, record, with: other, scenario, json, ...given }) => {
      if ((record === undefined) === (other === undefined))
        throw new WrongUse('give either --record ID or --with Field=value ...');
      const configuration = await configurationMeant(given);
      const type = objectType(configuration, object);
      const valuesOf = (texts: readonly string[]) => nameFields(type, parseAssignments(texts));
      const input = {
        objectPrefix: type.keyPrefix,
        objectData: valuesOf(given.values),
        ...(scenario.length > 0 && { scenarioIds: scenario }),
        ...(record !== undefined && { recordId: record }),
        ...(other !== undefined && { otherData: valuesOf(other) }),
      };
      const local = (likeness: Pick<Likeness, 'explain'>) => Promise.resolve(likeness.explain(input));
      const isThere = given.url !== undefined || given.store !== undefined || existsSync(given.data);
      const explanation =
        !isThere && other !== undefined
          ? await withoutRecords(configuration, local)
          : await withService(given, configuration, {
              local,
              remote: (service) => service.call('explain', { body: input }),
            });
      show(json, explanation, () => explanationText(explanation));
    },
  });

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
