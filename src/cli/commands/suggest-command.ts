import type { Command } from 'commander';
import { profileField, type FieldProfile } from '../../files/evaluation/profile.js';
import { suggestScenarios, usualMethod, type Suggestion } from '../../files/evaluation/suggest.js';
import { createMethods } from '../../matching/methods/create-methods.js';
import { command, text } from '../command.js';
import { readInput } from '../../files/dedupe/read-input.js';
import { objectOf } from '../../files/read/object-of.js';
import { recordsFile, recordsOptions, withMeantStore } from '../dedupe/records-options.js';
import { methodOptions } from '../../store/config/resolve-definitions.js';
import { Failure } from '../../runtime/failure.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { storedRecords } from '../meant-store.js';
import { jsonOption } from '../options.js';
import { OutputFile } from '../../files/write/output-file.js';
import { show } from '../output/print.js';
import { table } from '../../files/write/text-table.js';
import { fieldsText } from './scenarios-command.js';

export const suggestCommand = (): Command =>
  command({
    name: 'suggest',
    description:
      'propose scenarios and thresholds, based on how often fields have values and how informative the values are',
    inputs: {
      ...recordsFile,
      ...recordsOptions,
      out: text('--out <file>', 'file for the scenarios, in the format of scenarios.json and `dedupe --scenario`'),
      ...jsonOption,
    },
    examples: [
      'suggest people.csv --object Contact --map given_name=FirstName --out scenarios.json',
      'suggest --data data/store --object Account',
    ],
    run: async ({ out, json, ...options }) => {
      const given = withMeantStore(options);
      await OutputFile.checkAll([out], [given.file]);
      const configuration = await configurationMeant(given);
      const { type, ahead } = await objectOf(given, configuration);
      const records = storedRecords(given, configuration);
      const rows = await readInput({ ...given, ahead, records }, type);
      const methods = createMethods(methodOptions(configuration));
      const profiles = type.fields.flatMap((field): FieldProfile[] => {
        const method = rows.fields.has(field.name) ? usualMethod(methods.values(), type.name, field) : undefined;
        if (method === undefined) return [];
        const profile = profileField(rows.texts, field.name, method);
        return profile.filled === 0 ? [] : [profile];
      });
      const suggestions = suggestScenarios(type.name, profiles, rows.count, methods.values());
      const scenarios = suggestions.map(({ scenario }) => scenario);
      if (out !== undefined) {
        if (scenarios.length === 0)
          throw new Failure('nothing to suggest: a name and at least one more field must be filled');
        await OutputFile.write(out, (output) => output.add(`${JSON.stringify(scenarios, null, 2)}\n`));
      }
      show(json, { records: rows.count, fields: profiles.map(shownProfile), suggestions }, () =>
        suggestionsText(rows.count, profiles, suggestions),
      );
    },
  });

function shownProfile({ method, ...rest }: FieldProfile) {
  return { ...rest, method: method.name };
}

function suggestionsText(count: number, profiles: readonly FieldProfile[], suggestions: readonly Suggestion[]): string {
  const fields = table(
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
  const head = `${count} records\n\n${fields}\n`;
  if (suggestions.length === 0)
    return `${head}nothing to suggest: a name and one more of e-mail, phone, date, website, address must be filled\n`;
  return (
    head +
    table(
      ['scenario', 'threshold', 'covers %', 'pairs by chance', 'fields (method, weight)'],
      suggestions.map(({ scenario, byChance, coverage }) => [
        scenario.id,
        String(scenario.threshold),
        (coverage * 100).toFixed(1),
        byChance < 1 ? 'under 1' : `about ${Math.round(byChance)}`,
        fieldsText(scenario.fields),
      ]),
      200,
    )
  );
}
