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
import { DivergedError, StoreDamagedError } from './store-errors.js';
import { type TornTail, recover } from './recovery.js';
import { TIDY_SHARE } from './compaction.js';
import type { StoreData } from './store-data.js';
import { beyondInWords, writeBeyond } from './beyond-file.js';
import { identitiesIn } from './journal-entry.js';
import { isOtherCommit } from './log-position.js';
import { OwnChanges } from './own-changes.js';
import type { ArenaMemory } from '../runtime/memory/arena-memory.js';
import { boundedBy } from './record-memory.js';
import { UNBOUNDED } from './remembered-answers.js';
import type { StoreState } from './store-state.js';

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

/**
 * Saves data that a view has but its data folder has lost, in a file in the folder, for operators. No append may run at
 * the same time.
 * @param why a reason to assume that the folder has lost data
 * @param now milliseconds since the epoch
 * @returns a message, or `undefined` if the folder has all data
 * @throws StoreDamagedError if the folder cannot be compared
 */
async function keepBeyondWhole(
  files: StoreFiles,
  folder: string,
  state: StoreState,
  why: string,
  now: number,
): Promise<string | undefined> {
  try {
    const { sequence, last } = state;
    const there = (await identitiesIn(files, folder)).at(sequence);
    if (last !== undefined && there !== undefined && !isOtherCommit(last, there)) return undefined;
    // Uses the same memory limit as `state`.
    const memory = state.memory && boundedBy(state.memory.bound, folder, files);
    try {
      const log = await stateOf(files, folder, memory);
      const change = lastCommonChange(state, log);
      const kept = await writeBeyond(files, folder, { state, change, isAll: log.sequence === 0, why }, now);
      return kept && beyondInWords(kept);
    } finally {
      memory?.close();
    }
  } catch (error) {
    if (error instanceof StoreDamagedError) throw error;
    return notKept(error);
  }
}

/** Like `keepBeyondWhole`, but never throws. */
function keepBeyondFolder(...given: Parameters<typeof keepBeyondWhole>): Promise<string | undefined> {
  return keepBeyondWhole(...given).catch(notKept);
}

function notKept(error: unknown): string {
  return `the changes missing from the data folder could not be saved: ${(error as Error).message}`;
}

async function stateOf(files: StoreFiles, folder: string, memory: ArenaMemory | undefined): Promise<StoreState> {
  const onDamage = (damage: Error): never => {
    throw damage;
  };
  const bounds = { answerBounds: UNBOUNDED, memory };
  const { state } = await recover(folder, { files, now: 0, ...bounds, onDamage });
  return state;
}

/** Returns the number of the last common change, or 0. State and log are equal up to a commit, and differ after it. */
function lastCommonChange({ history }: StoreState, log: StoreState): number {
  const own = new OwnChanges(history);
  for (let number = history.last; number > 0; number--) {
    const other = log.history.outline(number);
    if (other !== undefined && own.has(number, { ...other, time: Date.parse(other.time) }) === true) return number;
  }
  return 0;
}
