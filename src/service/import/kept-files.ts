import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, PRIVATE } from '../../runtime/make-folder.js';
import type { Document, LocalFile } from '../../store/home/home.js';
import type { KeptJobsOptions } from '../jobs/kept-jobs.js';
import { OtherWorkerError, isPending, WorkQueue, type WorkDocuments } from '../work/queue.js';
import { ArrivingFiles, type ArrivingEntry, type ArrivingFile } from './arriving-files.js';
import { type NextFile } from './file-shares.js';
import { keptFileOf, NOT_UNDONE, REJECTS, SAVED, type Counts, type KeptFile, type ShownFile } from './file-job.js';
import { bulkForm, TABLE_FORM } from './result-forms.js';
import {
  cleanOf,
  countsOf,
  documentOf,
  folderOf,
  inputOf,
  KEPT,
  leftOf,
  rejectsOf,
  resultOf,
  TOLD,
  toldOf,
} from './file-names.js';
import { BatchedContent, FileNotes, notedOf, type ImportNotes, type Noted } from './import-notes.js';

export const FILES_ON_THEIR_WAY = 'files-on-their-way';

export interface Told {
  readonly progress: NonNullable<ShownFile['progress']>;
  readonly counts?: Counts | undefined;
  readonly waitsFor?: string;
}

export interface KeptFilesOptions extends KeptJobsOptions {
  /** Files in an earlier place. These files are no longer shown, and are deleted when they expire. */
  readonly left?: KeptFiles | undefined;
}

/**
 * Uploaded files and their results, as documents and content. If several processes share them, the process with the
 * lease works on all files.
 */
export class KeptFiles {
  readonly #arriving: ArrivingFiles;
  readonly queue: WorkQueue<KeptFile, Told>;
  #ready: Promise<void> | undefined;

  constructor(private readonly options: KeptFilesOptions) {
    this.#arriving = new ArrivingFiles(options.home, options.folder);
    this.queue = new WorkQueue({ home: options.home, documents: FILE_DOCUMENTS, lease: options.lease });
  }

  /** @throws RequestError 409 if this client or all clients store too much */
  async reserve(next: NextFile): Promise<ArrivingFile> {
    await this.#cleared();
    return this.#arriving.reserve(next);
  }

  arriving(): Promise<ArrivingEntry[]> {
    return this.#arriving.all();
  }

  turnAway(id: string): Promise<boolean> {
    return this.#arriving.turnAway(id);
  }

  /** Deletes a file and its results, unless `check` throws. */
  async remove(id: string, check: (file: KeptFile) => void): Promise<void> {
    const { home } = this.options;
    for (;;) {
      const unchanged = await home.read(documentOf(id));
      if (unchanged === undefined) return;
      const file = keptFileOf(unchanged);
      if (file !== undefined) check(file);
      if (await home.remove(folderOf(id), { unchanged })) break;
    }
    await this.queue.forget(id);
  }

  /**
   * Deletes expired files that are not in use.
   * @param now ISO 8601
   * @param which `all` includes waiting files, if no process works on them any longer
   * @param historyDays days for which to remember that a file was imported, so that this can be undone
   */
  async expire(now: string, which: 'idle' | 'all' = 'idle', historyDays = 0): Promise<void> {
    const { home, left } = this.options;
    await left?.expire(now, 'all');
    await this.#arriving.expire();
    for (const document of await home.list('files', (name) => KEPT.test(name))) {
      const file = keptFileOf(document);
      // An unreadable document counts as expired.
      const isOver = file === undefined || (file.expires < now && (which === 'all' || !isPending(file)));
      if (!isOver) continue;
      if (file !== undefined && isRemembered(file, now, historyDays)) await this.#forgetRows(file, document);
      else await home.remove(document.name.replace(/\/file\.json$/, ''), { unchanged: document });
    }
  }

  input({ id, extension }: KeptFile): Promise<LocalFile> {
    return this.options.home.local(inputOf(id, extension), this.options.folder);
  }

  /** Returns the log position that must be visible before the work on a file begins. */
  async position(): Promise<number> {
    return (await this.options.latest?.()) ?? 0;
  }

  notes({ id, bulkJob }: KeptFile): ImportNotes {
    return new FileNotes(
      this.options.home,
      id,
      () => this.queue.conditionOf(id),
      bulkJob === null ? TABLE_FORM : bulkForm(bulkJob),
    );
  }

  /** Creates empty content for the changes that cannot be undone. */
  async leftOf(id: string): Promise<BatchedContent> {
    const { home, lease } = this.options;
    const left = new BatchedContent(home, leftOf(id));
    await left.begin(0, lease, undefined);
    return left;
  }

  /** Creates an empty folder for results, in this process's folder. Deletes earlier results. */
  async newResults(id: string): Promise<string> {
    await this.#cleared();
    const path = this.#resultsOf(id);
    await rm(path, { recursive: true, force: true });
    await makeFolder(path, PRIVATE);
    if (!(await this.options.home.remove(cleanOf(id), this.queue.conditionOf(id)))) throw new OtherWorkerError();
    return path;
  }

  async keepResults(id: string): Promise<void> {
    const path = this.#resultsOf(id);
    for (const name of await readdir(path)) {
      const isKept = await this.options.home.takeOver(resultOf(id, name), join(path, name), this.queue.conditionOf(id));
      if (!isKept) throw new OtherWorkerError();
    }
    await rm(path, { recursive: true, force: true });
  }

  async has(id: string, result: string): Promise<boolean> {
    return ((await this.options.home.size(resultOf(id, result))) ?? 0) > 0;
  }

  noted(id: string, done: number): Promise<Noted> {
    return notedOf(this.options.home, id, done);
  }

  /**
   * Removes uncommitted rows from the results of an interrupted import.
   * @param done number of committed rows
   * @returns the import's counts and results
   */
  async endNotes(id: string, done: number): Promise<Pick<KeptFile, 'counts' | 'results'>> {
    const { home } = this.options;
    const noted = await this.noted(id, done);
    const unchanged = await home.read(documentOf(id));
    const results: string[] = [];
    for (const [name, bytes] of [
      [REJECTS, noted.rejects],
      [SAVED, noted.saved],
    ] as const) {
      const isLonger = bytes !== undefined && ((await home.size(resultOf(id, name))) ?? 0) > bytes;
      // If the file's document has changed in the meantime, nothing is written: the work that changed it removes these
      // rows.
      if (isLonger) await home.put(resultOf(id, name), bytes, new Uint8Array(), { unchanged });
      if (await this.has(id, name)) results.push(name);
    }
    return { counts: noted.counts, results };
  }

  open(id: string, result: string): AsyncIterable<Uint8Array> {
    return this.options.home.pieces(resultOf(id, result));
  }

  async close(): Promise<void> {
    await this.queue.close();
    await rm(this.options.folder, { recursive: true, force: true });
  }

  /** Removes the values of all rows. Only remembers that the file was imported, so that this can be undone. */
  async #forgetRows(file: KeptFile, unchanged: Document): Promise<void> {
    if (file.isGone) return;
    const { home } = this.options;
    const left = JSON.stringify(withoutRows(file));
    if (!(await home.write(documentOf(file.id), left, { expected: unchanged.version }))) return;
    const { id, extension } = file;
    for (const name of [inputOf(id, extension), rejectsOf(id), cleanOf(id), countsOf(id), toldOf(id)])
      await home.remove(name);
  }

  /** Deletes what an earlier process left, before anything else is stored. */
  #cleared(): Promise<void> {
    return (this.#ready ??= (async () => {
      await rm(this.options.folder, { recursive: true, force: true });
      if (!this.options.home.isShared) await this.#arriving.forgetAll();
    })());
  }

  #resultsOf(id: string): string {
    return join(this.options.folder, `${id}-results`);
  }
}

const DAY_MS = 24 * 3_600_000;

/** Returns whether to remember an import. Not for bulk jobs, because these are too many. @param now ISO 8601 */
function isRemembered({ imported, bulkJob }: KeptFile, now: string, days: number): boolean {
  return imported !== null && bulkJob === null && Date.parse(imported.began) + days * DAY_MS > Date.parse(now);
}

function withoutRows(file: KeptFile): KeptFile {
  const bare = (counts: Counts | null): Counts | null =>
    counts && {
      ...counts,
      tried: undefined,
      reasons: counts.reasons.map((kind) => ({ ...kind, example: { row: kind.example.row, message: '' } })),
    };
  const imported = file.imported && { ...file.imported, counts: bare(file.imported.counts) };
  const results = file.results.filter((name) => name === NOT_UNDONE);
  return {
    ...file,
    isGone: true,
    inspection: null,
    cleaned: null,
    size: 0,
    results,
    imported,
    counts: bare(file.counts),
  };
}

const FILE_DOCUMENTS: WorkDocuments<KeptFile> = {
  folder: 'files',
  about: documentOf,
  told: toldOf,
  idOf: (name) => (KEPT.exec(name) ?? TOLD.exec(name))?.[1],
  parse: keptFileOf,
};
