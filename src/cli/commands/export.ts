import { extname } from 'node:path';
import { Option, type Command } from 'commander';
import type { ObjectType } from '../../records/object-type.js';
import { command, flag, text, type Input } from '../command.js';
import { objectType } from '../data-folder.js';
import { WrongUse } from '../errors.js';
import { configurationMeant, auditIn, withService } from '../meant-store.js';
import { textOf } from '../input/input-table.js';
import { objectOption, serviceOptions } from '../options.js';
import { csvLine, guard } from '../../files/csv.js';
import { OutputFile } from '../output/output-file.js';
import { note, printAll } from '../output/print.js';

type Format = 'csv' | 'ndjson';
type Records = Iterable<Readonly<Record<string, unknown>>> | AsyncIterable<Readonly<Record<string, unknown>>>;

/** `likeness export`: all records of a type, every readable field, in Id order. */
export const exportCommand = (): Command => {
  const format: Input<Format | undefined> = new Option(
    '--format <format>',
    'instead of what the extension says',
  ).choices(['csv', 'ndjson']);
  return command(
    'export',
    {
      description: 'write all records of an object type as CSV or NDJSON',
      inputs: {
        ...objectOption,
        out: text('--out <file>', '.csv, or .ndjson / .jsonl (default: CSV to the standard output)'),
        format,
        raw: flag('--raw', 'CSV without the apostrophe that keeps spreadsheets from running a value as a formula'),
        ...serviceOptions,
      },
      remarks:
        'In CSV a value that a spreadsheet would run as a formula gets an apostrophe put before it; `likeness import` takes it away again.',
      examples: [
        'export --object Contact --out contacts.csv',
        'export --object Account --out accounts.ndjson',
        'export --object Lead --url http://127.0.0.1:8080 --token $TOKEN > leads.csv',
      ],
    },
    async ({ object, out, raw, ...given }) => {
      const format = given.format ?? formatOf(out);
      const configuration = await configurationMeant(given);
      const type = objectType(configuration, object);
      const protect = raw === true ? (value: string) => value : guard;
      const write = (records: Records) => save(out, format, type, lines(format, type, records, protect));
      await withService(given, configuration, {
        local: async (likeness) => {
          await write(likeness.records(type.name));
          await auditIn(given, { action: 'exported', target: [type.name] });
        },
        remote: (service) => write(service.records(type.name)),
      });
    },
  );
};

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
