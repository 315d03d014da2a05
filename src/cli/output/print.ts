import { table } from './table.js';

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function printTable(header: readonly string[], rows: readonly (readonly string[])[], widest?: number): void {
  process.stdout.write(table(header, rows, widest));
}

/** For people, not for programs: counts, hints, warnings. */
export function note(text: string): void {
  process.stderr.write(`likeness: ${text}\n`);
}
