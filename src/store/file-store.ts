import type { Low } from 'lowdb';
import { copyFolder } from './copy-folder.js';
import type { StoreFiles } from './store-files.js';
import type { FileExtent, JournalAdapter } from './journal-adapter.js';
import type { FolderLock } from './lock.js';
import { EmbeddedStore } from './embedded-store.js';
import { Looks } from '../runtime/looks.js';
import { ReplacedError } from './journal.js';
import type { StoreLag } from './record-store.js';
import { SeenIds } from './seen-ids.js';
import { restOf } from './replaced-folder.js';
import { DivergedError } from './store-errors.js';
import type { TornTail } from './recovery.js';
import { keepBeyondFolder, keepBeyondWhole } from './keep-beyond-folder.js';
import { TIDY_SHARE } from './compaction.js';
import type { StoreData } from './store-data.js';

/** Milliseconds between two looks whether the files are in their place. */
const LOOK_MS = 500;

/** How a store in a folder ends. */
export interface FileStoreEnd {
  /** Is told what became of changes that the folder does not have any more, when the store is closed. */
  readonly note?: (message: string) => void;
  /** Whether `tidy` compacts where that is due: for a process that ends when its work is done. */
  readonly tidies?: boolean;
}

/** The record store in a data folder. */
export class FileStore extends EmbeddedStore<JournalAdapter> {
  /** Resolves when another history was put in the place of the one that is shown here. */
  readonly diverged: Promise<DivergedError>;
  #diverge!: (why: DivergedError) => void;
  #divergence: DivergedError | undefined;
  #isKept = false;
  private readonly note: (message: string) => void;
  /** Commits behind this position are worth a compaction. */
  readonly #untidied: number;
  readonly #looks = new Looks();
  readonly #closing = new AbortController();

  constructor(
    low: Low<StoreData>,
    adapter: JournalAdapter,
    now: () => number,
    readonly lock: FolderLock,
    /** Files that others had rights to until now, `.` for the folder itself. */
    readonly restrictedFiles: readonly string[] = [],
    { note = () => undefined, tidies = false }: FileStoreEnd = {},
  ) {
    super(low, adapter, now);
    this.note = note;
    this.#untidied = tidies ? this.position : Infinity;
    this.diverged = new Promise((resolve) => (this.#diverge = resolve));
  }

  get folder(): string {
    return this.adapter.folder;
  }

  /** The end of the journal that the start cut off: a write that a crash interrupted before anybody was answered. */
  get tornTail(): TornTail | undefined {
    return this.adapter.tornTail;
  }

  /** Why the store is read-only; `undefined` while it is not. */
  get fault(): Error | undefined {
    return this.adapter.fault;
  }

  /** Where the files are not those that were written here any more: how that was seen. */
  get replaced(): ReplacedError | undefined {
    return this.fault instanceof ReplacedError ? this.fault : undefined;
  }

  /**
   * Copies everything committed so far into a folder of its own while the store is in use. The copy is a data folder
   * like this one.
   *
   * @param target must not exist, or be empty; it appears whole or not at all
   */
  async backup(target: string): Promise<void> {
    const { files } = this.adapter.options;
    await this.adapter.whileNotCompacting(async () => {
      const whole = await this.adapter.exclusive(() => this.adapter.fileExtents());
      await copyFolder(files, this.folder, target, whole);
    });
  }

  /** Looks from now on, until the store is closed, whether the files are those that were written here. */
  watch(): void {
    this.#looks.begin(() => this.inspect(), LOOK_MS, this.note);
  }

  override async inspect(): Promise<void> {
    await super.inspect();
    // Another look may have seen it meanwhile.
    if (!(await this.adapter.isReplaced()) || this.#divergence !== undefined || this.#closing.signal.aborted) return;
    const divergence = new DivergedError(this.position, this.fault!.message);
    divergence.settled = this.#settle(divergence);
    this.#divergence = divergence;
    this.#diverge(divergence);
  }

  get lag(): StoreLag | undefined {
    return this.#divergence && { commits: 0, seconds: 0, remedy: 'rebuild' };
  }

  /** The file system that the folder is on. */
  get files(): StoreFiles {
    return this.adapter.options.files;
  }

  /** Condition that is told to processes that follow this one's log. */
  get condition(): {
    readonly fault: string | undefined;
    readonly statistics: ReturnType<JournalAdapter['fileStatistics']>;
  } {
    return { fault: this.fault?.message, statistics: this.adapter.fileStatistics() };
  }

  /**
   * Shows the files, which stay as they are, and how much of each counts, until `use` has resolved: what they hold is
   * the state of the store at some position.
   */
  async whileFilesStay<T>(use: (extents: readonly FileExtent[]) => Promise<T>): Promise<T> {
    await this.adapter.inspect();
    return this.adapter.whileNotCompacting(async () =>
      use(await this.adapter.exclusive(() => this.adapter.fileExtents())),
    );
  }

  /** See `SnapshotPlace`. */
  save(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.adapter.save(work);
  }

  checkInPlace(): void {
    this.adapter.checkInPlace();
  }

  /** Compacts where that is due, and finishes a compaction that is under way: the next start has less to read. */
  async tidy(): Promise<void> {
    if (this.position > this.#untidied) await this.adapter.compactWhereDue(TIDY_SHARE);
  }

  override async close(): Promise<void> {
    this.#closing.abort();
    await this.#looks.end();
    await this.#divergence?.settled;
    await super.close();
    await this.#keepBeyond();
    this.state.close();
    await this.lock.release();
  }

  /**
   * Waits until what was put in the place of the folder is all there and can be read, and keeps there what it does not
   * have. Nothing else holds that: until then it stays in memory, and a damaged folder is not opened.
   */
  async #settle(divergence: DivergedError): Promise<void> {
    const { files, folder } = this;
    const { signal } = this.#closing;
    for (let unfit = ''; ;) {
      try {
        unfit = await restOf(files, folder, unfit, signal);
        const kept = await keepBeyondWhole(files, folder, this.state, divergence.message, this.now());
        await new SeenIds(folder).keep(this.state.counters);
        this.#isKept = true;
        if (kept !== undefined) divergence.tell(kept);
        return;
      } catch (error) {
        if (signal.aborted) return;
        this.note(`the data folder was replaced, and cannot be opened anew: ${(error as Error).message}`);
      }
    }
  }

  /** Where another history was put in the place of the folder, what it does not have is in this memory alone. */
  async #keepBeyond(): Promise<void> {
    const { replaced } = this;
    if (replaced === undefined || this.#isKept) return;
    this.#isKept = true;
    const kept = await keepBeyondFolder(this.files, this.folder, this.state, replaced.message, this.now());
    if (kept !== undefined) this.note(kept);
    // Where there is a folder: else the note says so.
    await new SeenIds(this.folder).keep(this.state.counters).catch(() => undefined);
  }
}
