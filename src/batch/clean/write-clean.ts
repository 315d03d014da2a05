import { join } from 'node:path';
import { csvLine, guard } from '../output/csv.js';
import { OutputFile } from '../output/output-file.js';
import type { GoldenRecord } from './golden-record.js';
import type { Groups } from '../../clustering/average-linkage.js';
import type { OutputColumn } from './output-columns.js';
import type { SourceRow } from './source-pass.js';

export interface CleanFiles {
  readonly columns: readonly OutputColumn[];
  readonly groups: Groups;
  /** By group, from 0 on. */
  readonly golden: readonly GoldenRecord[];
  /** Whether rows of a group are one record; else all stay, and the crosswalk alone says which are of one party. */
  readonly areMerged: boolean;
  /** By row: the highest score with another row of its group, percent. */
  readonly scores: Float32Array;
  /** Id of a row of a group. */
  readonly idOf: (row: number) => string;
  /** What a row's source is called; absent where there is one source. */
  readonly sourceOf: ((row: number) => string) | undefined;
}

/** Characters handed to a file at a time. */
const CHUNK = 1 << 16;

/**
 * Writes `clean.csv`, a row for each group in the place of its surviving row, and `crosswalk.csv`, what became of every
 * row: in one pass over the rows.
 */
export async function writeClean(folder: string, rows: AsyncIterable<SourceRow>, files: CleanFiles): Promise<number> {
  const { columns, groups, golden, areMerged, scores, idOf, sourceOf } = files;
  let written = 0;
  await OutputFile.write(join(folder, 'clean.csv'), (clean) =>
    OutputFile.write(join(folder, 'crosswalk.csv'), async (crosswalk) => {
      const from = sourceOf ? ['source'] : [];
      let records = csvLine(columns.map(({ label }) => guard(label)));
      let lines = csvLine([...from, 'id', 'survivor_id', ...(sourceOf ? ['survivor_source'] : []), 'group', 'score']);
      for await (const { row, id, cells } of rows) {
        const group = groups.groupOf[row]!;
        const record = group === 0 ? undefined : golden[group - 1]!;
        if (record === undefined || record.master === row || !areMerged) {
          records += csvLine(((areMerged && record?.cells) || cells).map(guard));
          written += 1;
        }
        const master = record?.master ?? row;
        lines += csvLine([
          ...(sourceOf ? [guard(sourceOf(row))] : []),
          guard(id),
          guard(master === row ? id : idOf(master)),
          ...(sourceOf ? [guard(sourceOf(master))] : []),
          ...(group === 0 ? ['', ''] : [String(group), String(Math.floor(scores[row]!))]),
        ]);
        if (records.length > CHUNK) {
          await clean.add(records);
          records = '';
        }
        if (lines.length > CHUNK) {
          await crosswalk.add(lines);
          lines = '';
        }
      }
      await clean.add(records);
      await crosswalk.add(lines);
    }),
  );
  return written;
}
