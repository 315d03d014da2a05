import { optionalArgument, text } from '../command.js';
import { configOption, readingOptions, guessedObjectOption, mapOption, recordMemoryOption } from '../options.js';

/** Arguments of commands that read records from a file or a data folder. */
export const recordsFile = {
  file: optionalArgument(
    '[file]',
    '.csv, .tsv, .xlsx, .json, .ndjson, .jsonl or .vcf; or --data DIR or --store for stored records',
  ),
  ...guessedObjectOption,
};

export const recordsOptions = {
  ...mapOption,
  ...readingOptions,
  data: text('--data <dir>', 'data folder with the records, instead of FILE'),
  store: text(
    '--store <address>',
    'PostgreSQL database with the records (postgres://...; also LIKENESS_STORE), instead of FILE',
  ),
  ...recordMemoryOption,
  ...configOption,
};

export const rowOptions = {
  id: text('--id <column>', 'column with the Ids of the rows (default: the row number)'),
  source: text('--source <column>', 'column with the source of each row, to compare only across sources'),
};

interface Source {
  readonly file: string | undefined;
  readonly data: string | undefined;
  readonly store: string | undefined;
  readonly url?: string | undefined;
}

/** Adds the database named by the environment if no source is given. */
export function withMeantStore<S extends Source>(options: S): S {
  const { file, data, store, url } = options;
  const isSaid = [file, data, store, url].some((each) => each !== undefined);
  return isSaid ? options : { ...options, store: process.env['LIKENESS_STORE'] };
}
