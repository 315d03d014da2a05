import { once } from 'node:events';
import { extname } from 'node:path';
import { Command, Option } from 'commander';
import type { ObjectType } from '../../records/object-type.js';
import { audit } from '../audit.js';
import { WrongUse } from '../errors.js';
import { configOption, dataOption, remoteOptions, withExamples } from '../options.js';
import { csvLine, guard } from '../output/csv.js';
import { OutputFile } from '../output/output-file.js';
import { note } from '../output/print.js';
import { remoteService, type RemoteOptions } from '../remote.js';
import { objectType, configurationOf, withLikeness } from '../workspace.js';

type Format = 'csv' | 'ndjson';

interface ExportOptions extends RemoteOptions {
  object: string;
  out?: string;
  format?: Format;
  raw?: boolean;
  data: string;
  config: string;
}

type Records = AsyncIterable<Readonly<Record<string, unknown>>>;

/** `likeness export`: all records of a type, every readable field, in Id order. */
export function exportCommand(): Command {
  const command = new Command('export')
    .description('write all records of an object type as CSV or NDJSON')
    .requiredOption('--object <type>', 'object type, e.g. Contact')
    .option('--out <file>', '.csv, or .ndjson / .jsonl (default: CSV to the standard output)')
    .addOption(new Option('--format <format>', 'instead of what the extension says').choices(['csv', 'ndjson']))
    .option('--raw', 'CSV without the apostrophe that keeps spreadsheets from running a value as a formula')
    .addOption(dataOption())
    .addOption(configOption());
  for (const option of remoteOptions()) command.addOption(option);
  command.action(async (options: ExportOptions) => {
    const format = options.format ?? formatOf(options.out);
    const configuration = await configurationOf(options.config);
    const type = objectType(configuration, options.object);
    const service = remoteService(options, configuration.settings);
    const write = (records: Records): Promise<void> => save(options, format, type, records);
    if (service !== undefined) await write(service.records(type.name));
    else {
      await withLikeness(options.data, configuration, (likeness) => write(likeness.records(type.name)));
      audit(options.data, { action: 'exported', target: [type.name] });
    }
  });
  command.addHelpText(
    'after',
    `
In CSV a value that a spreadsheet would run as a formula gets an apostrophe put before it; \`likeness import\` takes it away again.`,
  );
  return withExamples(command, [
    'export --object Contact --out contacts.csv',
    'export --object Account --out accounts.ndjson',
    'export --object Lead --url http://127.0.0.1:8080 --token $TOKEN > leads.csv',
  ]);
}

function formatOf(out: string | undefined): Format {
  if (out === undefined) return 'csv';
  const extension = extname(out).toLowerCase();
  if (extension === '.csv') return 'csv';
  if (extension === '.ndjson' || extension === '.jsonl') return 'ndjson';
  throw new WrongUse(`--out '${out}': expected a .csv, .ndjson or .jsonl file, or --format`);
}

async function save(options: ExportOptions, format: Format, type: ObjectType, records: Records): Promise<void> {
  const { out } = options;
  const all = lines(format, type, records, options.raw === true ? (value) => value : guard);
  if (out === undefined) {
    for await (const line of all) if (!process.stdout.write(line)) await once(process.stdout, 'drain');
    return;
  }
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
      : csvLine(columns.map((column) => protect(text(record[column]))));
  }
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
