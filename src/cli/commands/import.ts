import { Command } from 'commander';
import type { Configuration } from '../../config/configuration.js';
import type { ObjectType } from '../../records/object-type.js';
import { WrongUse } from '../errors.js';
import { importKey } from '../import/import-key.js';
import { localTarget } from '../import/local-target.js';
import { remoteTarget } from '../import/remote-target.js';
import { importRules, runImport, type ImportReport } from '../import/run-import.js';
import type { ImportTarget } from '../import/target.js';
import { describeUnused } from '../input/describe-unused.js';
import { parseMapOption, resolveMapping, type MapOption } from '../input/mapping.js';
import { isCsv, openInput } from '../input/open-input.js';
import {
  configOption,
  dataOption,
  jsonOption,
  mapOption,
  parsePercent,
  remoteOptions,
  withExamples,
} from '../options.js';
import { note, printJson } from '../output/print.js';
import { progress } from '../output/progress.js';
import { remoteService, type RemoteOptions } from '../remote.js';
import { objectType, openWorkspace, configurationOf } from '../workspace.js';

interface ImportOptions extends RemoteOptions {
  object: string;
  map: string[];
  check?: boolean;
  duplicateScore?: number;
  again?: boolean;
  rejects?: string;
  data: string;
  config: string;
  json?: boolean;
}

/** `likeness import`: a file of records into a data folder or a running service. */
export function importCommand(): Command {
  const command = new Command('import')
    .description('save the records of a CSV, JSON (array) or NDJSON file')
    .argument('<file>', '.csv, .tsv, .json, .ndjson or .jsonl; UTF-8')
    .requiredOption('--object <type>', 'object type, e.g. Contact')
    .addOption(mapOption())
    .option('--check', 'look for duplicates row by row: a duplicate is updated instead of created')
    .option('--duplicate-score <percent>', 'with --check: update only from this score on', parsePercent)
    .option('--again', 'import a file that has been imported already')
    .option('--rejects <file>', 'where rejected rows go (default: FILE.rejects.csv)')
    .addOption(dataOption())
    .addOption(configOption())
    .addOption(jsonOption());
  for (const option of remoteOptions()) command.addOption(option);
  command.action(run);
  command.addHelpText(
    'after',
    `
An interrupted import is taken up where it stopped when the same command is repeated: no row is saved twice.
Rejected rows stand in the reject file with the reason; corrected, it can be imported as it is.`,
  );
  return withExamples(command, [
    'import people.csv --object Contact',
    'import people.csv --object Contact --map given_name=FirstName --map street_number+address_1=MailingStreet',
    'import leads.ndjson --object Lead --check --url http://127.0.0.1:8080 --token $TOKEN',
  ]);
}

async function run(file: string, options: ImportOptions): Promise<void> {
  if (options.duplicateScore !== undefined && options.check !== true) {
    throw new WrongUse('--duplicate-score is of use only together with --check');
  }
  const map = options.map.map(parseMapOption);
  const configuration = await configurationOf(options.config);
  const type = objectType(configuration, options.object);
  const isJson = !isCsv(file);
  const table = await openInput(file);
  // A wrong mapping is told before a store is opened or a file written.
  resolveMapping(type, table.columns, map, importRules, !isJson);
  const started = performance.now();
  const target = await openTarget(file, options, map, configuration, type);
  let report: ImportReport;
  try {
    report = await runImport({
      table,
      type,
      map,
      isJson,
      rejectsPath: options.rejects ?? `${file}.rejects.csv`,
      target,
      again: options.again ?? false,
      progress: progress(`importing ${type.name}`, table.bytesTotal),
    });
  } finally {
    await target.close();
  }
  print(report, type, (performance.now() - started) / 1000, options.json === true);
}

async function openTarget(
  file: string,
  options: ImportOptions,
  map: readonly MapOption[],
  configuration: Configuration,
  type: ObjectType,
): Promise<ImportTarget> {
  const job = {
    object: type.name,
    key: await importKey(file, type.name, map),
    check: options.check ?? false,
    duplicateScore: options.duplicateScore,
  };
  const service = remoteService(options, configuration.settings);
  if (service !== undefined) return remoteTarget({ ...job, service, ledgerPath: `${file}.import-ledger` });
  return localTarget({ ...job, likeness: await openWorkspace(options.data, configuration) });
}

function print(report: ImportReport, type: ObjectType, seconds: number, json: boolean): void {
  const { read, created, updated, rejected, skipped, unused, rejects } = report;
  for (const line of describeUnused('not imported', unused)) note(line);
  if (json) {
    printJson({
      object: type.name,
      read,
      created,
      updated,
      rejected,
      skipped,
      rejects: rejects ?? null,
      unusedColumns: unused.map(({ column }) => column),
      seconds: Math.round(seconds * 1000) / 1000,
    });
    return;
  }
  const done = skipped > 0 ? `, ${skipped} done before` : '';
  process.stdout.write(
    `${read} rows read: ${created} created, ${updated} updated, ${rejected} rejected${done} (${seconds.toFixed(1)} s)\n`,
  );
  if (rejects !== undefined) process.stdout.write(`rejected rows and reasons: ${rejects}\n`);
}
