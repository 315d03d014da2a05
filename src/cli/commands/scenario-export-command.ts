import { existsSync } from 'node:fs';
import { Option, type Command } from 'commander';
import { z } from 'zod';
import { readJsonFile } from '../../batch/input/read-json-file.js';
import { OutputFile } from '../../batch/output/output-file.js';
import { scenarioDefinitionSchema } from '../../config/config-schemas.js';
import { ConfigurationError, jsonPath } from '../../config/problem.js';
import {
  exportSplinkSettings,
  LINK_TYPES,
  NotExported,
  type LinkType,
  type SplinkExport,
} from '../../config/splink/export-splink-settings.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import { Failure } from '../../runtime/failure.js';
import { configurationMeant } from '../../server/configuration-meant.js';
import { argument, command, required, text, type Input } from '../command.js';
import { configOption, jsonOption, storeOption } from '../options.js';
import { NEARNESS } from '../output/config-import-report.js';
import { show } from '../output/print.js';

const linkType: Input<LinkType | undefined> = new Option(
  '--link-type <type>',
  'what Splink compares: the rows of one table, those of one with those of another, or both (default: dedupe_only)',
).choices(LINK_TYPES);

/** `likeness scenarios export`: a learned scenario in the form of another program. */
export const exportCommand = (): Command =>
  command(
    'export',
    {
      description:
        'write a learned scenario as settings of Splink (4 and 5, DuckDB), and say what Splink has no equivalent of',
      inputs: {
        scenario: argument('<scenario>', 'Id of a scenario, or a file that `train` wrote'),
        splink: required('--splink <file>', 'where the settings go (JSON)'),
        linkType,
        idColumn: text('--id <column>', 'column that names a row there (default: unique_id)'),
        ...configOption,
        ...storeOption,
        ...jsonOption,
      },
      remarks: `Splink compares columns as they are, this program their normal forms: run the SQL that the command prints over the rows
before, and give Splink its table. What comes nearest to each method was found by measuring.`,
      examples: [
        'scenarios export contact-learned --splink settings.json',
        'scenarios export scenario.json --splink settings.json --link-type link_only --json',
      ],
    },
    async ({ scenario, splink, linkType, idColumn, config, store, json }) => {
      await OutputFile.checkAll([splink], [scenario]);
      const definition = await scenarioMeant(scenario, { config, store });
      const exported = exportedAs(definition, { linkType, idColumn });
      await OutputFile.write(splink, (output) => output.add(`${JSON.stringify(exported.settings, null, 2)}\n`));
      const { prepare, fields, noEquivalent, threshold } = exported;
      show(json, { scenario: definition.id, out: splink, threshold, fields, noEquivalent, prepare }, () =>
        exportText(definition.id, splink, exported),
      );
    },
  );

function exportedAs(
  definition: ScenarioDefinition,
  options: { linkType: LinkType | undefined; idColumn: string | undefined },
): SplinkExport {
  try {
    return exportSplinkSettings(definition, options);
  } catch (error) {
    throw error instanceof NotExported ? new Failure(error.message) : error;
  }
}

/** The configured scenario of this Id, else the one that the file holds. */
async function scenarioMeant(
  named: string,
  choice: { readonly config: string; readonly store: string | undefined },
): Promise<ScenarioDefinition> {
  const { scenarioDefinitions } = await configurationMeant(choice);
  const known = scenarioDefinitions.find(({ id }) => id === named);
  if (known !== undefined) return known;
  if (!existsSync(named)) throw new Failure(`there is no scenario ${named}, and no such file`);
  const content = await readJsonFile(named);
  const result = z
    .array(scenarioDefinitionSchema)
    .min(1)
    .safeParse(Array.isArray(content) ? content : [content]);
  if (!result.success) {
    const { issues } = result.error;
    throw new ConfigurationError(issues.map(({ path, message }) => ({ file: named, path: jsonPath(path), message })));
  }
  const learned = result.data.filter(({ model }) => model !== undefined);
  if (learned.length !== 1) throw new Failure(`${named} holds ${learned.length} learned scenarios: expected one`);
  return learned[0]!;
}

function exportText(id: string, out: string, { fields, noEquivalent, prepare }: SplinkExport): string {
  const lines = [
    `${id} written to ${out}`,
    ...fields.map(({ field, method, nearness }) => `  compared  ${field} (${method}): ${NEARNESS[nearness]}`),
    ...noEquivalent.map(({ what, instead }) => `  lost      ${what}; instead: ${instead}`),
    'Before, in DuckDB, with the rows in a table `records`:',
    prepare,
  ];
  return `${lines.join('\n')}\n`;
}
