import { join } from 'node:path';
import type { RecordGroups } from '../../index/clustering/average-linkage.js';
import { delimitedLine, reguard } from '../write/csv.js';
import { OutputFile } from '../write/output-file.js';
import type { GoldenRecord } from './golden-record.js';
import type { KeptRows } from './kept-rows.js';
import type { OutputColumn } from './output-columns.js';
import { sideMark, type OutputForm } from './output-form.js';

interface MergedAwayFile {
  readonly columns: readonly OutputColumn[];
  readonly form: OutputForm;
  readonly groups: RecordGroups;
  /** Merged records by group, from 0. Empty if nothing was merged. */
  readonly golden: readonly GoldenRecord[];
  readonly kept: KeptRows;
  /** Whether values are guarded against being run as formulas. */
  readonly isGuarded: boolean;
  readonly sourceOf: ((row: number) => string) | undefined;
}

/** Writes, for each merged row, the cells that the merged record does not have. @returns the number of these cells */
export async function writeMergedAway(folder: string, file: MergedAwayFile): Promise<number> {
  const { columns, form, groups, golden, kept, isGuarded, sourceOf } = file;
  const safe = isGuarded ? reguard : (text: string) => text;
  const lineOf = (cells: readonly string[]) => delimitedLine(cells.map(safe), form.delimiter);
  let count = 0;
  await OutputFile.write(join(folder, 'merged-away.csv'), async (output) => {
    const from = sourceOf ? ['source'] : [];
    await output.add(sideMark(form) + lineOf([...from, 'id', 'survivor_id', ...columns.map(({ label }) => label)]));
    for (const [group, { master, cells: taken }] of golden.entries()) {
      const survivor = kept.get(master).id;
      for (const row of groups.members[group]!) {
        const { id, cells } = kept.get(row);
        const left = cells.map((cell, i) => (cell === taken[i] ? '' : cell));
        const filled = left.filter((cell) => cell !== '').length;
        if (filled === 0) continue;
        count += filled;
        await output.add(lineOf([...(sourceOf ? [sourceOf(row)] : []), id, survivor, ...left]));
      }
    }
  });
  return count;
}
