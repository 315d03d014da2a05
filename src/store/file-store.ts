import type { Low } from 'lowdb';
import { copyFolder } from './copy-folder.js';
import type { Files } from './files.js';
import type { FileExtent, JournalAdapter } from './journal-adapter.js';
import type { FolderLock } from './lock.js';
import { EmbeddedStore } from './embedded-store.js';
import { ReplacedError } from './journal.js';
import type { TornTail } from './recovery.js';
import { keepBeyondFolder } from './keep-beyond-folder.js';
import { fingerprintOf, isContinuation, type StoreFingerprint } from './fingerprint.js';
import type { StoreData } from './store-data.js';

/** The record store in a data folder. */
export class FileStore extends EmbeddedStore<JournalAdapter> {
  #isKept = false;

  constructor(
    low: Low<StoreData>,
    adapter: JournalAdapter,
    now: () => number,
    readonly lock: FolderLock,
    /** Files that others had rights to until now, `.` for the folder itself. */
    readonly restrictedFiles: readonly string[] = [],
    private readonly note: (message: string) => void = () => undefined,
  ) {
    super(low, adapter, now);
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

  /** The file system that the folder is on. */
  get files(): Files {
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

  async settled(): Promise<void> {
    await this.adapter.whileNotCompacting(() => Promise.resolve());
  }

  /** Where the store is: what was committed before the call. Only while nothing commits. */
  async fingerprint(): Promise<StoreFingerprint> {
    this.adapter.checkInPlace();
    return fingerprintOf(this.files, this.folder, await this.adapter.fileExtents());
  }

  /** Whether this store continues the one that had a fingerprint, which may be of an earlier process. */
  async continues(fingerprint: StoreFingerprint): Promise<boolean> {
    return isContinuation(this.files, this.folder, await this.adapter.fileExtents(), fingerprint);
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#keepBeyond();
    await this.lock.release();
  }

  /** Where another history was put in the place of the folder, what it does not have is in this memory alone. */
  async #keepBeyond(): Promise<void> {
    const { replaced } = this;
    if (replaced === undefined || this.#isKept) return;
    this.#isKept = true;
    const kept = await keepBeyondFolder(this.files, this.folder, this.state, replaced.message, this.now());
    if (kept !== undefined) this.note(kept);
  }
}
