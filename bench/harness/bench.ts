import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { machine } from './machine.js';
import { textTable, type Report } from './report.js';

/** How much a bench measures. */
export interface Extent {
  /** Numbers of records, with one run for each. */
  readonly sizes: readonly number[];
  readonly queries: number;
  /** Number of repetitions. Results show the median and range. */
  readonly rounds: number;
  /** Seconds of load per measurement. */
  readonly seconds: number;
  /** The positional argument after the name, if the bench takes one. */
  readonly subject?: string;
  /** The given options of this bench, by name. */
  readonly options: Readonly<Record<string, string | undefined>>;
}

/** A report as stored. */
export interface KeptReport extends Report {
  readonly name: string;
  readonly machine: string;
  readonly command: string;
  readonly date: string;
}

const SMALL: Omit<Extent, 'options'> = { sizes: [2_000], queries: 150, rounds: 1, seconds: 1 };

/** Folder of the reports. Toy runs use a separate folder, so they do not replace real results. */
export const outFolder = (small: boolean): string =>
  fileURLToPath(new URL(small ? '../out/small/' : '../out/', import.meta.url));

/** Arguments of one bench, in addition to the common options. */
interface Own {
  /** Meaning of the positional argument, if the bench takes one. */
  readonly subject?: string;
  /** Names of options that take a value. The bench's file describes them. */
  readonly options?: readonly string[];
}

/**
 * Runs a bench: reads `--size 10000,100000`, `--queries`, `--rounds`, `--seconds` (or `--minutes`) and `--small` (toy
 * sizes, to test the bench itself), prints the tables and stores the report in `bench/out/NAME.json`.
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

/** @returns `undefined` for invalid arguments, after printing the reason */
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
