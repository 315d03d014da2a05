import { Command } from 'commander';
import type { ObjectType } from '../../records/object-type.js';
import type { SearchOutput } from '../../service/contract.js';
import { remoteService, type RemoteOptions } from '../remote.js';
import { configOption, dataOption, jsonOption, parseAssignments, remoteOptions, withExamples } from '../options.js';
import { note, printJson, printTable } from '../output/print.js';
import { objectType, configurationOf, withLikeness } from '../workspace.js';

interface SearchOptions extends RemoteOptions {
  object: string;
  filter?: string;
  scenario?: string[];
  data: string;
  config: string;
  json?: boolean;
}

/** `likeness search`: the search endpoint's answer, from a data folder or a running service. */
export function searchCommand(): Command {
  const command = new Command('search')
    .description('find stored records that may be duplicates of the given values')
    .requiredOption('--object <type>', 'object type, e.g. Contact')
    .argument('<values...>', 'Field=value ...')
    .option('--filter <name>', 'developer name of a filter that refines the results')
    .option('--scenario <ids...>', 'Ids of the scenarios to use; `likeness scenarios` lists them')
    .addOption(dataOption())
    .addOption(configOption())
    .addOption(jsonOption());
  for (const option of remoteOptions()) command.addOption(option);
  command.action(async (args: string[], options: SearchOptions) => {
    const configuration = await configurationOf(options.config);
    const type = objectType(configuration, options.object);
    const values = parseAssignments(args);
    const input = {
      objectPrefix: type.keyPrefix,
      objectData: values,
      ...(options.filter !== undefined && { filterDeveloperName: options.filter }),
      ...(options.scenario !== undefined && { scenarioIds: options.scenario }),
    };
    const service = remoteService(options, configuration.settings);
    const output =
      service === undefined
        ? await withLikeness(options.data, configuration, async (likeness) => {
            const answer = await likeness.search(input);
            if (answer.incomplete) note('the search was cut short by a guard: records may be missing');
            return answer.output;
          })
        : await service.search(input);
    if (options.json === true) {
      printJson(output);
      return;
    }
    print(output, type, Object.keys(values));
  });
  return withExamples(command, [
    'search --object Contact FirstName=Anna LastName=Keller',
    'search --object Account "Name=Northwind Logistics" --json',
    'search --object Lead Email=anna@example.com --url http://127.0.0.1:8080 --token $TOKEN',
  ]);
}

function print(output: SearchOutput, type: ObjectType, sent: readonly string[]): void {
  const columns = ['Name', ...sent.map((name) => type.field(name)?.name ?? name)].filter(
    (name, i, all) => all.indexOf(name) === i,
  );
  for (const [prefix, results] of Object.entries(output)) {
    if (prefix !== type.keyPrefix) process.stdout.write(`\n${prefix}:\n`);
    if (results.length === 0) {
      process.stdout.write('no duplicates found\n');
      continue;
    }
    printTable(
      ['score', 'Id', ...columns, 'scenario'],
      results.map(({ score, objectData, scenarioScores }) => [
        String(score),
        text(objectData['Id']),
        ...columns.map((column) => text(objectData[column])),
        scenarioScores.map(({ scenarioName, scenarioScore }) => `${scenarioName} ${scenarioScore}`).join(', '),
      ]),
      60,
    );
  }
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
