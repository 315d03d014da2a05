import { readDatetime } from '../../records/dates.js';
import { normaliseId } from '../../records/ids.js';
import type { ObjectType } from '../../records/object-type.js';
import type { UpsertDataOutput } from '../../contract/schemas.js';
import { Failure } from '../errors.js';
import { mapRow, resolveMapping, type MapOption, type Mapping, type MappingRules } from '../input/mapping.js';
import type { InputRow, InputTable } from '../input/input-table.js';
import { unguard } from '../../files/csv.js';
import type { Progress } from '../output/progress.js';
import { RejectFile, type Reject } from '../../files/reject-file.js';
import { RejectReasons, type RejectReason } from './reject-reasons.js';
import type { ImportRow, ImportTarget } from './import-target.js';

export interface ImportJob {
  readonly table: InputTable;
  readonly type: ObjectType;
  readonly map: readonly MapOption[];
  /** A JSON file: columns appear row by row, rejects keep the row as JSON. */
  readonly isJson: boolean;
  /** A date as people write it, as `YYYY-MM-DD`. */
  readonly toDay: (text: string) => string | undefined;
  readonly rejectsPath: string;
  readonly target: ImportTarget;
  /** Import although the same import was completed before. */
  readonly again: boolean;
  readonly progress: Progress;
}

export interface ImportCounts {
  /** Data rows in the file. */
  read: number;
  created: number;
  updated: number;
  /** Rows of this run that were not saved. */
  rejected: number;
  /** Rows that an earlier, interrupted run had done. */
  skipped: number;
}

export interface ImportReport extends ImportCounts {
  readonly unused: Mapping['unused'];
  /** Why rows of this run were not saved, the commonest first. */
  readonly reasons: readonly RejectReason[];
  /** The reject file; absent when no row of this import was rejected. */
  readonly rejects?: string;
}

/**
 * Fields that an import may fill: the writable ones, and `Id`, which updates that record. Numbers of another system are
 * no Ids: a column of them is left out unless `--map` says otherwise.
 */
export const importRules: MappingRules = {
  accepts: (field) => field.isWritable || field.name === 'Id',
  reserved: ['import_row', 'import_error', 'attributes'],
  suits: ({ name, type }, texts) => {
    if (name !== 'Id' && type !== 'reference') return true;
    let isFilled = false;
    for (const text of texts) {
      if (text.trim() === '') continue;
      if (normaliseId(text.trim()) !== undefined) return true;
      isFilled = true;
    }
    return !isFilled;
  },
};

/** Reads every row of a file and saves it, in batches; what cannot be saved goes into the reject file, with why. */
export async function runImport(job: ImportJob): Promise<ImportReport> {
  const { table, target } = job;
  let mapping = resolveMapping(job.type, table.columns, job.map, importRules, !job.isJson);
  const { done, completed } = await target.state();
  if (completed > 0 && !job.again) {
    throw new Failure(
      done > 0
        ? 'this file was imported before and a repeat was interrupted; continue the repeat with --again'
        : 'this file has been imported already with this object and mapping; import it once more with --again',
    );
  }
  const rejects = await RejectFile.open(job.rejectsPath, done, () => (job.isJson ? ['record'] : table.columns));
  const counts: ImportCounts = { read: 0, created: 0, updated: 0, rejected: 0, skipped: 0 };
  const reasons = new RejectReasons();
  let knownColumns = table.columns.length;
  let batch = new Batch(job);
  let from = done;
  const flush = async (): Promise<void> => {
    const current = batch;
    batch = new Batch(job);
    let saved: { readonly answers: readonly UpsertDataOutput[]; readonly rejected: readonly Reject[] } | undefined;
    await target.save(current.rows, current.upTo, async (answers) => {
      const rejected = current.rejected(answers);
      await rejects.append(rejected, from);
      // What is decided anew has other answers: the last ones count.
      saved = { answers, rejected };
    });
    from = current.upTo;
    counts.rejected += saved?.rejected.length ?? 0;
    reasons.add(saved?.rejected ?? []);
    for (const answer of saved?.answers ?? [])
      if (answer.isSuccess) counts[answer.isCreated ? 'created' : 'updated'] += 1;
    job.progress.update(table.bytesRead(), `${counts.read} rows`);
  };
  try {
    for await (const row of table.rows) {
      counts.read += 1;
      if (row.number <= done) {
        counts.skipped += 1;
        continue;
      }
      if (table.columns.length !== knownColumns) {
        knownColumns = table.columns.length;
        mapping = resolveMapping(job.type, table.columns, job.map, importRules, false);
      }
      batch.add(row, mapping);
      if (batch.size >= target.batchSize) await flush();
    }
    if (batch.size > 0) await flush();
    await target.complete();
  } finally {
    await rejects.close();
    job.progress.stop();
  }
  return {
    ...counts,
    reasons: reasons.commonest(),
    unused: mapping.unused,
    ...(rejects.count > 0 && { rejects: rejects.path }),
  };
}

/** Rows on their way to one transaction, those that the file itself spoils included. */
export class Batch {
  readonly rows: ImportRow[] = [];
  readonly #sources: InputRow[] = [];
  /** Rows that the file itself spoils. */
  readonly faulty: Reject[] = [];
  upTo = 0;

  constructor(private readonly job: Pick<ImportJob, 'table' | 'type' | 'isJson' | 'toDay'>) {}

  get size(): number {
    return this.rows.length + this.faulty.length;
  }

  add(row: InputRow, mapping: Mapping): void {
    this.upTo = row.number;
    if (row.fault !== undefined) {
      this.faulty.push(this.#reject(row, row.fault));
      return;
    }
    const cells = this.job.isJson ? row.cells : (row.cells as readonly string[]).map(unguard);
    this.rows.push({ number: row.number, values: this.#withDays(mapRow(mapping, cells)) });
    this.#sources.push(row);
  }

  /** Dates in the form of the service, where they were written in another one. */
  #withDays(values: Record<string, unknown>): Record<string, unknown> {
    for (const [name, value] of Object.entries(values)) {
      const type = this.job.type.field(name)?.type;
      if ((type !== 'date' && type !== 'datetime') || typeof value !== 'string') continue;
      if (readDatetime(value.trim()) === undefined) values[name] = this.job.toDay(value) ?? value;
    }
    return values;
  }

  /** In the order of the file. */
  rejected(answers: readonly UpsertDataOutput[]): Reject[] {
    const rejects = [...this.faulty];
    answers.forEach((answer, i) => {
      if (!answer.isSuccess) rejects.push(this.#reject(this.#sources[i]!, answer.errorMessage ?? 'not saved'));
    });
    return rejects.sort((a, b) => a.row - b.row);
  }

  /** Of `rows`, as they stand in the file. */
  cells(): (readonly string[])[] {
    return this.#sources.map((row) => this.#reject(row, '').cells);
  }

  #reject({ number, cells }: InputRow, reason: string): Reject {
    return { row: number, reason, cells: this.job.isJson ? [this.#asJson(cells)] : (cells as readonly string[]) };
  }

  #asJson(cells: readonly unknown[]): string {
    const entries = this.job.table.columns.map((column, i) => [column, cells[i]] as const);
    return JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
  }
}
