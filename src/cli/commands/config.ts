import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { checkConfiguration } from '../../config/check.js';
import { importInto } from '../../config/import-into.js';
import { describeProblems, type Problem } from '../../config/problem.js';
import { configurationSchemas, type FileName } from '../../config/schemas.js';
import { Failure, WrongUse } from '../errors.js';
import { configOption, jsonOption, withExamples } from '../options.js';
import { describeImport } from '../output/import-report.js';
import { printJson } from '../output/print.js';

/** `likeness config ...` */
export function configCommand(): Command {
  const config = new Command('config').description(
    "check the configuration folder, import the product's own configuration export, show the schemas of the files",
  );
  config.addCommand(importCommand());
  config.addCommand(checkCommand());
  config.addCommand(schemaCommand());
  return config;
}

interface ImportOptions {
  config: string;
  allowPartial?: boolean;
  json?: boolean;
}

function importCommand(): Command {
  const command = new Command('import')
    .description(
      "import the product's configuration export into the configuration folder: the built-in scenarios of its objects are switched off, and what cannot be taken over whole is left out (exit code 1)",
    )
    .argument('<file>', 'the export (JSON)')
    .option('--allow-partial', 'accept that something was left out: exit code 0')
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (file: string, options: ImportOptions) => {
      const imported = await importInto(options.config, parseJson(await readFile(file, 'utf8'), file));
      if (options.json === true) printJson(imported);
      else process.stdout.write(describeImport(imported, options.config));
      const { length } = imported.leftOut;
      if (length > 0 && options.allowPartial !== true)
        throw new Failure(
          `${length} part${length > 1 ? 's' : ''} of the export could not be taken over; the built-in scenarios of its objects are off all the same (--allow-partial accepts this)`,
        );
    });
  return withExamples(command, [
    'config import export.json',
    'config import export.json --config /etc/likeness --json',
    'config import export.json --allow-partial',
  ]);
}

function checkCommand(): Command {
  const command = new Command('check')
    .description('check everything in the configuration folder; exit code 1 when it cannot be used')
    .addOption(configOption())
    .addOption(jsonOption())
    .action(async (options: { config: string; json?: boolean }) => {
      if (!existsSync(options.config)) throw new Failure(`there is no configuration folder ${options.config}`);
      const { configuration, problems, warnings } = await checkConfiguration(options.config);
      if (options.json === true) printJson({ problems, warnings });
      else {
        printProblems('problems', problems);
        printProblems('warnings', warnings);
      }
      if (configuration === undefined) {
        throw new Failure(
          `${options.config} cannot be used: ${problems.length} problem${problems.length > 1 ? 's' : ''}`,
        );
      }
      if (options.json === true) return;
      const { registry, scenarios, filters } = configuration;
      process.stdout.write(
        `${options.config} can be used: ${registry.types.length} objects, ${scenarios.length} scenarios, ${filters.size} filters (built-ins included)\n`,
      );
    });
  return withExamples(command, ['config check', 'config check --config /etc/likeness --json']);
}

function schemaCommand(): Command {
  const command = new Command('schema')
    .description('print the JSON Schema of a configuration file')
    .argument('<name>', Object.keys(configurationSchemas()).join(', '))
    .action((name: string) => {
      const schemas = configurationSchemas();
      if (!Object.hasOwn(schemas, name)) {
        throw new WrongUse(`'${name}' is no configuration file; expected one of ${Object.keys(schemas).join(', ')}`);
      }
      printJson(schemas[name as FileName]);
    });
  return withExamples(command, ['config schema scenarios.json']);
}

function printProblems(title: string, problems: readonly Problem[]): void {
  if (problems.length > 0) process.stdout.write(`${title}:\n${describeProblems(problems)}\n`);
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Failure(`${file}: not readable as JSON: ${(error as Error).message}`);
  }
}
