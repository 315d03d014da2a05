import { Command } from 'commander';
import { existsSync } from 'node:fs';
import { readConfiguration } from '../../config/load.js';
import { describeProblems } from '../../config/problem.js';
import { Failure } from '../errors.js';
import { configOption, jsonOption, withExamples } from '../options.js';
import { printJson } from '../output/print.js';

/** `likeness config ...` */
export function configCommand(): Command {
  const config = new Command('config').description('check the configuration folder, import a configuration into it');
  config.addCommand(checkCommand());
  return config;
}

function checkCommand(): Command {
  const command = new Command('check')
    .description('check everything in the configuration folder; exit code 1 when it cannot be used')
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (options: { config: string; json?: boolean }) => {
      if (!existsSync(options.config)) throw new Failure(`there is no configuration folder ${options.config}`);
      const { configuration, problems, warnings } = await readConfiguration(options.config);
      if (options.json === true) printJson({ problems, warnings });
      else {
        if (problems.length > 0) process.stdout.write(`problems:\n${describeProblems(problems)}\n`);
        if (warnings.length > 0) process.stdout.write(`warnings:\n${describeProblems(warnings)}\n`);
      }
      if (problems.length > 0) throw new Failure(`${options.config} cannot be used: ${problems.length} problems`);
      if (options.json === true) return;
      const { registry, scenarios, filters } = configuration;
      process.stdout.write(
        `${options.config} is sound: ${registry.types.length} objects, ${scenarios.length} scenarios, ${filters.size} filters (built-ins included)\n`,
      );
    });
  return withExamples(command, ['config check', 'config check --config /etc/likeness --json']);
}
