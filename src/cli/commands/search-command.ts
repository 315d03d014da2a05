import type { Command } from 'commander';
import type { ObjectType } from '../../records/object-type.js';
import type { SearchOutput } from '../../records/contract/schemas.js';
import { argumentList, command, text } from '../command.js';
import { objectType } from '../../files/read/object-of.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { withService } from '../meant-store.js';
import { textOf } from '../../files/read/input-table.js';
import { nameFields } from '../../files/read/guess/name-fields.js';
import { jsonOption, objectOption, parseAssignments, scenarioIdsOption, serviceOptions } from '../options.js';
import { show } from '../output/print.js';
import { table } from '../../files/write/text-table.js';
import { note } from '../../runtime/notes.js';

export const searchCommand = (): Command =>
  command({
    name: 'search',
    description: 'find stored records that may be duplicates of the given values',
    inputs: {
      values: argumentList('<values...>', 'Field=value ...'),
      ...objectOption,
      filter: text('--filter <name>', 'name (developerName) of a filter that limits the results'),
      ...scenarioIdsOption,
      ...serviceOptions,
      ...jsonOption,
    },
    examples: [
      'search --object Contact FirstName=Anna LastName=Keller',
      'search --object Account "Name=Northwind Logistics" --json',
      'search --object Lead Email=anna@example.com --url http://127.0.0.1:8080 --token $TOKEN',
    ],
    run: async ({ object, filter, scenario, json, ...given }) => {
      const configuration = await configurationMeant(given);
      const type = objectType(configuration, object);
      const values = nameFields(type, parseAssignments(given.values));
      const input = {
        objectPrefix: type.keyPrefix,
        objectData: values,
        ...(filter !== undefined && { filterDeveloperName: filter }),
        ...(scenario.length > 0 && { scenarioIds: scenario }),
      };
      const output = await withService(given, configuration, {
        local: async (likeness) => {
          const answer = await likeness.search(input);
          if (answer.incomplete) note('the search reached a limit and stopped early: records may be missing');
          return answer.output;
        },
        remote: (service) => service.call('search', { body: input }),
      });
      show(json, output, () => resultTables(output, type, Object.keys(values)));
    },
  });

function resultTables(output: SearchOutput, type: ObjectType, searched: readonly string[]): string {
  const columns = [...new Set(['Name', ...searched.map((name) => type.field(name)?.name ?? name)])];
  return Object.entries(output)
    .map(([prefix, results]) => {
      const title = prefix === type.keyPrefix ? '' : `\n${prefix}:\n`;
      if (results.length === 0) return `${title}no duplicates found\n`;
      const rows = results.map(({ score, objectData, scenarioScores }) => [
        String(score),
        textOf(objectData['Id']),
        ...columns.map((column) => textOf(objectData[column])),
        scenarioScores.map(({ scenarioName, scenarioScore }) => `${scenarioName} ${scenarioScore}`).join(', '),
      ]);
      return title + table(['score', 'Id', ...columns, 'scenario'], rows, 60);
    })
    .join('');
}
