import { Command } from 'commander';
import type { Explanation } from '../../service/likeness.js';
import { WrongUse } from '../errors.js';
import { remoteService, type RemoteOptions } from '../remote.js';
import { configOption, dataOption, jsonOption, parseAssignments, remoteOptions, withExamples } from '../options.js';
import { printJson, printTable } from '../output/print.js';
import { objectType, configurationOf, withLikeness } from '../workspace.js';

interface ExplainOptions extends RemoteOptions {
  object: string;
  record?: string;
  with?: string[];
  scenario?: string[];
  data: string;
  config: string;
  json?: boolean;
}

/** `likeness explain`: how a score comes about, field by field. */
export function explainCommand(): Command {
  const command = new Command('explain')
    .description('show, per scenario and field, how a score comes about')
    .requiredOption('--object <type>', 'object type, e.g. Contact')
    .argument('<values...>', 'Field=value ... as searched')
    .option('--record <id>', 'compare with this stored record ...')
    .option('--with <values...>', '... or with these Field=value pairs')
    .option('--scenario <ids...>', 'Ids of the scenarios to use')
    .addOption(dataOption())
    .addOption(configOption())
    .addOption(jsonOption());
  for (const option of remoteOptions()) command.addOption(option);
  command.action(async (args: string[], options: ExplainOptions) => {
    if ((options.record === undefined) === (options.with === undefined)) {
      throw new WrongUse('give either --record ID or --with Field=value ...');
    }
    const configuration = await configurationOf(options.config);
    const type = objectType(configuration, options.object);
    const input = {
      objectPrefix: type.keyPrefix,
      objectData: parseAssignments(args),
      ...(options.scenario !== undefined && { scenarioIds: options.scenario }),
      ...(options.record !== undefined && { recordId: options.record }),
      ...(options.with !== undefined && { otherData: parseAssignments(options.with) }),
    };
    const service = remoteService(options, configuration.settings);
    const explanation =
      service === undefined
        ? await withLikeness(options.data, configuration, (likeness) => likeness.explain(input))
        : await service.explain<Explanation>(input);
    if (options.json === true) {
      printJson(explanation);
      return;
    }
    print(explanation);
  });
  return withExamples(command, [
    'explain --object Contact FirstName=Bob LastName=Smith --with FirstName=Robert LastName=Smyth',
    'explain --object Contact LastName=Keller Email=anna@example.com --record 0030000000000AfAAI --json',
  ]);
}

function print(explanation: Explanation): void {
  process.stdout.write(`score ${explanation.score}\n`);
  for (const scenario of explanation.scenarios) {
    const verdict = scenario.isDuplicate ? 'duplicate' : 'no duplicate';
    process.stdout.write(
      `\n${scenario.scenarioName} (${scenario.scenarioId}): ${scenario.score} of ${scenario.threshold} needed, ${verdict}\n`,
    );
    printTable(
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
  }
}
