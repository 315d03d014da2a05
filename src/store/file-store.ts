import type { Low } from 'lowdb';
import { copyFolder } from './copy-folder.js';
import type { StoreFiles } from './store-files.js';
import type { JournalAdapter } from './journal-adapter.js';
import type { FolderLock } from './lock.js';
import type { DrawInstallation } from './installation.js';
import { EmbeddedStore } from './embedded-store.js';
import { poll, type Following } from '../runtime/watch.js';
import { ReplacedError } from './journal.js';
import type { StoreLag } from './record-store.js';
import { SeenIds } from './seen-ids.js';
import { restOf } from './replaced-folder.js';
import { DivergedError } from './store-errors.js';
import type { TornTail } from './recovery.js';
import { keepBeyondFolder, keepBeyondWhole } from './keep-beyond-folder.js';
import { TIDY_SHARE } from './compaction.js';
import type { StoreData } from './store-data.js';

/** Milliseconds between two checks that the files were not removed or replaced. */
const LOOK_MS = 500;

export interface FileStoreEnd {
  /** Called when the store is closed if changes are missing from the folder. */
  readonly note?: (message: string) => void;
  /** Whether `tidy` also runs a compaction that is due. Set for a process that exits when its work is done. */
  readonly tidies?: boolean;
}

export class FileStore extends EmbeddedStore<JournalAdapter> {
  /** Resolves when the folder's history has been replaced by another history. */
  readonly diverged: Promise<DivergedError>;
  #diverge!: (why: DivergedError) => void;
  #divergence: DivergedError | undefined;
  #isKept = false;
  private readonly note: (message: string) => void;
  /** `tidy` compacts only if there are commits after this position. Infinity: never. */
  readonly #untidied: number;
  #polling: Following | undefined;
  readonly #closing = new AbortController();

  constructor(
    low: Low<StoreData>,
    adapter: JournalAdapter,
    now: () => number,
    drawInstallation: DrawInstallation,
    readonly lock: FolderLock,
    /** Files that other users could read until the store was opened. `.` is the folder itself. */
    readonly restrictedFiles: readonly string[] = [],
    { note = () => undefined, tidies = false }: FileStoreEnd = {},
  ) {
    super(low, adapter, now, drawInstallation);
    this.note = note;
    this.#untidied = tidies ? this.position : Infinity;
    this.diverged = new Promise((resolve) => (this.#diverge = resolve));
  }

  get folder(): string {
    return this.adapter.folder;
  }

  /** The incomplete end of the journal, removed at startup: a write that a crash interrupted. Never acknowledged. */
  get tornTail(): TornTail | undefined {
    return this.adapter.tornTail;
  }

  /** The reason why the store is read-only, or `undefined` if it is writable. */
  get fault(): Error | undefined {
    return this.adapter.fault;
  }

  /** Set if the files are no longer this process's files. */
  get replaced(): ReplacedError | undefined {
    return this.fault instanceof ReplacedError ? this.fault : undefined;
  }

  /**
   * Copies all committed data into another folder while the store is in use. The copy is a complete data folder.
   * @param target a path that does not exist, or an empty folder; gets a complete copy or nothing
   */
  async backup(target: string): Promise<void> {
    const { files } = this.adapter.options;
    await this.adapter.whileNotCompacting(async () => {
      const whole = await this.adapter.exclusive(() => this.adapter.fileExtents());
      await copyFolder(files, this.folder, target, whole);
    });
  }

  /** Checks regularly, until the store is closed, that the files are still this process's files. */
  watch(): void {
    this.#polling = poll(() => this.inspect(), LOOK_MS, this.note);
  }

  override async inspect(): Promise<void> {
    await super.inspect();
    // Another check may have found in the meantime that the files were replaced.
    if (!(await this.adapter.isReplaced()) || this.#divergence !== undefined || this.#closing.signal.aborted) return;
    const divergence = new DivergedError(this.position, this.fault!.message);
    divergence.settled = this.#settle(divergence);
    this.#divergence = divergence;
    this.#diverge(divergence);
  }

  get lag(): StoreLag | undefined {
    return this.#divergence && { commits: 0, seconds: 0, remedy: 'rebuild' };
  }

  get files(): StoreFiles {
    return this.adapter.options.files;
  }

  save(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    return this.adapter.save(work);
  }

  checkInPlace(): void {
    this.adapter.checkInPlace();
  }

  /** Runs a compaction that is due, and finishes a running one, so that the next startup has less to read. */
  async tidy(): Promise<void> {
    if (this.position > this.#untidied) await this.adapter.compactWhereDue(TIDY_SHARE);
  }

  override async close(): Promise<void> {
    this.#closing.abort();
    await this.#polling?.end();
    await this.#divergence?.settled;
    await super.close();
    await this.#keepBeyond();
    this.state.close();
    await this.lock.release();
  }

  /**
   * Waits until the new folder is complete and readable, and then saves the changes that it lacks. Until then, these
   * changes are only in memory. A damaged folder is not opened.
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
        this.note(`the data folder was replaced and cannot be reopened: ${(error as Error).message}`);
      }
    }
  }

  /** If the folder's history was replaced, saves the changes that only this process still has. */
  async #keepBeyond(): Promise<void> {
    const { replaced } = this;
    if (replaced === undefined || this.#isKept) return;
    this.#isKept = true;
    const kept = await keepBeyondFolder(this.files, this.folder, this.state, replaced.message, this.now());
    if (kept !== undefined) this.note(kept);
    // If the folder is gone, only the note reports the loss.
    await new SeenIds(this.folder).keep(this.state.counters).catch(() => undefined);
  }
}
