import { extname, join } from 'node:path';
import type { Command } from 'commander';
import type { ObjectType } from '../../records/object-type.js';
import { choice, command, flag, text } from '../command.js';
import { objectType } from '../../files/read/object-of.js';
import { WrongUse } from '../../runtime/failure.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { auditIn, withService } from '../meant-store.js';
import { textOf } from '../../files/read/input-table.js';
import { prepareFolder } from '../../files/clean/output-folder.js';
import { serviceOptions } from '../options.js';
import { csvLine, guard } from '../../files/write/csv.js';
import { OutputFile } from '../../files/write/output-file.js';
import { printAll } from '../output/print.js';
import { note } from '../../runtime/notes.js';

type Format = 'csv' | 'ndjson';
type Records = Iterable<Readonly<Record<string, unknown>>> | AsyncIterable<Readonly<Record<string, unknown>>>;

export const exportCommand = (): Command =>
  command({
    name: 'export',
    description: 'export all records of an object type, or of all objects, as CSV or NDJSON',
    inputs: {
      object: text(
        '--object <type>',
        'object type, such as Contact (default: all objects, each in its own file in the folder of --out)',
      ),
      out: text(
        '--out <file>',
        '.csv, .ndjson or .jsonl file (default: CSV to standard output); for all objects, a folder',
      ),
      format: choice<Format>('--format <format>', 'format (default: from the file extension)', ['csv', 'ndjson']),
      raw: flag('--raw', 'do not add the apostrophe that keeps spreadsheets from running a value as a formula'),
      ...serviceOptions,
    },
    remarks:
      '`likeness import` imports an export with its Ids, into an empty store or over the same records. Suspected pairs, decisions and history are in a backup, not in an export.\nIn CSV, a value that a spreadsheet would evaluate as a formula gets an apostrophe; `likeness import` removes it.',
    examples: [
      'export --object Contact --out contacts.csv',
      'export --object Account --out accounts.ndjson',
      'export --out exported',
      'export --object Lead --url http://127.0.0.1:8080 --token $TOKEN > leads.csv',
    ],
    run: async ({ object, out, raw, ...given }) => {
      const configuration = await configurationMeant(given);
      const protect = raw === true ? (value: string) => value : guard;
      if (object === undefined) {
        if (out === undefined) throw new WrongUse('give --object TYPE, or a folder for all objects with --out DIR');
        await prepareFolder(out, false);
      }
      const types = object === undefined ? configuration.registry.types : [objectType(configuration, object)];
      const format = given.format ?? (object === undefined ? 'csv' : formatOf(out));
      const written: string[] = [];
      const write = async (type: ObjectType, records: Records): Promise<void> => {
        const all = lines(format, type, records, protect);
        if (object !== undefined) await save(out, format, type, all);
        else if (!(await saveIfAny(join(out!, `${type.name}.${format}`), format, type, all))) return;
        written.push(type.name);
      };
      await withService(given, configuration, {
        async local(likeness) {
          for (const type of types) await write(type, likeness.records(type.name));
          await auditIn(given, { action: 'exported', target: written });
        },
        async remote(service) {
          for (const type of types) await write(type, service.records(type.name));
        },
      });
    },
  });

function formatOf(out: string | undefined): Format {
  if (out === undefined) return 'csv';
  const extension = extname(out).toLowerCase();
  if (extension === '.csv') return 'csv';
  if (extension === '.ndjson' || extension === '.jsonl') return 'ndjson';
  throw new WrongUse(`--out '${out}': expected a .csv, .ndjson or .jsonl file, or --format`);
}

async function save(
  out: string | undefined,
  format: Format,
  type: ObjectType,
  all: AsyncIterable<string>,
): Promise<void> {
  if (out === undefined) return printAll(all);
  let count = format === 'csv' ? -1 : 0;
  await OutputFile.write(out, async (output) => {
    for await (const line of all) {
      count += 1;
      await output.add(line);
    }
  });
  note(`${count} ${type.name} records written to ${out}`);
}

/** @returns whether there is a record; otherwise no file is written */
async function saveIfAny(out: string, format: Format, type: ObjectType, all: AsyncGenerator<string>): Promise<boolean> {
  const begin: string[] = [];
  for (let wanted = format === 'csv' ? 2 : 1; wanted > 0; wanted--) {
    const next = await all.next();
    if (next.done === true) return false;
    begin.push(next.value);
  }
  await save(out, format, type, chained(begin, all));
  return true;
}

async function* chained(begin: readonly string[], rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield* begin;
  yield* rest;
}

async function* lines(
  format: Format,
  type: ObjectType,
  records: Records,
  protect: (text: string) => string,
): AsyncGenerator<string> {
  const columns = ['Id', ...type.fields.map((field) => field.name).filter((name) => name !== 'Id')];
  if (format === 'csv') yield csvLine(columns);
  for await (const record of records) {
    yield format === 'ndjson'
      ? `${JSON.stringify(record)}\n`
      : csvLine(columns.map((column) => protect(textOf(record[column]))));
  }
}
