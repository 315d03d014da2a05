import { optionalArgument, text } from '../command.js';
import { configOption, readingOptions, guessedObjectOption, mapOption, recordMemoryOption } from '../options.js';

/** Arguments of commands that read records from a file or a data folder. */
export const recordsFile = {
  file: optionalArgument(
    '[file]',
    'file with the rows (.csv, .tsv, .xlsx, .json, .ndjson, .jsonl or .vcf); for stored records, use --data DIR or --store instead',
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
  id: text('--id <column>', 'column with the Id of each row (default: the row number)'),
  source: text(
    '--source <column>',
    'column with the source of each row; only rows from different sources are compared',
  ),
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
