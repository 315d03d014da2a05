import { join } from 'node:path';
import { delimitedLine, guard } from '../write/csv.js';
import { OutputFile } from '../write/output-file.js';
import type { GoldenRecord } from './golden-record.js';
import type { RecordGroups } from '../../index/clustering/average-linkage.js';
import type { CleanBook } from './clean-book.js';
import type { OutputColumn } from './output-columns.js';
import { sideMark, type OutputForm } from './output-form.js';
import type { RecordTexts } from './record-texts.js';
import type { SourceRow } from './source-pass.js';
import { decode, encode, markOf } from '../read/encoding.js';

interface CleanFiles {
  readonly columns: readonly OutputColumn[];
  readonly form: OutputForm;
  readonly texts: RecordTexts;
  /** Set to write a workbook instead of `clean.csv`. */
  readonly book?: CleanBook | undefined;
  /** Whether values are guarded against being run as formulas. */
  readonly isGuarded: boolean;
  readonly groups: RecordGroups;
  /** Merged records by group, from 0. */
  readonly golden: readonly GoldenRecord[];
  /** Whether groups become records. If false, `clean.csv` has all rows, and only `crosswalk.csv` shows the groups. */
  readonly areMerged: boolean;
  /** For each row, the highest score with another row of its group, in percent. */
  readonly scores: Float32Array;
  readonly idOf: (row: number) => string;
  /** Returns a row's source; `undefined` if there is only one source. */
  readonly sourceOf: ((row: number) => string) | undefined;
}

const CHUNK = 1 << 16;

export const nameOf = ({ json }: OutputForm): string =>
  json === undefined ? 'clean.csv' : json.begin === '' ? 'clean.ndjson' : 'clean.json';

/** A value that the encoding of `clean.csv` cannot represent. */
export class NotHeld extends Error {
  constructor(
    readonly value: string,
    /** Row number over all files, from 0. Absent for the header. */
    readonly row?: number,
  ) {
    super('the encoding cannot represent a value');
  }
}

/**
 * Writes two files in one pass. `clean.csv` or `clean.xlsx` has a row for each group, at the position of its master.
 * `crosswalk.csv` has a line for every row.
 * @throws NotHeld, in which case neither file is written
 */
export async function writeClean(folder: string, rows: AsyncIterable<SourceRow>, files: CleanFiles): Promise<void> {
  const { columns, form, texts, book, isGuarded, groups, golden, areMerged, scores, idOf, sourceOf } = files;
  const safe = isGuarded ? guard : (text: string) => text;
  await OutputFile.write(join(folder, book === undefined ? nameOf(form) : 'clean.xlsx'), (clean) =>
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

/** Writes encoded lines. The last line may have no line ending. */
class EncodedFile {
  #pending = '';
  #isEmpty = true;

  constructor(
    private readonly output: OutputFile,
    private readonly form: OutputForm,
  ) {}

  /** Writes a line. @returns false if the encoding cannot represent it, after which the file is unusable */
  async add(line: string): Promise<boolean> {
    const { encoding, lineEnd, json } = this.form;
    if (!holds(line, encoding)) return false;
    if (this.#isEmpty) await this.output.add(markOf(encoding));
    this.#pending += this.#isEmpty ? (json?.begin ?? '') : lineEnd;
    this.#isEmpty = false;
    this.#pending += line;
    if (this.#pending.length > CHUNK) await this.#flush();
    return true;
  }

  async end(): Promise<void> {
    const { endsLast, lineEnd, json } = this.form;
    if (json !== undefined) this.#pending += json.end;
    else if (endsLast) this.#pending += lineEnd;
    await this.#flush();
  }

  async #flush(): Promise<void> {
    await this.output.add(encode(this.#pending, this.form.encoding));
    this.#pending = '';
  }
}

function holds(text: string, encoding: OutputForm['encoding']): boolean {
  return encoding.name === 'utf8' || decode(encode(text, encoding), encoding) === text;
}
