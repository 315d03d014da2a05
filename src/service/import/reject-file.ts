import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { parse } from 'csv-parse';
import type { Reject } from '../../files/import/file-messages.js';
import { csvLine, guard } from '../../files/write/csv.js';

/** Maximum number of uncommitted batches when a batch is stored, including this batch. */
export const UNCERTAIN_BATCHES = 2;

/**
 * Positions at which the last batches began, by the last row before each batch. A repeated batch begins at the same
 * position.
 */
export class BatchStarts<Start> {
  readonly #batches: { readonly from: number; readonly start: Start }[] = [];

  /** Returns where a batch begins. @param next its start if the batch is new */
  begin(from: number, next: Start): Start {
    const known = this.#batches.findIndex((batch) => batch.from >= from);
    const start = known < 0 ? next : this.#batches[known]!.start;
    // Later batches depend on this one, so they are repeated too.
    if (known >= 0) this.#batches.length = known;
    this.#batches.push({ from, start });
    if (this.#batches.length > UNCERTAIN_BATCHES) this.#batches.shift();
    return start;
  }
}

/** The first two columns. The source's columns follow, so that a corrected file can be imported as it is. */
export const rejectColumns = ['import_row', 'import_error'] as const;

/**
 * The rejected rows of an import, as CSV. Rows are appended and synced before their batch is committed. After a crash,
 * the file may therefore have too many lines, but not too few. When the import is resumed, lines of uncommitted rows
 * are removed. The file exists only if a row was rejected.
 */
export class RejectFile {
  #handle: FileHandle | undefined;
  #count = 0;
  readonly #starts = new BatchStarts<{ readonly size: number; readonly count: number }>();

  private constructor(
    readonly path: string,
    private readonly columns: () => readonly string[],
  ) {}

  /**
   * @param done rows that an earlier, interrupted run has committed, whose lines remain; 0 starts an empty file
   * @param columns returns the source's columns; called when the first line is written
   */
  static async open(path: string, done: number, columns: () => readonly string[]): Promise<RejectFile> {
    const file = new RejectFile(path, columns);
    if (done > 0 && (await exists(path))) await file.#keep(done);
    else await rm(path, { force: true });
    return file;
  }

  get count(): number {
    return this.#count;
  }

  /** @param from number of the last row before the batch; a repeated batch replaces its lines */
  async append(rejects: readonly Reject[], from: number): Promise<void> {
    const end = { size: await this.#size(), count: this.#count };
    const { size, count } = this.#starts.begin(from, end);
    if (size < end.size) await this.#handle!.truncate(size);
    this.#count = count;
    if (rejects.length === 0) return;
    this.#handle ??= await open(this.path, 'a');
    let text = size === 0 ? csvLine([...rejectColumns, ...this.columns().map(guard)]) : '';
    for (const reject of rejects) text += csvLine([String(reject.row), ...[reject.reason, ...reject.cells].map(guard)]);
    await this.#handle.appendFile(text);
    await this.#handle.datasync();
    this.#count += rejects.length;
  }

  async #size(): Promise<number> {
    if (this.#handle !== undefined) return (await this.#handle.stat()).size;
    return (await exists(this.path)) ? (await stat(this.path)).size : 0;
  }

  async close(): Promise<void> {
    if (this.#handle === undefined) return;
    await this.#handle.close();
    this.#handle = undefined;
    if (this.#count === 0) await rm(this.path, { force: true });
  }

  async #keep(done: number): Promise<void> {
    const fresh = `${this.path}.new`;
    const handle = await open(fresh, 'w');
    const source = createReadStream(this.path);
    const parser = source.pipe(
      // A crash may have cut off the last line.
      parse({ relax_column_count: true, relax_quotes: true, skip_records_with_error: true, skip_empty_lines: true }),
    );
    source.on('error', (error) => parser.destroy(error));
    let first = true;
    for await (const record of parser as AsyncIterable<string[]>) {
      const row = Number(record[0]);
      if (!first && !(row >= 1 && row <= done)) continue;
      if (!first) this.#count += 1;
      first = false;
      await handle.appendFile(csvLine(record));
    }
    await handle.datasync();
    await handle.close();
    if (this.#count === 0) {
      await rm(fresh);
      await rm(this.path);
    } else await rename(fresh, this.path);
  }
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
