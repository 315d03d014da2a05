import { join } from 'node:path';
import type { LoggedCommit } from './commit-log.js';
import { CommittedView } from './committed-view.js';
import { commitBehind, eachCommitSince, withoutRun, type JournalCommit } from './journal-entry.js';
import { systemFiles, type StoreFiles, type OpenFile } from './store-files.js';
import { CURRENT_FORMAT } from './format.js';
import type { FileExtent } from './journal-adapter.js';
import { keepBeyondFolder } from './keep-beyond-folder.js';
import { commitInWords, isOtherCommit, type LogPosition } from './log-position.js';
import { prepareChanges, type PreparedChange } from './prepared-change.js';
import type { RecordStore, StoreLag, StoreStatistics } from './record-store.js';
import { boundedBy, type RecordMemory } from './record-memory.js';
import { recover } from './recovery.js';
import type { AnswerBounds } from './remembered-answers.js';
import { DivergedError, StoreUnavailableError } from './store-errors.js';
import type { StoreAdapter } from './store-data.js';
import type { StoreState } from './store-state.js';

type FileStatistics = ReturnType<StoreAdapter['fileStatistics']>;

export interface FollowingOptions {
  readonly answerBounds?: AnswerBounds | undefined;
  /** As `FileStoreOptions` has it, for this process. */
  readonly recordMemory?: RecordMemory | undefined;
  /** Is told what operators are to know. */
  readonly note?: (message: string) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/**
 * A record view that follows the log of another process: it begins with the files of that process's data folder, which
 * it only reads, and is shown the commits that come after. Nothing can be appended here.
 */
export class FollowingStore extends CommittedView implements RecordStore {
  #fault: string | undefined;
  #files: FileStatistics = { journalBytes: 0, journalEntries: 0, snapshotBytes: 0 };
  /** Highest position that is known to be in the log. */
  #known = 0;
  #behindSince: number | undefined;

  private constructor(
    protected readonly state: StoreState,
    readonly folder: string,
    readonly files: StoreFiles,
    private readonly extents: readonly FileExtent[],
    now: () => number,
  ) {
    super(now);
  }

  /** @param extents files of the folder and how much of each counts; they stay until this has resolved */
  static async open(
    folder: string,
    extents: readonly FileExtent[],
    { answerBounds, recordMemory, note, now = Date.now }: FollowingOptions = {},
  ): Promise<FollowingStore> {
    const files = onlyExtents(systemFiles, folder, extents);
    const onDamage = (damage: Error): never => {
      throw damage;
    };
    const memory = boundedBy(recordMemory, folder, files, note);
    const options = { files, format: CURRENT_FORMAT, now: now(), answerBounds, memory, onDamage };
    try {
      const { state } = await recover(folder, options);
      return new FollowingStore(state, folder, files, extents, now);
    } catch (error) {
      memory?.close();
      throw error;
    }
  }

  /** Whether the process that appends to the log can. */
  get writable(): boolean {
    return this.#fault === undefined;
  }

  get fault(): Error | undefined {
    return this.#fault === undefined ? undefined : new Error(this.#fault);
  }

  get lag(): StoreLag {
    const commits = Math.max(0, this.#known - this.position);
    return { commits, seconds: this.#behindSince === undefined ? 0 : (this.now() - this.#behindSince) / 1_000 };
  }

  append(): Promise<number> {
    return Promise.reject(new StoreUnavailableError('this process only follows the log of another one'));
  }

  /** Reads the files that it began with. */
  since(position: number, visit: (commit: LoggedCommit) => void): Promise<void> {
    return eachCommitSince(this.files, this.folder, this.extents, position, (commit) => visit(withoutRun(commit)));
  }

  statistics(): StoreStatistics {
    return { ...this.memoryStatistics(), ...this.#files };
  }

  /** The process that writes the folder does that. */
  compact(): Promise<void> {
    return Promise.resolve();
  }

  inspect(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.state.close();
    return Promise.resolve();
  }

  /** The log is known to reach this position. */
  know(position: number): void {
    this.#known = Math.max(this.#known, position);
    if (this.#known > this.position) this.#behindSince ??= this.now();
  }

  /** @throws DivergedError when the view is not of the log that stands there */
  mustBeAt({ position, last }: LogPosition): void {
    const { end } = this;
    if (end.position === position && !isOtherCommit(end.last, last)) return;
    const own = `${commitInWords(end.last)} at position ${end.position}`;
    throw new DivergedError(
      end.position,
      `the log has ${commitInWords(last)} at position ${position}, but this process has read ${own}`,
    );
  }

  /**
   * Once the process that writes the folder is gone: keeps there what the folder does not have any more.
   *
   * @returns what became of it, in words; `undefined` where the folder has all
   */
  keepBeyond(why: string): Promise<string | undefined> {
    return keepBeyondFolder(systemFiles, this.folder, this.state, why, this.now());
  }

  /** How the process that writes the folder is. */
  told({ fault, statistics }: { readonly fault: string | undefined; readonly statistics: FileStatistics }): void {
    this.#fault = fault;
    this.#files = statistics;
  }

  /** To be waited for before `show`; `undefined` where there is nothing to wait for. */
  prepare({ changes, by }: LoggedCommit): {
    readonly changes: PreparedChange[];
    readonly ready: Promise<void> | undefined;
  } {
    const prepared = prepareChanges(changes, by, this.state);
    return { changes: prepared, ready: this.state.removeManyPairs(prepared) };
  }

  /** Makes the next commit visible, as a whole. @throws Error when it is not the next one */
  show({ position, run }: Pick<JournalCommit, 'position' | 'run'>, changes: readonly PreparedChange[]): void {
    if (position !== this.state.sequence + 1)
      throw new Error(`likeness: commit ${position} does not follow ${this.state.sequence}`);
    this.state.apply(changes, position, this.now(), commitBehind(this.state.last, run));
    if (position >= this.#known) this.#behindSince = undefined;
    this.shown();
  }
}

/** A folder as its writer knows it: what stands behind the bytes that count is not there. */
function onlyExtents(files: StoreFiles, folder: string, extents: readonly FileExtent[]): StoreFiles {
  const lengths = new Map(extents.map(({ name, length }) => [join(folder, name), length]));
  return {
    ...files,
    list: async (path) => {
      const names = await files.list(path);
      return path === folder ? names.filter((name) => lengths.has(join(folder, name))) : names;
    },
    open: async (path, mode) => {
      const file = await files.open(path, mode);
      const length = lengths.get(path);
      return length === undefined ? file : cut(file, length);
    },
  };
}

function cut(file: OpenFile, length: number): OpenFile {
  return {
    read: (buffer, position) => {
      const left = Math.max(0, Math.min(buffer.length, length - position));
      return left === 0 ? Promise.resolve(0) : file.read(buffer.subarray(0, left), position);
    },
    write: (bytes, position) => file.write(bytes, position),
    sync: () => file.sync(),
    truncate: (to) => file.truncate(to),
    size: async () => Math.min(length, await file.size()),
    sizeNow: () => Math.min(length, file.sizeNow()),
    identity: () => file.identity(),
    close: () => file.close(),
  };
}
