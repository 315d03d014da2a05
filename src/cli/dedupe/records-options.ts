import { optionalArgument, text } from '../command.js';
import { configOption, encodingOption, mapOption, objectOption } from '../options.js';

/** Of commands that take the records of a file, or of a data folder instead. */
export const recordsFile = {
  file: optionalArgument(
    '[file]',
    '.csv, .tsv, .xlsx, .json, .ndjson or .jsonl; instead of it --data DIR takes the records of a data folder',
  ),
  ...objectOption,
};

export const recordsOptions = {
  ...mapOption,
  ...encodingOption,
  data: text('--data <dir>', 'data folder to take the records from; without FILE'),
  ...configOption,
};

export const rowOptions = {
  id: text('--id <column>', 'column that names a row (default: its number)'),
  source: text('--source <column>', 'column that says where a row comes from: only pairs across sources'),
};
