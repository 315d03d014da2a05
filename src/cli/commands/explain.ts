import type { Command } from 'commander';
import type { Explanation } from '../../contract/likeness.js';
import { argumentList, command, text, texts } from '../command.js';
import { configurationOf, objectType, withService } from '../data-folder.js';
import { WrongUse } from '../errors.js';
import { jsonOption, objectOption, parseAssignments, serviceOptions } from '../options.js';
import { show } from '../output/print.js';
import { explanationText } from '../output/explanation.js';

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
