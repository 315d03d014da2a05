import { optionalArgument, text } from '../command.js';
import { configOption, readingOptions, guessedObjectOption, mapOption, recordMemoryOption } from '../options.js';

/** Commands that take the records of a file, or of a data folder instead, have these. */
export const recordsFile = {
  file: optionalArgument(
    '[file]',
    '.csv, .tsv, .xlsx, .json, .ndjson, .jsonl or .vcf; instead of it --data DIR or --store takes stored records',
  ),
  ...guessedObjectOption,
};

export const recordsOptions = {
  ...mapOption,
  ...readingOptions,
  data: text('--data <dir>', 'data folder to take the records from; without FILE'),
  store: text(
    '--store <address>',
    'PostgreSQL database to take the records from (postgres://...), also LIKENESS_STORE; without FILE',
  ),
  ...recordMemoryOption,
  ...configOption,
};

export const rowOptions = {
  id: text('--id <column>', 'column that names a row (default: its number)'),
  source: text('--source <column>', 'column that says where a row comes from: only pairs across sources'),
};

interface Source {
  readonly file: string | undefined;
  readonly data: string | undefined;
  readonly store: string | undefined;
  readonly url?: string | undefined;
}

/** Where nothing says where records come from, the database of the environment is meant. */
export function withMeantStore<S extends Source>(options: S): S {
  const { file, data, store, url } = options;
  const isSaid = [file, data, store, url].some((each) => each !== undefined);
  return isSaid ? options : { ...options, store: process.env['LIKENESS_STORE'] };
}
