import { Command } from 'commander';
import { methodFor } from '../../evaluation/method-for.js';
import { profileField, type FieldProfile } from '../../evaluation/profile.js';
import { suggestScenarios, type Suggestion } from '../../evaluation/suggest.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import { readRecords } from '../dedupe/records.js';
import { readRows } from '../dedupe/rows.js';
import { Failure, WrongUse } from '../errors.js';
import { parseMapOption } from '../input/mapping.js';
import { isCsv, openInput } from '../input/open-input.js';
import { configOption, jsonOption, mapOption, withExamples } from '../options.js';
import { OutputFile } from '../output/output-file.js';
import { printJson, printTable } from '../output/print.js';
import { configurationOf, objectType } from '../workspace.js';

interface SuggestOptions {
  object: string;
  map: string[];
  data?: string;
  out?: string;
  config: string;
  json?: boolean;
}

/** `likeness suggest`: scenarios and thresholds that the data itself calls for. */
export function suggestCommand(): Command {
  const command = new Command('suggest')
    .description('propose scenarios and thresholds from how fields are filled and how telling their values are')
    .argument(
      '[file]',
      '.csv, .tsv, .json, .ndjson or .jsonl; instead of it --data DIR takes the records of a data folder',
    )
    .requiredOption('--object <type>', 'object type, e.g. Contact')
    .addOption(mapOption())
    .option('--data <dir>', 'data folder to take the records from; without FILE')
    .option('--out <file>', 'write the scenarios, as scenarios.json and `dedupe --scenario` take them')
    .addOption(configOption())
    .addOption(jsonOption())
    .action(suggest);
  return withExamples(command, [
    'suggest people.csv --object Contact --map given_name=FirstName --out scenarios.json',
    'suggest --data data/store --object Account',
  ]);
}

async function suggest(file: string | undefined, options: SuggestOptions): Promise<void> {
  if ((file === undefined) === (options.data === undefined)) throw new WrongUse('give either a file or --data DIR');
  const configuration = await configurationOf(options.config);
  const type = objectType(configuration, options.object);
  const rows =
    file === undefined
      ? await readRecords(options.data!, configuration, type, undefined)
      : await readRows(await openInput(file), {
          type,
          map: options.map.map(parseMapOption),
          isJson: !isCsv(file),
        });
  const methods = createMethods({
    lists: configuration.lists,
    defaultCountry: configuration.settings.defaultCountry,
  });
  const profiles = type.fields.flatMap((field): FieldProfile[] => {
    const method = rows.fields.has(field.name) ? methodFor(type.name, field) : undefined;
    if (method === undefined) return [];
    const profile = profileField(rows.texts, field.name, methods.get(method)!);
    return profile.filled === 0 ? [] : [profile];
  });
  const suggestions = suggestScenarios(type.name, profiles, rows.ids.length);
  const scenarios = suggestions.map(({ scenario }) => scenario);
  if (options.out !== undefined) {
    if (scenarios.length === 0)
      throw new Failure('there is nothing to suggest: a name and one more field must be filled');
    await OutputFile.write(options.out, (output) => output.add(`${JSON.stringify(scenarios, null, 2)}\n`));
  }
  if (options.json === true) {
    printJson({ records: rows.ids.length, fields: profiles.map(shownProfile), suggestions });
    return;
  }
  print(rows.ids.length, profiles, suggestions);
}

function shownProfile({ method, ...rest }: FieldProfile) {
  return { ...rest, method: method.name };
}

function print(count: number, profiles: readonly FieldProfile[], suggestions: readonly Suggestion[]): void {
  process.stdout.write(`${count} records\n\n`);
  printTable(
    ['field', 'method', 'filled %', 'distinct', 'bits', 'commonest', '% of filled'],
    profiles.map((profile) => [
      profile.field,
      profile.method.name,
      (profile.filled * 100).toFixed(1),
      String(profile.distinct),
      profile.bits.toFixed(1),
      profile.commonest,
      (profile.commonestShare * 100).toFixed(1),
    ]),
  );
  if (suggestions.length === 0) {
    process.stdout.write(
      '\nnothing to suggest: a name and one more of e-mail, phone, date, website, address must be filled\n',
    );
    return;
  }
  process.stdout.write('\n');
  printTable(
    ['scenario', 'threshold', 'covers %', 'pairs by chance', 'fields (method, weight)'],
    suggestions.map(({ scenario, byChance, coverage }) => [
      scenario.id,
      String(scenario.threshold),
      (coverage * 100).toFixed(1),
      byChance < 1 ? 'under 1' : `about ${Math.round(byChance)}`,
      scenario.fields.map(({ field, method, weight }) => `${field} (${method}, ${weight})`).join(', '),
    ]),
    200,
  );
}
