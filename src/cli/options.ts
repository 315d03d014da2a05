import { InvalidArgumentError, Option, type Command } from 'commander';
import { WrongUse } from './errors.js';

/** `--data DIR`, or LIKENESS_DATA, or `data/store`. */
export const dataOption = (): Option =>
  new Option('--data <dir>', 'data folder').env('LIKENESS_DATA').default('data/store');

/** `--config DIR`, or LIKENESS_CONFIG, or `config`; a folder that is not there means built-ins only. */
export const configOption = (): Option =>
  new Option('--config <dir>', 'configuration folder').env('LIKENESS_CONFIG').default('config');

export const jsonOption = (): Option => new Option('--json', 'print JSON');

export const remoteOptions = (): Option[] => [
  new Option('--url <address>', 'work with a running service at this address instead of a data folder'),
  new Option('--token <token>', 'access token for --url (or LIKENESS_TOKEN); `likeness token` prints one'),
];

export const mapOption = (): Option =>
  new Option(
    '--map <column[+column]=Field>',
    'fill a field from a column, or from several joined by a space; COLUMN= leaves a column out; may be repeated',
  )
    .argParser((value: string, previous: string[]) => [...previous, value])
    .default([], 'columns fill the fields that are named like them');

/** Adds examples at the end of a command's help. */
export function withExamples(command: Command, examples: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ likeness ${line}`).join('\n')}\n`);
}

export function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError('Expected a port from 0 to 65535.');
  return port;
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** A time such as `30m`, `24h` or `7d`, in milliseconds. */
export function parseDuration(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,3})([smhd])$/.exec(text) ?? [];
  const factor = UNITS.get(unit);
  if (factor === undefined) throw new InvalidArgumentError('Expected a time such as 30m, 24h or 7d.');
  return Number(count) * factor;
}

export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 to 9999999.');
  return Number(text);
}

const MOST_THREADS = 256;

export function parseThreads(text: string): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  if (!(value >= 1 && value <= MOST_THREADS))
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${MOST_THREADS}.`);
  return value;
}

export function parsePercent(text: string): number {
  const value = /^\d{1,3}(\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (!(value <= 100)) throw new InvalidArgumentError('Expected a percentage from 0 to 100.');
  return value;
}

/** `Field=value` arguments as a map. */
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
