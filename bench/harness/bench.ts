import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine } from './machine.js';
import { textTable, type Report } from './report.js';

/** How much a bench does. */
export interface Extent {
  /** Numbers of records, one run each. */
  readonly sizes: readonly number[];
  readonly queries: number;
  /** Repetitions, of which median and range are shown. */
  readonly rounds: number;
  /** Seconds of load in each measurement. */
  readonly seconds: number;
  /** The word behind the name, where a bench takes one. */
  readonly subject?: string;
  /** The bench's own options that were given, by name. */
  readonly options: Readonly<Record<string, string | undefined>>;
}

/** A report as it is kept. */
export interface KeptReport extends Report {
  readonly name: string;
  readonly machine: string;
  readonly command: string;
  readonly date: string;
}

const SMALL: Omit<Extent, 'options'> = { sizes: [2_000], queries: 150, rounds: 1, seconds: 1 };

/** Where reports are kept; small ones apart, so that trying a bench does not replace its figures. */
export const outFolder = (small: boolean): string =>
  fileURLToPath(new URL(small ? '../out/small/' : '../out/', import.meta.url));

/** Arguments that a bench takes beside the options of every bench. */
interface Own {
  /** Meaning of a word behind the name, where a bench takes one. */
  readonly subject?: string;
  /** Names of its own options, each with a value; the bench's file tells what they mean. */
  readonly options?: readonly string[];
}

/**
 * The frame of every bench: reads `--size 10000,100000`, `--queries`, `--rounds`, `--seconds` (or `--minutes`) and
 * `--small` (a toy size that only proves that the bench works), prints the tables and keeps the report in
 * `bench/out/NAME.json`.
 */
export async function bench(
  name: string,
  full: Omit<Extent, 'options'>,
  run: (extent: Extent, small: boolean) => Promise<Report> | Report,
  own: Own = {},
): Promise<void> {
  const given = optionsOf(process.argv.slice(2), own);
  if (given === undefined) return;
  const { positionals } = given;
  const values = given.values as { small: boolean } & Readonly<Record<string, string | undefined>>;
  const base = values.small ? SMALL : full;
  const extent: Extent = {
    sizes: values['size']?.split(',').map((size) => positive('--size', size)) ?? base.sizes,
    queries: positive('--queries', values['queries'] ?? String(base.queries)),
    rounds: positive('--rounds', values['rounds'] ?? String(base.rounds)),
    seconds:
      values['minutes'] === undefined
        ? positive('--seconds', values['seconds'] ?? String(base.seconds))
        : 60 * positive('--minutes', values['minutes']),
    ...(positionals[0] !== undefined && { subject: positionals[0] }),
    options: Object.fromEntries((own.options ?? []).map((name) => [name, values[name]])),
  };
  const where = machine();
  console.log(`${name}: ${where}`);
  const report = await run(extent, values.small);
  for (const table of report.tables) console.log(`\n${textTable(table)}`);
  for (const note of report.notes) console.log(`\n${note}`);
  const kept: KeptReport = {
    name,
    machine: where,
    command: `npm run bench -- ${[name, ...process.argv.slice(2)].join(' ')}`,
    date: new Date().toISOString(),
    ...report,
  };
  const folder = outFolder(values.small);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(kept, null, 1)}\n`);
}

/** @returns `undefined` after having said what is wrong with them */
function optionsOf(args: string[], { subject, options = [] }: Own) {
  try {
    return parseArgs({
      args,
      allowPositionals: subject !== undefined,
      options: {
        size: { type: 'string' },
        queries: { type: 'string' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        minutes: { type: 'string' },
        small: { type: 'boolean', default: false },
        ...Object.fromEntries(options.map((name) => [name, { type: 'string' as const }])),
      },
    });
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) throw error;
    console.error(`bench: ${(error as Error).message}; --help lists the options`);
    process.exitCode = 2;
    return undefined;
  }
}

export function positive(option: string, text: string): number {
  const number = Number(text.replaceAll('_', ''));
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`bench: ${option} ${text}: expected a whole number above 0`);
}

export const count = (number: number): string => number.toLocaleString('en-US');
