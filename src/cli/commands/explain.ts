import type { Command } from 'commander';
import type { Explanation } from '../../contract/likeness.js';
import { argumentList, command, text, texts } from '../command.js';
import { configurationOf, objectType, withService } from '../data-folder.js';
import { WrongUse } from '../errors.js';
import { jsonOption, objectOption, parseAssignments, serviceOptions } from '../options.js';
import { show } from '../output/print.js';
import { table } from '../output/table.js';

/** `likeness explain`: how a score comes about, field by field. */
export const explainCommand = (): Command =>
  command(
    'explain',
    {
      description: 'show, per scenario and field, how a score comes about',
      inputs: {
        values: argumentList('<values...>', 'Field=value ... as searched'),
        ...objectOption,
        record: text('--record <id>', 'compare with this stored record ...'),
        with: texts('--with <values...>', '... or with these Field=value pairs'),
        scenario: texts('--scenario <ids...>', 'Ids of the scenarios to use'),
        ...serviceOptions,
        ...jsonOption,
      },
      examples: [
        'explain --object Contact FirstName=Bob LastName=Smith --with FirstName=Robert LastName=Smyth',
        'explain --object Contact LastName=Keller Email=anna@example.com --record 0030000000000AfAAI --json',
      ],
    },
    async ({ object, record, with: other, scenario, json, ...given }) => {
      if ((record === undefined) === (other === undefined))
        throw new WrongUse('give either --record ID or --with Field=value ...');
      const configuration = await configurationOf(given.config);
      const input = {
        objectPrefix: objectType(configuration, object).keyPrefix,
        objectData: parseAssignments(given.values),
        ...(scenario !== undefined && { scenarioIds: scenario }),
        ...(record !== undefined && { recordId: record }),
        ...(other !== undefined && { otherData: parseAssignments(other) }),
      };
      const explanation = await withService(given, configuration, {
        local: (likeness) => Promise.resolve(likeness.explain(input)),
        remote: (service) => service.explain<Explanation>(input),
      });
      show(json, explanation, () => explanationText(explanation));
    },
  );

function explanationText({ score, scenarios }: Explanation): string {
  const parts = scenarios.map((scenario) => {
    const verdict = scenario.isDuplicate ? 'duplicate' : 'no duplicate';
    const fields = table(
      ['field', 'method', 'searched', 'stored', 'similarity', 'weight', 'contribution', 'note'],
      scenario.fields.map((field) => [
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
    return `\n${scenario.scenarioName} (${scenario.scenarioId}): ${scenario.score} of ${scenario.threshold} needed, ${verdict}\n${fields}`;
  });
  return `score ${score}\n${parts.join('')}`;
}
