import { join } from 'node:path';
import { delimitedLine, guard } from '../output/csv.js';
import { OutputFile } from '../output/output-file.js';
import type { GoldenRecord } from './golden-record.js';
import type { RecordGroups } from '../../clustering/average-linkage.js';
import type { CleanBook } from './clean-book.js';
import { EncodedFile, holds } from './encoded-file.js';
import type { OutputColumn } from './output-columns.js';
import { sideMark, type OutputForm } from './output-form.js';
import type { RecordTexts } from './record-texts.js';
import type { SourceRow } from './source-pass.js';

export interface CleanFiles {
  readonly columns: readonly OutputColumn[];
  readonly form: OutputForm;
  readonly texts: RecordTexts;
  /** Where records go into a workbook, as the input is one: instead of `clean.csv`. */
  readonly book?: CleanBook | undefined;
  /** Whether no value is guarded against being run as a formula. */
  readonly isRaw: boolean;
  readonly groups: RecordGroups;
  /** By group, from 0 on. */
  readonly golden: readonly GoldenRecord[];
  /** Whether rows of a group are one record; else all stay, and the crosswalk alone says which are of one party. */
  readonly areMerged: boolean;
  /** By row: the highest score with another row of its group, percent. */
  readonly scores: Float32Array;
  /** Id of a row of a group. */
  readonly idOf: (row: number) => string;
  /** The name of a row's source; absent where there is one source. */
  readonly sourceOf: ((row: number) => string) | undefined;
}

/** Characters handed to a file at a time. */
const CHUNK = 1 << 16;

/** A value that the encoding of `clean.csv` has no characters for. */
export class NotHeld extends Error {
  constructor(
    readonly value: string,
    /** Number of its row, from 0 on over all files; absent: the header. */
    readonly row?: number,
  ) {
    super('the encoding cannot hold a value');
  }
}

/**
 * Writes `clean.csv` or `clean.xlsx`, a row for each group in the place of its surviving row, and `crosswalk.csv`, what
 * became of every row: in one pass over the rows.
 *
 * @throws NotHeld, with neither file written
 */
export async function writeClean(folder: string, rows: AsyncIterable<SourceRow>, files: CleanFiles): Promise<void> {
  const { columns, form, texts, book, isRaw, groups, golden, areMerged, scores, idOf, sourceOf } = files;
  const safe = isRaw ? (text: string) => text : guard;
  await OutputFile.write(join(folder, book === undefined ? 'clean.csv' : 'clean.xlsx'), (clean) =>
    OutputFile.write(join(folder, 'crosswalk.csv'), async (crosswalk) => {
      const from = sourceOf ? ['source'] : [];
      const records = new EncodedFile(clean, form);
      const add = async (line: string, values: readonly string[], row?: number): Promise<void> => {
        if (book !== undefined || (await records.add(line))) return;
        throw new NotHeld(values.find((value) => !holds(value, form.encoding)) ?? line, row);
      };
      const labels = columns.map(({ label }) => label);
      for (const line of texts.head()) await add(line, labels);
      const lineOf = (cells: readonly string[]) => delimitedLine(cells, form.delimiter);
      let lines = sideMark(form);
      lines += lineOf([...from, 'id', 'survivor_id', ...(sourceOf ? ['survivor_source'] : []), 'group', 'score']);
      for await (const source of rows) {
        const { row, id, cells } = source;
        const group = groups.groupOf[row]!;
        const record = group === 0 ? undefined : golden[group - 1]!;
        if (book !== undefined) book.take(source, areMerged ? record : undefined);
        else if (record === undefined || !areMerged) await add(texts.untouched(source), cells, row);
        else if (record.master === row) await add(texts.merged(source, record.cells), record.cells, row);
        const master = record?.master ?? row;
        lines += lineOf([
          ...(sourceOf ? [safe(sourceOf(row))] : []),
          safe(id),
          safe(master === row ? id : idOf(master)),
          ...(sourceOf ? [safe(sourceOf(master))] : []),
          ...(group === 0 ? ['', ''] : [String(group), String(Math.floor(scores[row]!))]),
        ]);
        if (lines.length > CHUNK) {
          await crosswalk.add(lines);
          lines = '';
        }
      }
      await (book === undefined ? records.end() : book.write(clean));
      await crosswalk.add(lines);
    }),
  );
}
