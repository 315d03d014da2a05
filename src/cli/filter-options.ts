import { InvalidArgumentError } from 'commander';
import { objectType } from '../batch/input/object-of.js';
import { OutputFile } from '../batch/output/output-file.js';
import {
  checkOutput,
  openTable,
  STANDARD_INPUT,
  STREAM_FORMATS,
  type StreamFormat,
} from '../batch/tables/open-table.js';
import { configurationMeant } from '../server/configuration-meant.js';
import { optionalArgument, parsed, required, text } from './command.js';
import { configOption, parsePercent } from './options.js';

/** A parser of one of several words. */
export const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (given: string): Word => {
    const word = words.find((each) => each === given);
    if (word !== undefined) return word;
    throw new InvalidArgumentError(`Expected ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`);
  };

/** Commands that read a table as it comes have these. */
export const streamedFile = {
  file: optionalArgument('[file]', '.csv, .tsv, .xlsx, .arrow or .parquet; `-` or nothing: standard input'),
};

export const filterOptions = {
  scenario: required(
    '--scenario <file|id>',
    'scenarios to compare by: a file of one or an array, the Id of a configured one, or `built-in` for those of the REST search',
  ),
  threshold: parsed('--threshold <percent>', 'score from which a pair counts', parsePercent),
  format: parsed(
    '--format <csv|arrow>',
    'format of standard output (default: that of standard input, or csv); files are known by their names',
    oneOf(STREAM_FORMATS),
  ),
  out: text('--out <file>', '.csv, .arrow or .parquet (default: standard output)'),
  ...configOption,
};

/** Values of the options that say what a filter reads and writes. */
interface FilterFiles extends Omit<Parameters<typeof openTable>[1], 'format'> {
  readonly file: string | undefined;
  readonly out: string | undefined;
  readonly scenario: string;
  readonly object: string;
  readonly config: string;
  readonly format: StreamFormat | undefined;
}

/** Opens a filter's table when it is known that its output can be written, in the format that is told with it. */
export async function openFiltered(given: FilterFiles) {
  checkOutput(given.out);
  await OutputFile.checkAll([given.out], [given.file === STANDARD_INPUT ? undefined : given.file, given.scenario]);
  const configuration = await configurationMeant(given);
  const type = objectType(configuration, given.object);
  const { table, format } = await openTable(given.file, given, process.stdin);
  return { configuration, type, table, format: given.format ?? format };
}
