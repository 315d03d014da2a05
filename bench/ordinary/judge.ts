import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { csvLine } from '../../src/files/write/csv.js';
import type { Clean } from '../grounds/judge.js';
import type { OrdinaryFile } from './file.js';

export interface Judged {
  readonly code: number | null;
  /** First line of the command's output. */
  readonly said: string;
  /** Rows merged into others. */
  readonly merged: number;
  /** Whether a reader could not recognize any pair. */
  readonly hasNothing: boolean;
  /** Share of the recognizable pairs that were merged, 0..1. */
  readonly recall: number;
  /** Share of the merged pairs that are true, 0..1. */
  readonly precision: number;
  readonly seconds: number;
  /** Merged pairs that are not duplicates, and recognizable pairs that were not merged, by row. */
  readonly wrong: readonly (readonly [number, number])[];
  readonly missed: readonly (readonly [number, number])[];
}

/** Cleans a file without options and compares the crosswalk with the truth. */
export async function judge(file: OrdinaryFile, clean: Clean, folder: string): Promise<Judged> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'export.csv');
  writeFileSync(path, [file.shape.columns.labels, ...file.rows].map((cells) => csvLine([...cells])).join(''));
  const out = join(folder, 'out');
  const started = performance.now();
  const { code, stdout, stderr } = await clean(['clean', path, '--out', out]);
  const seconds = (performance.now() - started) / 1000;
  const said = (stdout === '' ? (stderr.trim().split('\n').at(-1) ?? '') : stdout).split('\n')[0]!;
  const table = stdout === '' ? [] : parse(readFileSync(join(out, 'crosswalk.csv')), { bom: true });
  const records =
    stdout === '' ? file.rows.length : parse(readFileSync(join(out, 'clean.csv')), { bom: true }).length - 1;
  const at = table[0]?.indexOf('group') ?? 0;
  const groupOf = table.slice(1).map((cells) => cells[at]!);
  rmSync(folder, { recursive: true, force: true });
  const members = new Map<string, number[]>();
  groupOf.forEach((group, row) => {
    if (group !== '') members.set(group, [...(members.get(group) ?? []), row]);
  });
  const wrong: [number, number][] = [];
  let pairs = 0;
  for (const rows of members.values())
    rows.forEach((a, i) => {
      for (const b of rows.slice(i + 1)) {
        pairs++;
        if (file.truth[a] !== file.truth[b]) wrong.push([a, b]);
      }
    });
  const missed = file.visible.filter(
    ([a, b]) => groupOf[a] === undefined || groupOf[a] === '' || groupOf[a] !== groupOf[b],
  );
  const { visible, rows } = file;
  return {
    ...{ code, said, merged: rows.length - records, hasNothing: visible.length === 0, seconds, wrong, missed },
    recall: visible.length === 0 ? 1 : 1 - missed.length / visible.length,
    precision: pairs === 0 ? 1 : 1 - wrong.length / pairs,
  };
}

/** The requirements for a list: nearly all recognizable pairs are merged, and almost no wrong pairs. */
export const isRight = ({ code, merged, hasNothing, recall, precision }: Judged): boolean =>
  code === 0 && (merged > 0 || hasNothing) && recall >= 0.95 && precision >= 0.99;

/** The requirements for a log: no row is merged, and the crosswalk assigns rows to the right people or companies. */
export const isLeft = ({ merged, precision }: Judged): boolean => merged === 0 && precision >= 0.98;
