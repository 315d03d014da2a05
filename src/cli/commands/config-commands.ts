import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { checkConfiguration } from '../../store/config/check.js';
import { importConfiguration, type Imported } from '../../store/config/import/import-configuration.js';
import { describeProblems, type Problem } from '../../store/config/problem.js';
import type { KeptApart } from '../../service/explain/preview.js';
import { configurationSchemas, type FileName } from '../../store/config/config-schemas.js';
import { argument, command, commandGroup, flag } from '../command.js';
import { configurationOf } from '../../store/config/load.js';
import { pullCommand, pushCommand, versionsCommand } from './config-sharing-commands.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { readJsonFile } from '../../files/read/read-json-file.js';
import { withLikeness, type StoreChoice } from '../meant-store.js';
import { configOption, dataOption, jsonOption, serviceAddress, recordMemoryOption, storeOption } from '../options.js';
import { print, show } from '../output/print.js';
import { remoteService } from '../remote-service.js';
import { note } from '../../runtime/notes.js';
import type { MappedMethod } from '../../store/config/import/import-report.js';

export const configCommand = (): Command =>
  commandGroup('config', 'check, share, reload and import the configuration, and show the schemas of its files', [
    importCommand(),
    checkCommand(),
    reloadCommand(),
    pushCommand(),
    pullCommand(),
    versionsCommand(),
    schemaCommand(),
  ]);

const importCommand = (): Command =>
  command({
    name: 'import',
    description:
      'import a configuration that was exported from the Salesforce app; this disables the built-in scenarios of its objects, and omits settings without an equivalent (exit code 1)',
    inputs: {
      file: argument('<file>', 'the exported file (JSON)'),
      allowPartial: flag('--allow-partial', 'return exit code 0 even if settings were omitted'),
      ...dataOption,
      ...storeOption,
      ...recordMemoryOption,
      ...configOption,
      ...jsonOption,
    },
    examples: [
      'config import export.json',
      'config import export.json --config /etc/likeness --json',
      'config import export.json --allow-partial',
    ],
    run: async ({ file, allowPartial, config, json, ...choice }) => {
      const content = await readJsonFile(file);
      const imported = await importConfiguration(config, content);
      const keptApart = await keptApartIn(choice, config, imported);
      show(json, { ...imported, keptApart }, () => describeImport(imported, keptApart, config));
      failWhere(imported, allowPartial);
    },
  });

/** @throws Failure if parts were omitted and `--allow-partial` is not set */
function failWhere({ leftOut: { length } }: Imported, allowPartial: boolean | undefined): void {
  if (length === 0 || allowPartial === true) return;
  throw new Failure(
    `${length} part${length > 1 ? 's' : ''} of the export could not be imported; the built-in scenarios of its objects are disabled anyway (--allow-partial accepts this)`,
  );
}

/** Counts stored pairs with contradictions. Returns `null` if there is no store, or if the store is in use. */
async function keptApartIn(
  choice: StoreChoice,
  config: string,
  { withoutContradictions }: Imported,
): Promise<KeptApart[] | null> {
  if (withoutContradictions.length === 0) return [];
  if (choice.store === undefined && !existsSync(choice.data)) return null;
  try {
    return await withLikeness(choice, await configurationOf(config), (likeness) =>
      likeness.previewing.keptApart(withoutContradictions, new AbortController().signal, Infinity),
    );
  } catch (error) {
    // Ignore the failure, because the import itself has succeeded.
    if (!(error instanceof Failure)) throw error;
    note(`the contradictions among stored pairs could not be counted: ${error.message}`);
    return null;
  }
}

const checkCommand = (): Command =>
  command({
    name: 'check',
    description: 'check the whole configuration folder; exit code 1 if it is invalid',
    inputs: { ...configOption, ...jsonOption },
    examples: ['config check', 'config check --config /etc/likeness --json'],
    run: async ({ config, json }) => {
      if (!existsSync(config)) throw new Failure(`there is no configuration folder ${config}`);
      const { configuration, problems, warnings } = await checkConfiguration(config);
      show(json, { problems, warnings }, () => {
        const found = problemsText('problems', problems) + problemsText('warnings', warnings);
        if (configuration === undefined) return found;
        const { registry, scenarios, filters } = configuration;
        return `${found}${config} is valid: ${registry.types.length} objects, ${scenarios.length} scenarios, ${filters.size} filters (built-ins included)\n`;
      });
      if (configuration === undefined)
        throw new Failure(`${config} is invalid: ${problems.length} problem${problems.length > 1 ? 's' : ''}`);
    },
  });

const reloadCommand = (): Command =>
  command({
    name: 'reload',
    description:
      'reload the configuration folder of a running service (scenarios, filters, cross-object maps, survivorship rules, webhooks, web forms and lists) without interrupting requests; if the configuration is invalid or a change needs a restart, nothing is changed',
    inputs: { ...serviceAddress, ...configOption, ...jsonOption },
    examples: ['config reload --url http://127.0.0.1:8080 --token "$TOKEN"'],
    run: async ({ config, json, ...given }) => {
      const service = remoteService(given, (await configurationOf(config)).settings);
      if (service === undefined)
        throw new WrongUse('give the URL of the running service with --url, or send its process a SIGHUP');
      const reloaded = await service.call('reloadConfiguration');
      const { rebuilt } = reloaded;
      const built = rebuilt.length === 0 ? 'no index was rebuilt' : `indexes rebuilt: ${rebuilt.join(', ')}`;
      show(json, reloaded, () => `the configuration was reloaded; ${built}\n`);
    },
  });

const schemaCommand = (): Command =>
  command({
    name: 'schema',
    description: 'print the JSON Schema of a configuration file',
    inputs: { name: argument('<name>', Object.keys(configurationSchemas()).join(', ')) },
    examples: ['config schema scenarios.json'],
    run: ({ name }) => {
      const schemas = configurationSchemas();
      if (!Object.hasOwn(schemas, name))
        throw new WrongUse(`'${name}' is not a configuration file; expected one of ${Object.keys(schemas).join(', ')}`);
      print(`${JSON.stringify(schemas[name as FileName], null, 2)}\n`);
    },
  });

function problemsText(title: string, problems: readonly Problem[]): string {
  return problems.length === 0 ? '' : `${title}:\n${describeProblems(problems)}\n`;
}

const NEARNESS = { same: 'identical', near: 'similar', loose: 'closest available' } as const;

function describeImport(imported: Imported, keptApart: readonly KeptApart[] | null, folder: string): string {
  const { written, used, methods, declared, switchedOff, withoutContradictions, kept, leftOut, notUsed } = imported;
  const apart = keptApart === null ? [describeUncounted(withoutContradictions)] : describeKeptApart(keptApart);
  const lines = [
    `written to ${folder}: ${written.length === 0 ? 'nothing' : written.join(', ')}`,
    ...used.map(({ path, as }) => `  used      ${path}: ${as}`),
    ...[...byMethod(methods)].map(
      ([what, paths]) => `  method    ${what}: ${paths.length} field${paths.length > 1 ? 's' : ''}`,
    ),
    ...declared.map(({ object, field, type, by }) => `  declared  ${object}.${field} as ${type} (by ${by})`),
    ...switchedOff.map((id) => `  disabled  built-in scenario ${id}`),
    ...apart.map((line) => `  note      ${line}`),
    ...kept.map((id) => `  kept      scenario ${id}: it was already in the folder, and remains in use`),
    ...leftOut.map(({ path, reason }) => `  omitted   ${path}: ${reason}`),
    ...notUsed.map(({ path, reason }) => `  unused    ${path}: ${reason}`),
  ];
  return `${lines.join('\n')}\n`;
}

function byMethod(methods: readonly MappedMethod[]): Map<string, string[]> {
  const kinds = new Map<string, string[]>();
  for (const { path, matchMethod, method, nearness, note } of methods) {
    const what = `${matchMethod} became ${method}, ${NEARNESS[nearness]}${note === undefined ? '' : ` (${note})`}`;
    const paths = kinds.get(what);
    if (paths) paths.push(path);
    else kinds.set(what, [path]);
  }
  return kinds;
}

const SWITCH = 'set "contradictions": true for the scenario in scenarios.json';

/** Describes disabled contradictions, without counts. @param scenarioIds at least one */
function describeUncounted(scenarioIds: readonly string[]): string {
  return `contradictions are disabled for ${scenarioIds.join(', ')}. To enable them: ${SWITCH}`;
}

/** Describes, by object, the duplicates that contradictions would exclude, and how to enable contradictions. */
function describeKeptApart(counted: readonly KeptApart[]): string[] {
  return counted.map(({ objectType, scenarioIds, records, searched, pairs, contradicted, groundless, kinds }) => {
    const of =
      searched < records ? `${searched} of ${records} records` : `${records} record${records === 1 ? '' : 's'}`;
    const named = Object.entries(kinds).map(([kind, count]) => `${kind} ${count}`);
    const reasons = [...named, ...(groundless > 0 ? [`too little evidence ${groundless}`] : [])];
    const why = reasons.length > 0 ? ` (${reasons.join(', ')})` : '';
    return (
      `${objectType}: contradictions are disabled for ${scenarioIds.join(', ')}; if enabled, they would exclude ${contradicted + groundless} of ${pairs} pairs found among ${of}${why}. ` +
      `To enable them: ${SWITCH}`
    );
  });
}
