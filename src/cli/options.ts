import { InvalidArgumentError } from 'commander';
import { flag, type Input, orVariable, parsed, parsedOr, repeated, required, text } from './command.js';
import { dateOrders, type DateOrder } from '../files/read/date-order.js';
import { WrongUse } from '../runtime/failure.js';
import type { RecordMemory } from '../store/record-memory.js';

const folder = (variable: string, flags: string, description: string, otherwise: string): Input<string> =>
  orVariable(
    variable,
    parsedOr(flags, description, (text) => text, otherwise),
  );

export const dataOption = { data: folder('LIKENESS_DATA', '--data <dir>', 'data folder', 'data/store') };

export const storeOption = {
  store: orVariable(
    'LIKENESS_STORE',
    text('--store <address>', 'PostgreSQL database, instead of --data (postgres://user:password@host/database)'),
  ),
};

/** If the folder is missing, only the built-ins are used. */
export const configOption = { config: folder('LIKENESS_CONFIG', '--config <dir>', 'configuration folder', 'config') };

export const jsonOption = { json: flag('--json', 'print JSON') };

export const serviceAddress = {
  url: text('--url <address>', 'use the running service at this URL instead of a data folder'),
  token: text('--token <token>', 'access token for --url (or LIKENESS_TOKEN); `likeness token` prints one'),
};

export const objectOption = { object: required('--object <type>', 'object type, such as Contact') };

export const guessedObjectOption = {
  object: text('--object <type>', 'object type, such as Contact (default for files: guessed from the columns)'),
};

export const mapOption = {
  map: repeated(
    '--map <column[+column]=Field>',
    'fill a field from a column, or from several columns joined by a space; COLUMN= ignores a column; may be repeated',
    (text) => [text],
    'columns fill fields of the same name',
  ),
};

export const readingOptions = {
  encoding: text(
    '--encoding <name>',
    'encoding of the file, such as utf-8, windows-1252 or utf-16le (default: detected)',
  ),
  delimiter: text(
    '--delimiter <character>',
    'delimiter of a CSV file: , ; | tab or another character (default: detected)',
  ),
  sheet: text('--sheet <name|number>', 'sheet of a workbook (default: the first sheet that is not empty)'),
  dateOrder: parsed(
    '--date-order <order>',
    'order of day, month and year in numeric dates: dmy, mdy or ymd (default: detected for each column)',
    parseDateOrder,
  ),
  header: flag('--header', 'the first line of the table has the column names (default: detected)'),
  noHeader: flag('--no-header', 'the first line of the table is data; columns are named after their values'),
};

export const labelsOption = {
  labels: text(
    '--labels <file>',
    'file with labels for pairs, which override the scores and are used for learning: review.csv with yes or no in the column `same`, or a CSV file with the columns id1,id2,same (or is_match)',
  ),
};

export const scenarioFile = text(
  '--scenario <file>',
  'file with a scenario, or an array of scenarios, to use instead of a learned scenario; `built-in` uses the `restSearch` scenarios',
);

/** Declares a repeatable option that also takes comma-separated values. */
export const list = (flags: string, description: string, none?: string): Input<string[]> =>
  repeated(flags, description, (value) => value.split(',').map((word) => word.trim()), none);

export const scenarioIdsOption = {
  scenario: list(
    '--scenario <id[,id]>',
    'Ids of the scenarios to use (`likeness scenarios` lists them); may be repeated',
  ),
};

const numberParser =
  (pattern: RegExp, min: number, max: number, expected: string) =>
  (text: string): number => {
    const value = pattern.test(text) ? Number(text) : NaN;
    if (!(value >= min && value <= max)) throw new InvalidArgumentError(`Expected ${expected}.`);
    return value;
  };

export const parsePort = numberParser(/^\d{1,5}$/, 0, 65_535, 'a port from 0 to 65535');
export const parseCount = numberParser(/^[1-9]\d{0,6}$/, 1, 9_999_999, 'a whole number from 1 to 9999999');
export const parseSeconds = numberParser(/^\d{1,4}$/, 0, 3_600, 'a whole number of seconds from 0 to 3600');
export const parseSeed = numberParser(/^\d{1,9}$/, 0, 999_999_999, 'a whole number from 0 to 999999999');

export const parsePercent = numberParser(/^\d{1,3}(\.\d+)?$/, 0, 100, 'a percentage from 0 to 100');

export const scoreOptions = {
  threshold: parsed('--threshold <percent>', 'minimum score of a reported pair', parsePercent),
  precision: parsed(
    '--precision <percent>',
    'raise the learned threshold to reach this expected precision',
    parsePercent,
  ),
};
export const threadsOption = parsed(
  '--threads <n>',
  'number of threads (default: all CPUs; one for small files)',
  numberParser(/^\d{1,3}$/, 1, 256, 'a whole number from 1 to 256'),
);

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses `30m`, `24h`, `7d`. @returns milliseconds */
function parseDuration(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,3})([smhd])$/.exec(text) ?? [];
  if (unit === '') throw new InvalidArgumentError('Expected a time such as 30m, 24h or 7d.');
  return Number(count) * UNITS[unit]!;
}

/** Declares the option for a new secret. @param also what happens to the previous secret, such as `stays valid` */
export const overlapOption = (also: string) =>
  parsedOr(
    '--overlap <time>',
    `time for which the previous secret ${also}, such as 30m, 24h or 7d`,
    parseDuration,
    UNITS['d']!,
    '24h',
  );

const SIZES: Readonly<Record<string, number>> = { KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 };

function bytesOf(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?) ?([KMGT]B)$/i.exec(text) ?? [];
  return unit === '' ? undefined : Math.floor(Number(count) * SIZES[unit.toUpperCase()]!);
}

export function parseSize(text: string): number {
  const bytes = bytesOf(text);
  if (!bytes) throw new InvalidArgumentError('Expected a size such as 500MB or 4GB.');
  return bytes;
}

/** Parses `all`, `0`, or a size such as `500MB`. @returns `undefined` for `all` */
export function parseRecordMemory(text: string): RecordMemory | undefined {
  if (text.toLowerCase() === 'all') return undefined;
  const bytes = text === '0' ? 0 : bytesOf(text);
  if (bytes === undefined) throw new InvalidArgumentError('Expected all, 0, or a size such as 500MB or 2GB.');
  return { bytes };
}

export const recordMemoryOption = {
  recordMemory: orVariable(
    'LIKENESS_RECORD_MEMORY',
    parsedOr(
      '--record-memory <all|size|0>',
      'memory for records and history, such as 2GB; records that do not fit are read from a file in the data folder',
      parseRecordMemory,
      undefined,
      'all',
    ),
  ),
};

/** Options of commands that work on a data folder, a database or a running service. */
export const serviceOptions = {
  ...dataOption,
  ...storeOption,
  ...configOption,
  ...serviceAddress,
  ...recordMemoryOption,
};

export function parseAssignments(args: readonly string[]): Record<string, string> {
  const values = new Map<string, string>();
  for (const text of args) {
    const at = text.indexOf('=');
    if (at <= 0) throw new WrongUse(`'${text}': expected Field=value, for example LastName=Smith`);
    const field = text.slice(0, at).trim();
    if (values.has(field)) throw new WrongUse(`${field} is given twice`);
    values.set(field, text.slice(at + 1));
  }
  return Object.fromEntries(values);
}

export const reportOption = {
  report: text('--report <file>', 'output file for a report on the comparison (a self-contained HTML page)'),
};

function parseDateOrder(text: string): DateOrder {
  const order = dateOrders.find((each) => each === text.toLowerCase());
  if (order === undefined) throw new InvalidArgumentError(`Expected ${dateOrders.join(', ')}.`);
  return order;
}
