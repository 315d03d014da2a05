import type { Command } from 'commander';
import type { Configuration } from '../../config/configuration.js';
import { argument, command, flag, parsed, text } from '../command.js';
import { objectOf } from '../dedupe/records-object.js';
import { Failure, WrongUse } from '../errors.js';
import { configurationMeant, openMeant, type StoreChoice } from '../meant-store.js';
import type { FileToImport, Imported } from '../import/file-to-import.js';
import { importHere } from '../import/import-here.js';
import { importRules } from '../import/import-rules.js';
import { importThere } from '../import/import-there.js';
import { describeUnused } from '../input/describe-unused.js';
import { dayReader } from '../input/read-day.js';
import { describeGuess } from '../input/guess/describe-guess.js';
import { guessColumns, readAhead } from '../input/guess/guess-columns.js';
import type { InputTable } from '../input/input-table.js';
import { parseMapOption, resolveMapping } from '../input/mapping.js';
import { isJsonFile, openInput } from '../input/open-input.js';
import {
  encodingOption,
  guessedObjectOption,
  jsonOption,
  mapOption,
  parsePercent,
  serviceOptions,
} from '../options.js';
import { describeReasons } from '../import/reject-reasons.js';
import { note, show } from '../output/print.js';
import { progress } from '../output/progress.js';
import { remoteService } from '../remote-service.js';

/** `likeness import`: a file of records into a data folder or a running service. */
export const importCommand = (): Command =>
  command(
    'import',
    {
      description: 'save the records of a CSV, JSON (array) or NDJSON file',
      inputs: {
        file: argument('<file>', '.csv, .tsv, .xlsx, .json, .ndjson or .jsonl'),
        ...guessedObjectOption,
        ...mapOption,
        ...encodingOption,
        check: flag('--check', 'look for duplicates row by row: a duplicate is updated instead of created'),
        duplicateScore: parsed(
          '--duplicate-score <percent>',
          'with --check: update only from this score on',
          parsePercent,
        ),
        again: flag('--again', 'import a file that has been imported already'),
        dryRun: flag('--dry-run', 'say what an import would do, and save nothing'),
        rejects: text('--rejects <file>', 'where rejected rows go (default: FILE.rejects.csv)'),
        ...serviceOptions,
        ...jsonOption,
      },
      remarks: `An interrupted import is taken up where it stopped when the same command is repeated: no row is saved twice.
The same file is imported once, here or by a service, unless --again is given. With --url the service reads the file, and goes on when the command is ended.
Rejected rows stand in the reject file with the reason; corrected, it can be imported as it is.`,
      examples: [
        'import people.csv',
        'import people.csv --object Contact --map given_name=FirstName --map street_number+address_1=MailingStreet',
        'import leads.ndjson --object Lead --check --url http://127.0.0.1:8080 --token $TOKEN',
      ],
    },
    async ({ file, check = false, duplicateScore, again = false, dryRun = false, json, ...given }) => {
      if (duplicateScore !== undefined && !check)
        throw new WrongUse('--duplicate-score is of use only together with --check');
      const map = given.map.map(parseMapOption);
      const configuration = await configurationMeant(given);
      const { type, ahead = await readAhead(await openInput(file, given.encoding)) } = await objectOf(
        { ...given, file },
        configuration,
      );
      const isJson = isJsonFile(file);
      const { columns, notes, bytesTotal } = ahead.table;
      for (const line of notes) note(line);
      // A wrong mapping is reported before a store is opened or a file written.
      resolveMapping(type, columns, map, importRules, !isJson);
      const { options, guessed, unsuited } = guessColumns(type, ahead, map, importRules);
      for (const line of describeGuess(columns, guessed)) note(line);
      if (unsuited.length > 0)
        note(`columns not imported, because they hold no Ids of records (--map insists): ${unsuited.join(', ')}`);
      let mapping = resolveMapping(type, columns, options, importRules, !isJson);
      const started = performance.now();
      let opened: InputTable | undefined = ahead.table;
      const toImport: FileToImport = {
        path: file,
        type,
        async open() {
          const table = opened ?? (await readAhead(await openInput(file, given.encoding))).table;
          opened = undefined;
          return table;
        },
        isJson,
        mapping: (known) => (mapping = resolveMapping(type, known, options, importRules, false)),
        task: {
          action: dryRun ? 'dryRun' : 'import',
          objectType: type.name,
          mapping: mapping.fields.map(({ field, positions }) => ({ field, positions: [...positions] })),
          check,
          ...(duplicateScore !== undefined && { duplicateScore }),
          again,
          ...(given.encoding !== undefined && { encoding: given.encoding }),
        },
        toDay: dayReader(configuration),
        rejectsPath: given.rejects ?? (dryRun ? undefined : `${file}.rejects.csv`),
        progress: progress(`importing ${type.name}`, bytesTotal),
      };
      const service = remoteService(given, configuration.settings);
      const { counts, reasons, rejects } = await (
        service === undefined ? importIntoStore(given, configuration, toImport) : importThere(service, toImport)
      ).finally(() => toImport.progress.stop());
      const seconds = (performance.now() - started) / 1000;
      const { unused } = mapping;
      for (const line of describeUnused('not imported', unused)) note(line);
      const { read, created, updated, rejected } = counts;
      const skipped = read - created - updated - rejected;
      const report = {
        object: type.name,
        ...(dryRun && { dryRun }),
        ...counts,
        skipped,
        rejects: rejects ?? null,
        reasons,
        unusedColumns: unused.map(({ column }) => column),
        seconds: Math.round(seconds * 1000) / 1000,
      };
      show(json, report, () => {
        const done = skipped > 0 ? `, ${skipped} done before` : '';
        const why = describeReasons(reasons) + (rejects === undefined ? '' : `rejected rows and reasons: ${rejects}\n`);
        const would = dryRun ? 'nothing is saved; an import would give: ' : '';
        return `${would}${read} rows read: ${created} created, ${updated} updated, ${rejected} rejected${done} (${seconds.toFixed(1)} s)\n${why}`;
      });
      if (rejected * 2 > read - skipped)
        throw new Failure(
          `most rows were rejected: ${rejected} of ${read - skipped}; is --object ${type.name} right, and --map?`,
        );
    },
  );

async function importIntoStore(
  choice: StoreChoice,
  configuration: Configuration,
  file: FileToImport,
): Promise<Imported> {
  const likeness = await openMeant(choice, configuration);
  return importHere(likeness, file).finally(() => likeness.close());
}
