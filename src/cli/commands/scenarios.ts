import { Command } from 'commander';
import { listScenarios } from '../../service/scenario-list.js';
import { configOption, jsonOption, withExamples } from '../options.js';
import { printJson, printTable } from '../output/print.js';
import { configurationOf } from '../workspace.js';

/** `likeness scenarios`: people need the Ids for `scenarioIds`. */
export function scenariosCommand(): Command {
  const command = new Command('scenarios')
    .description('list the scenarios: Id, name, object, threshold, usage, fields')
    .option(
      '--all',
      'those switched off as well, as scenarios.json takes them: `{ "id": …, "enabled": true }` there switches one on',
    )
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (options: { config: string; json?: boolean; all?: boolean }) => {
      const configuration = await configurationOf(options.config);
      if (options.all === true && options.json === true) {
        printJson(configuration.scenarioDefinitions);
        return;
      }
      const off = configuration.scenarioDefinitions.filter(({ enabled }) => enabled === false);
      const scenarios = [
        ...listScenarios(configuration.scenarios),
        ...(options.all === true ? off.map((definition) => ({ ...definition, usage: ['(off)'] })) : []),
      ];
      if (options.json === true) {
        printJson(scenarios);
        return;
      }
      printTable(
        ['id', 'name', 'object', 'threshold', 'usage', 'fields (method, weight)'],
        scenarios.map(({ id, name, object, threshold, usage, fields }) => [
          id,
          name,
          object,
          String(threshold),
          usage.join(', '),
          fields.map(({ field, method, weight }) => `${field} (${method}, ${weight})`).join(', '),
        ]),
        200,
      );
    });
  return withExamples(command, ['scenarios', 'scenarios --json', 'scenarios --all --json']);
}
