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
import { explanationText } from '../output/explanation.js';

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
