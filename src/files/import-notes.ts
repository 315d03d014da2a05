import type { Reject } from '../batch/import/file-messages.js';
import { csvLine, guard } from '../batch/output/csv.js';
import type { ChangeCondition, Home, Lease } from '../home/home.js';
import { countsSchema, NO_COUNTS, type Counts } from './file-job.js';
import { countsOf, documentOf, rejectsOf } from './file-names.js';
import { rejectColumns } from './reject-file.js';

/** The result of one batch of an import. */
export interface BatchNote {
  /** Number of the last row of the batch before, and of this one. */
  readonly from: number;
  readonly upTo: number;
  /** Labels of the file's columns. */
  readonly columns: readonly string[];
  readonly rejects: readonly Reject[];
  /** With the batch, and before it. Of a trial there are none to be kept. */
  readonly counts?: { readonly after: Counts; readonly before: Counts } | undefined;
}

/** Keeps what an import counts and rejects before its rows are committed: these may be committed, or not. */
export interface ImportNotes {
  /** Takes a run up again where so many rows are done. @returns its counts then */
  begin(done: number): Promise<Counts>;
  /** Replaces what was kept of the batch, and of later ones. */
  keep(note: BatchNote): Promise<void>;
  close(): Promise<void>;
}

interface Noted {
  readonly done: number;
  readonly counts: Counts;
  /** Bytes of the rejected rows by then. Absent: noted by an earlier version. */
  readonly rejects?: number;
}

/** The last batch noted may not have been committed: then that before it counts. */
interface KeptCounts extends Noted {
  readonly before: Noted;
}

/** Pieces of content that are put at once. */
const PIECE = 1 << 20;

/**
 * The notes of a file that was sent: its counts as a document, and the rejected rows as content in which each batch
 * begins where the one before it ended.
 */
export class FileNotes implements ImportNotes {
  #condition: ChangeCondition = {};
  /** Where the next batch begins, and where what is kept ends. */
  #next = 0;
  #end = 0;
  /** The batch noted last, and where it begins. */
  #last: { readonly from: number; readonly start: number } | undefined;

  /** @param id of the file @param lease without which nothing is noted */
  constructor(
    private readonly home: Home,
    private readonly id: string,
    private readonly lease: Lease | undefined,
  ) {}

  async begin(done: number): Promise<Counts> {
    const { home, id, lease } = this;
    // Cancelled, or asked for anew, it is another document.
    const unchanged = await home.read(documentOf(id));
    if (unchanged === undefined) throw cancelled();
    this.#condition = { lease, unchanged };
    this.#last = undefined;
    if (done === 0) await home.remove(rejectsOf(id), { lease });
    const noted = notedAt((await home.read(countsOf(id)))?.content, done);
    this.#end = (await home.size(rejectsOf(id))) ?? 0;
    this.#next = Math.min(noted.rejects ?? this.#end, this.#end);
    return noted.counts;
  }

  async keep({ from, upTo, columns, rejects, counts }: BatchNote): Promise<void> {
    const start = this.#last?.from === from ? this.#last.start : this.#next;
    const header = csvLine([...rejectColumns, ...columns.map(guard)]);
    const lines = rejects.map(({ row, reason, cells }) => csvLine([String(row), ...[reason, ...cells].map(guard)]));
    const bytes = Buffer.from(lines.length > 0 && start === 0 ? [header, ...lines].join('') : lines.join(''));
    if (bytes.length > 0 || start < this.#end) await this.#put(start, bytes);
    this.#last = { from, start };
    this.#next = start + bytes.length;
    if (counts === undefined) return;
    const kept: KeptCounts = {
      ...{ done: upTo, counts: counts.after, rejects: this.#next },
      before: { done: from, counts: counts.before, rejects: start },
    };
    const isKept = await this.home.write(countsOf(this.id), JSON.stringify(kept), this.#condition);
    if (!isKept) throw cancelled();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #put(start: number, bytes: Buffer): Promise<void> {
    for (let at = 0; at === 0 || at < bytes.length; at += PIECE) {
      const piece = bytes.subarray(at, at + PIECE);
      if (!(await this.home.put(rejectsOf(this.id), start + at, piece, this.#condition))) throw cancelled();
    }
    this.#end = start + bytes.length;
  }
}

function cancelled(): Error {
  return new Error('it was cancelled, or another process imports by now');
}

/** The notes when so many rows were done; where they are not known counting begins there. */
function notedAt(text: string | undefined, done: number): Noted {
  if (done === 0) return { done, counts: NO_COUNTS, rejects: 0 };
  try {
    const kept = JSON.parse(text ?? '') as KeptCounts;
    const noted = kept.done === done ? kept : kept.before;
    return { ...noted, counts: countsSchema.parse(noted.counts) };
  } catch {
    return { done, counts: { ...NO_COUNTS, read: done } };
  }
}
