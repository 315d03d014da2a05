import { InvalidArgumentError } from 'commander';
import { STANDARD_INPUT, STREAM_FORMATS } from '../batch/tables/open-table.js';
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

/** The file that is read; `undefined` for standard input. */
export const tableFile = (file: string | undefined): string | undefined => (file === STANDARD_INPUT ? undefined : file);

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
