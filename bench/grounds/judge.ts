import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { csvLine } from '../../src/files/write/csv.js';
import { Random } from '../synthetic/random.js';
import type { JudgedFile } from './file.js';

/** The command's JSON output, limited to the fields that are checked. */
export interface Told {
  readonly merged: number;
  readonly rows: number;
  readonly review: number;
  readonly expected?: { readonly precision: number; readonly precisionInterval: readonly [number, number] };
}

/** Runs `likeness clean` with these arguments. @returns its exit code and output */
export type Clean = (args: readonly string[]) => Promise<{ code: number | null; stdout: string; stderr: string }>;

export interface Judged {
  readonly name: string;
  readonly code: number | null;
  readonly told: Told;
  /** Merged pairs of rows: all, and those that are true duplicates. */
  readonly pairs: number;
  readonly right: number;
  /** True pairs in the file. */
  readonly same: number;
  /** Rows merged when the clean file is cleaned again. */
  readonly again: number;
  /** Whether reordered rows and columns give the same groups and equal records. */
  readonly isSteady: boolean;
}

export async function judge(file: JudgedFile, clean: Clean, folder: string): Promise<Judged> {
  const once = await cleaned(file, clean, join(folder, 'once'), file.columns, file.rows);
  const order = shuffled(file.rows.length, 5);
  const columns = shuffled(file.columns.length, 7);
  const moved = await cleaned(
    ...([file, clean, join(folder, 'moved'), columns.map((c) => file.columns[c]!)] as const),
    order.map((row) => columns.map((c) => file.rows[row]![c]!)),
  );
  const groups = groupsOf(
    once.crosswalk.map((_, row) => row),
    once.crosswalk,
  );
  const movedGroups = groupsOf(order, moved.crosswalk);
  const back = moved.records.map((cells) => file.columns.map((_, c) => cells[columns.indexOf(c)]!));
  const pairs = pairsOf(groups);
  const second = await cleaned(file, clean, join(folder, 'again'), file.columns, once.records);
  return {
    ...{ name: file.name, code: once.code, told: once.told },
    pairs: pairs.length,
    right: pairs.filter(([a, b]) => file.truth[a] === file.truth[b]).length,
    same: pairsOf(
      groupsOf(
        file.truth.map((_, row) => row),
        file.truth.map(String),
      ),
    ).length,
    again: second.told.merged,
    isSteady: same(groups, movedGroups) && same([...once.records], back),
  };
}

/**
 * Whether the estimated quality is correct: the true precision is within or above the interval. No estimate exists if
 * nothing was merged, or if built-in scenarios merged rows that nothing could be learned from. In the second case, all
 * merges must be right.
 */
export function isHonest({ told, pairs, right }: Judged): boolean {
  if (pairs === 0 || told.merged === 0) return true;
  if (told.expected === undefined) return right === pairs;
  return right / pairs >= told.expected.precisionInterval[0] - 1e-9;
}

async function cleaned(
  { name }: JudgedFile,
  clean: Clean,
  folder: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'file.csv');
  writeFileSync(path, [columns, ...rows].map((cells) => csvLine([...cells])).join(''));
  const out = join(folder, 'out');
  const { code, stdout, stderr } = await clean(['clean', path, '--out', out, '--json']);
  // The command refuses files without comparable fields, so nothing is merged.
  if (code === 1 && stderr.includes('none of the fields'))
    return { code, told: { rows: rows.length, merged: 0, review: 0 }, crosswalk: rows.map(() => ''), records: rows };
  if (stdout === '') throw new Error(`${name}: ${String(code)} ${stderr}`);
  const table = (file: string) => parse(readFileSync(join(out, file)), { bom: true });
  const crosswalk = table('crosswalk.csv');
  const at = crosswalk[0]!.indexOf('group');
  return {
    code,
    told: JSON.parse(stdout) as Told,
    crosswalk: crosswalk.slice(1).map((cells) => cells[at]!),
    records: table('clean.csv').slice(1),
  };
}

/** Returns the rows of each group, in order, without rows that have no group. */
function groupsOf(rows: readonly number[], groups: readonly string[]): number[][] {
  const members = new Map<string, number[]>();
  groups.forEach((group, i) => {
    if (group !== '') members.set(group, [...(members.get(group) ?? []), rows[i]!]);
  });
  return [...members.values()].map((group) => group.sort((a, b) => a - b));
}

const pairsOf = (groups: readonly (readonly number[])[]): [number, number][] =>
  groups.flatMap((group) => group.flatMap((a, i) => group.slice(i + 1).map((b): [number, number] => [a, b])));

const same = (one: readonly unknown[], two: readonly unknown[]): boolean => {
  const texts = (all: readonly unknown[]) => all.map((each) => JSON.stringify(each)).sort();
  return JSON.stringify(texts(one)) === JSON.stringify(texts(two));
};

function shuffled(size: number, seed: number): number[] {
  const random = new Random(seed);
  const order = Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
