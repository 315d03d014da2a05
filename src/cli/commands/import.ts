import type { Command } from 'commander';
import { argument, command, flag, parsed, text } from '../command.js';
import { objectOf } from '../dedupe/records-object.js';
import { Failure, WrongUse } from '../errors.js';
import { configurationMeant, openMeant } from '../meant-store.js';
import { importKey } from '../import/import-key.js';
import { localTarget } from '../import/local-target.js';
import { remoteTarget } from '../import/remote-target.js';
import { importRules, runImport } from '../import/run-import.js';
import { describeUnused } from '../input/describe-unused.js';
import { dayReader } from '../input/read-day.js';
import { describeGuess } from '../input/guess/describe-guess.js';
import { guessColumns, readAhead } from '../input/guess/guess-columns.js';
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
        rejects: text('--rejects <file>', 'where rejected rows go (default: FILE.rejects.csv)'),
        ...serviceOptions,
        ...jsonOption,
      },
      remarks: `An interrupted import is taken up where it stopped when the same command is repeated: no row is saved twice.
Rejected rows stand in the reject file with the reason; corrected, it can be imported as it is.`,
      examples: [
        'import people.csv',
        'import people.csv --object Contact --map given_name=FirstName --map street_number+address_1=MailingStreet',
        'import leads.ndjson --object Lead --check --url http://127.0.0.1:8080 --token $TOKEN',
      ],
    },
    async ({ file, check = false, duplicateScore, again = false, json, ...given }) => {
      if (duplicateScore !== undefined && !check)
        throw new WrongUse('--duplicate-score is of use only together with --check');
      const map = given.map.map(parseMapOption);
      const configuration = await configurationMeant(given);
      const { type, ahead = await readAhead(await openInput(file, given.encoding)) } = await objectOf(
        { ...given, file },
        configuration,
      );
      const isJson = isJsonFile(file);
      const { table } = ahead;
      for (const line of table.notes) note(line);
      // A wrong mapping is reported before a store is opened or a file written.
      resolveMapping(type, table.columns, map, importRules, !isJson);
      const { options: mapped, guessed, unsuited } = guessColumns(type, ahead, map, importRules);
      for (const line of describeGuess(table.columns, guessed)) note(line);
      if (unsuited.length > 0)
        note(`columns not imported, because they hold no Ids of records (--map insists): ${unsuited.join(', ')}`);
      const started = performance.now();
      const job = { object: type.name, key: await importKey(file, type.name, map), check, duplicateScore };
      const service = remoteService(given, configuration.settings);
      const target =
        service === undefined
          ? localTarget({ ...job, likeness: await openMeant(given, configuration) })
          : await remoteTarget({ ...job, service, progressPath: `${file}.import-ledger` });
      const { unused, rejects, reasons, ...counts } = await runImport({
        table,
        type,
        map: mapped,
        isJson,
        toDay: dayReader(configuration),
        rejectsPath: given.rejects ?? `${file}.rejects.csv`,
        target,
        again,
        progress: progress(`importing ${type.name}`, table.bytesTotal),
      }).finally(() => target.close());
      const seconds = (performance.now() - started) / 1000;
      for (const line of describeUnused('not imported', unused)) note(line);
      const report = {
        object: type.name,
        ...counts,
        rejects: rejects ?? null,
        reasons,
        unusedColumns: unused.map(({ column }) => column),
        seconds: Math.round(seconds * 1000) / 1000,
      };
      show(json, report, () => {
        const { read, created, updated, rejected, skipped } = counts;
        const done = skipped > 0 ? `, ${skipped} done before` : '';
        const why = rejects === undefined ? '' : `${describeReasons(reasons)}rejected rows and reasons: ${rejects}\n`;
        return `${read} rows read: ${created} created, ${updated} updated, ${rejected} rejected${done} (${seconds.toFixed(1)} s)\n${why}`;
      });
      if (counts.rejected * 2 > counts.read - counts.skipped)
        throw new Failure(
          `most rows were rejected: ${counts.rejected} of ${counts.read - counts.skipped}; is --object ${type.name} right, and --map?`,
        );
    },
  );
