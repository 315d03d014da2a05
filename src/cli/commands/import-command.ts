import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Command } from 'commander';
import type { ObjectType, ObjectRegistry } from '../../records/object-type.js';
import { argument, command, flag, parsed, text } from '../command.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { importOne, type ImportedCounts } from '../import/import-one.js';
import { brokenReferences } from '../import/kept-columns.js';
import { parseMapOption } from '../../files/read/mapping.js';
import type { DryRun, Likeness } from '../../service/likeness.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { openMeant, WITHOUT_INDEX } from '../meant-store.js';
import {
  readingOptions,
  guessedObjectOption,
  jsonOption,
  mapOption,
  parsePercent,
  serviceOptions,
} from '../options.js';
import { describeReasons } from '../../service/import/reject-reasons.js';
import { show } from '../output/print.js';
import { remoteService } from '../remote-service.js';
import { note } from '../../runtime/notes.js';

export const importCommand = (): Command =>
  command({
    name: 'import',
    description: 'save the rows of a CSV, Excel, JSON, NDJSON or vCard file as records',
    inputs: {
      file: argument('<file>', '.csv, .tsv, .xlsx, .json, .ndjson, .jsonl or .vcf, or a folder that `export` wrote'),
      ...guessedObjectOption,
      ...mapOption,
      ...readingOptions,
      check: flag(
        '--check',
        'look for duplicates row by row, and update a duplicate instead of creating a record (the default, except for a folder written by `export`)',
      ),
      notChecked: flag('--no-check', 'do not look for duplicates; every row without an Id creates a record'),
      duplicateScore: parsed('--duplicate-score <percent>', 'minimum score to update a duplicate', parsePercent),
      again: flag('--again', 'import the file even if an earlier run has already imported it'),
      dryRun: flag('--dry-run', 'report the result of each row without saving anything'),
      rejects: text('--rejects <file>', 'file for rejected rows (default: FILE.rejects.csv)'),
      ...serviceOptions,
      ...jsonOption,
    },
    remarks: `To continue an interrupted import, repeat the command. No row is saved twice.
A file that was already imported, by this command or by a service, is not imported again unless --again is given. With --url, the service imports the file, and continues if the command is stopped.
Rows with Ids update the records with these Ids, without a search for duplicates. If the store has no records with these Ids, they are created with the Ids, auto-numbers, authors and times of the file; calculated fields are ignored. With --url, such rows are rejected.
The reject file contains the rejected rows and the reasons. You can correct the rows and import the reject file.`,
    examples: [
      'import people.csv',
      'import people.csv --object Contact --map given_name=FirstName --map street_number+address_1=MailingStreet',
      'import exported',
      'import leads.ndjson --object Lead --no-check --url http://127.0.0.1:8080 --token $TOKEN',
    ],
    run: async ({ file, duplicateScore, again = false, dryRun = false, json, ...given }) => {
      const map = given.map.map(parseMapOption);
      const { encoding, delimiter, sheet, header, dateOrder } = given;
      const reading = { encoding, delimiter, sheet, header, dateOrder };
      const configuration = await configurationMeant(given);
      const exported = await exportedFiles(file, configuration.registry);
      if (exported !== undefined && (given.object ?? given.rejects ?? given.map[0]) !== undefined)
        throw new WrongUse('--object, --map and --rejects apply to a single file, not to a folder');
      // Import an export unchanged, including duplicates.
      const check = given.check ?? exported === undefined;
      if (duplicateScore !== undefined && !check) throw new WrongUse('--duplicate-score needs --check');
      const service = remoteService(given, configuration.settings);
      let opened: Promise<Likeness> | undefined;
      let tried: DryRun | undefined;
      const here = async () => {
        const likeness = await (opened ??= openMeant(given, configuration, check ? {} : WITHOUT_INDEX));
        return { likeness, dryRun: (tried ??= likeness.dryRun()) };
      };
      const reports: ImportedCounts[] = [];
      const types = new Set<ObjectType>();
      try {
        for (const one of exported ?? [{ file, object: given.object }]) {
          const options = { ...given, reading, map, check, duplicateScore, again, dryRun, ...one };
          const { type, report } = await importOne(options, configuration, service ?? here);
          reports.push(report);
          types.add(type);
        }
        const likeness = dryRun ? undefined : await opened;
        if (likeness !== undefined) for (const line of brokenReferences(likeness, types)) note(line);
      } finally {
        await opened?.then((likeness) => likeness.close());
      }
      show(json, exported === undefined ? reports[0] : reports, () =>
        reports.map((report) => (exported === undefined ? '' : `${report.object}: `) + described(report)).join(''),
      );
      for (const { object, rejected, read, skipped } of reports)
        if (rejected * 2 > read - skipped)
          throw new Failure(
            `most rows were rejected: ${rejected} of ${read - skipped}; check --object ${object} and --map`,
          );
    },
  });

function described({
  dryRun,
  checked,
  reasons,
  rejects,
  read,
  created,
  updated,
  rejected,
  skipped,
  seconds,
}: ImportedCounts): string {
  const done = skipped > 0 ? `, ${skipped} imported before` : '';
  const why = describeReasons(reasons) + (rejects === null ? '' : `rejected rows and reasons: ${rejects}\n`);
  const looked = checked ? 'checked for duplicates' : 'not checked for duplicates';
  const would = dryRun === true ? 'dry run, nothing saved: ' : '';
  return `${would}${read} rows read: ${created} created, ${updated} updated, ${rejected} rejected${done}, ${looked} (${seconds.toFixed(1)} s)\n${why}`;
}

interface ExportedFile {
  readonly file: string;
  readonly object: string;
}

/**
 * Returns the files of a folder that `export` wrote. There is one file per object, named after the object. Parents
 * precede the records that refer to them.
 * @returns `undefined` if the path is not a folder @throws WrongUse if the folder contains no file to import
 */
async function exportedFiles(path: string, registry: ObjectRegistry): Promise<ExportedFile[] | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return undefined;
  const files = new Map<ObjectType, string>();
  for (const name of (await readdir(path)).sort()) {
    const extension = extname(name).toLowerCase();
    if (name.endsWith('.rejects.csv') || !['.csv', '.ndjson', '.jsonl'].includes(extension)) continue;
    const type = registry.byName(basename(name, extname(name)));
    if (type === undefined)
      throw new WrongUse(`${join(path, name)}: expected a file named after an object, such as Contact.csv`);
    const other = files.get(type);
    if (other !== undefined) throw new WrongUse(`${path}: ${other} and ${name} both have records of ${type.name}`);
    files.set(type, name);
  }
  if (files.size === 0) throw new WrongUse(`${path}: expected files named after objects, such as Contact.csv`);
  return parentsFirst([...files.keys()], registry).map((type) => ({
    file: join(path, files.get(type)!),
    object: type.name,
  }));
}

/** Sorts parents first. Objects that refer to each other are in arbitrary order. */
function parentsFirst(types: readonly ObjectType[], registry: ObjectRegistry): ObjectType[] {
  const wanted = new Set(types);
  const ordered = new Set<ObjectType>();
  const met = new Set<ObjectType>();
  const visit = (type: ObjectType): void => {
    if (met.has(type)) return;
    met.add(type);
    for (const { referenceTo = [] } of type.fields)
      for (const name of referenceTo) {
        const parent = registry.byName(name);
        if (parent !== undefined) visit(parent);
      }
    if (wanted.has(type)) ordered.add(type);
  };
  types.forEach(visit);
  return [...ordered];
}
