import type { Reject } from '../../files/import/file-messages.js';
import type { ChangeCondition, Home, Lease } from '../../store/home/home.js';
import { OtherWorkerError } from '../work/queue.js';
import { type Counts, countsSchema, NO_COUNTS } from './file-job.js';
import { countsOf, rejectsOf, savedOf } from './file-names.js';
import { BatchStarts, RejectFile, UNCERTAIN_BATCHES } from './reject-file.js';
import type { ResultForm, SavedRow } from './result-forms.js';

export interface BatchNote {
  /** Number of the last row of the previous batch, and of this batch. */
  readonly from: number;
  readonly upTo: number;
  readonly columns: readonly string[];
  readonly rejects: readonly Reject[];
  readonly saved: readonly SavedRow[];
  /** Counts up to and including this batch. Absent in a dry run, which stores no counts. */
  readonly counts?: Counts | undefined;
}

/** Stores an import's counts and rejected rows before its rows are committed. The commit may still fail. */
export interface ImportNotes {
  /** Resumes a run after `done` rows. @returns the counts at that point */
  begin(done: number): Promise<Counts>;
  /**
   * Replaces the notes of this batch and of later ones. The batch is either the next one, or a repetition of one of the
   * last two.
   */
  keep(note: BatchNote): Promise<void>;
  close(): Promise<void>;
}

export interface Noted {
  readonly done: number;
  readonly counts: Counts;
  /** Bytes of the rejected rows and of the saved rows so far. Absent if unknown. */
  readonly rejects?: number;
  readonly saved?: number;
}

/** The counts of a batch. If the batch is not committed, `before` applies. */
interface KeptCounts extends Noted {
  readonly before?: KeptCounts;
}

/** Stores nothing, for callers that only need the counts. */
export class UnkeptNotes implements ImportNotes {
  begin(done: number): Promise<Counts> {
    return Promise.resolve({ ...NO_COUNTS, read: done });
  }

  keep(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const PIECE = 1 << 20;

/** Content in which each batch begins where the previous batch ended. */
export class BatchedContent {
  #next = 0;
  #end = 0;
  #starts = new BatchStarts<number>();

  constructor(
    private readonly home: Home,
    private readonly name: string,
  ) {}

  get end(): number {
    return this.#next;
  }

  /** @param noted number of valid bytes; default: all */
  async begin(done: number, lease: Lease | undefined, noted: number | undefined): Promise<void> {
    this.#starts = new BatchStarts();
    if (done === 0) await this.home.remove(this.name, { lease });
    this.#end = (await this.home.size(this.name)) ?? 0;
    this.#next = Math.min(noted ?? this.#end, this.#end);
  }

  async put(from: number, header: string, lines: readonly string[], condition: ChangeCondition): Promise<void> {
    const start = this.#starts.begin(from, this.#next);
    const bytes = Buffer.from(lines.length > 0 && start === 0 ? [header, ...lines].join('') : lines.join(''));
    if (bytes.length > 0 || start < this.#end) {
      for (let at = 0; at === 0 || at < bytes.length; at += PIECE) {
        const piece = bytes.subarray(at, at + PIECE);
        if (!(await this.home.put(this.name, start + at, piece, condition))) throw new OtherWorkerError();
      }
      this.#end = start + bytes.length;
    }
    this.#next = start + bytes.length;
  }
}

/** The notes of an uploaded file. The counts are a document, and the rows to report are content. */
export class FileNotes implements ImportNotes {
  readonly #rejects: BatchedContent;
  readonly #saved: BatchedContent;
  /** Notes by completed rows, latest last: for each batch that may be uncommitted, and for the state before. */
  #noted: Noted[] = [];

  /** @param id Id of the file @param condition Condition of every write, which fails once the file is cancelled */
  constructor(
    private readonly home: Home,
    private readonly id: string,
    private readonly condition: () => ChangeCondition,
    private readonly form: ResultForm,
  ) {
    this.#rejects = new BatchedContent(home, rejectsOf(id));
    this.#saved = new BatchedContent(home, savedOf(id));
  }

  async begin(done: number): Promise<Counts> {
    const { home, id } = this;
    const { lease } = this.condition();
    const noted = await notedOf(home, id, done);
    await this.#rejects.begin(done, lease, noted.rejects);
    await this.#saved.begin(done, lease, noted.saved);
    this.#noted = [noted];
    return noted.counts;
  }

  async keep({ from, upTo, columns, rejects, saved, counts }: BatchNote): Promise<void> {
    const { form } = this;
    const condition = this.condition();
    const lines = rejects.map((reject) => form.rejectLine(reject));
    await this.#rejects.put(from, form.rejectHeader(columns), lines, condition);
    if (form.saved !== undefined) {
      const savedLines = saved.map((row) => form.saved!.line(row));
      await this.#saved.put(from, form.saved.header(columns), savedLines, condition);
    }
    if (counts === undefined) return;
    const noted = { done: upTo, counts, rejects: this.#rejects.end, ...(form.saved && { saved: this.#saved.end }) };
    const before = this.#noted.filter(({ done }) => done <= from).slice(-UNCERTAIN_BATCHES);
    this.#noted = [...before, noted];
    const kept = this.#noted.reduce<KeptCounts | undefined>(
      (earlier, each) => ({ ...each, ...(earlier && { before: earlier }) }),
      undefined,
    );
    const isKept = await this.home.write(countsOf(this.id), JSON.stringify(kept), condition);
    if (!isKept) throw new OtherWorkerError();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

export async function notedOf(home: Pick<Home, 'read'>, id: string, done: number): Promise<Noted> {
  return notedAt((await home.read(countsOf(id)))?.content, done);
}

/** Returns the notes after `done` rows. Without such notes, counting starts at zero. */
function notedAt(text: string | undefined, done: number): Noted {
  if (done === 0) return { done, counts: NO_COUNTS, rejects: 0, saved: 0 };
  try {
    let noted = JSON.parse(text ?? '') as KeptCounts;
    while (noted.done !== done && noted.before !== undefined) noted = noted.before;
    const { counts, rejects, saved } = noted;
    return {
      ...{ done, counts: countsSchema.parse(counts) },
      ...(rejects !== undefined && { rejects }),
      ...(saved !== undefined && { saved }),
    };
  } catch {
    return { done, counts: { ...NO_COUNTS, read: done } };
  }
}

/** Writes the rejected rows of an import to a file that the user chooses. If resumed, counting starts at zero. */
export class FolderNotes implements ImportNotes {
  #rejects: RejectFile | undefined;
  #columns: readonly string[] = [];

  constructor(private readonly rejectsPath: string) {}

  async begin(done: number): Promise<Counts> {
    await this.close();
    this.#rejects = await RejectFile.open(this.rejectsPath, done, () => this.#columns);
    return { ...NO_COUNTS, read: done };
  }

  async keep({ from, columns, rejects }: BatchNote): Promise<void> {
    this.#columns = columns;
    await this.#rejects!.append(rejects, from);
  }

  async close(): Promise<void> {
    await this.#rejects?.close();
    this.#rejects = undefined;
  }
}
