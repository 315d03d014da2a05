import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArenaMemory } from '../runtime/memory/arena-memory.js';
import type { AnswerBounds } from './remembered-answers.js';
import { writeGeneration, type CompactionOptions, type NewGeneration } from './compaction.js';
import { markerName } from './truncation-marker.js';
import { isDescriptorShortage } from './store-files.js';
import { fileName, parseFileName } from './format.js';
import { Journal, ReplacedError, replacedFile } from './journal.js';
import { commitBehind, eachCommitSince, textOfEntry, type FileExtent, type JournalCommit } from './journal-entry.js';
import { LineEncoder } from './lines.js';
import { SnapshotSaves } from './snapshot-saves.js';
import { recover, type TornTail } from './recovery.js';
import { pictureOf } from './replaced-folder.js';
import { OutcomeUnknownError, StoreUnavailableError, UnreadableError } from './store-errors.js';
import { takeBatch, type PendingCommit, type StoreAdapter, type StoreData } from './store-data.js';
import type { StoreState } from './store-state.js';

export interface JournalAdapterOptions extends CompactionOptions {
  /** Minimum journal size, in bytes, for an automatic compaction. The journal must also be as large as the snapshot. */
  readonly compactAt: number;
  readonly answerBounds?: AnswerBounds | undefined;
  readonly memory?: ArenaMemory | undefined;
}

const DAY = 24 * 60 * 60 * 1000;
/** Changes made visible per event-loop turn, in about a millisecond. One transaction may have more. */
const APPLY_AT_ONCE = 20;
/** Milliseconds before retrying a compaction that lacked a file descriptor or could not read a page. */
const SHORTAGE_PAUSE = 10_000;

/**
 * lowdb's adapter for a data folder. `read` loads snapshot and journal. `write` appends pending commits to the journal,
 * with one `fdatasync`. After any failed append, sync or rename, the adapter stops writing, and `fault` has the reason.
 */
export class JournalAdapter implements StoreAdapter {
  fault: Error | undefined;
  backlog = 0;
  /** The incomplete end of the journal that was removed at startup. Used only in a message. */
  tornTail: TornTail | undefined;
  /** Distinguishes this process's commits in the log. */
  #run: string | undefined = randomUUID();
  #journal: Journal | undefined;
  #state: StoreState | undefined;
  #journalBytes = 0;
  #journalEntries = 0;
  #snapshotBytes = 0;
  /** Bytes of the journals that the running compaction will remove. */
  #olderJournalBytes = 0;
  #olderJournalEntries = 0;
  /** Encodes the lines of one append at a time, because its buffer is reused. */
  readonly #encoder = new LineEncoder();
  /** Appends and changes to the journal run one after the other. */
  #line: Promise<unknown> = Promise.resolve();
  #compaction: Promise<void> | undefined;
  /** Saves of the index snapshot. A compaction stops them. */
  readonly #saves = new SnapshotSaves();
  #inspecting: Promise<void> | undefined;
  /** Resolves when no files are being copied. */
  #copying: Promise<unknown> = Promise.resolve();
  #closing = false;
  /** Closes the folder's handle, which stays open so that a sync never lacks a file descriptor. */
  #letGo: (() => Promise<void>) | undefined;
  /** No automatic compaction starts before this time, in milliseconds since the epoch. */
  #notBefore = 0;

  constructor(
    readonly folder: string,
    readonly options: JournalAdapterOptions,
  ) {}

  /** @throws StoreDamagedError; nothing is then changed */
  async read(): Promise<StoreData> {
    this.#letGo = await this.options.files.keepFolderOpen?.(this.folder);
    try {
      return await this.#read();
    } catch (error) {
      await this.#letGo?.();
      throw error;
    }
  }

  async #read(): Promise<StoreData> {
    const { files, now, answerBounds, memory } = this.options;
    const recovered = await recover(this.folder, {
      files,
      now: now(),
      answerBounds,
      memory,
      onDamage: (damage) => {
        throw damage;
      },
    });
    const { state, generation, length } = recovered;
    this.tornTail = recovered.tornTail;
    this.#state = state;
    for (const name of recovered.obsolete) await files.remove(join(this.folder, name));
    if (recovered.obsolete.length > 0) await files.syncFolder(this.folder);
    if (generation === 0) {
      this.#journal = await Journal.create(this.folder, { generation: 1, sequence: 0 }, files);
      this.#journalBytes = this.#journal.length;
    } else {
      this.#journal = await Journal.resume(this.folder, generation, length, files);
      const marker = markerName(generation);
      if ((await files.list(this.folder)).includes(marker)) await files.remove(join(this.folder, marker));
      // A crashed process may have renamed or created files, which must be durable before the files are used.
      await files.syncFolder(this.folder);
      this.#journalBytes = recovered.journalBytes;
    }
    this.#journalEntries = recovered.journalEntries;
    this.#snapshotBytes = recovered.snapshotBytes;
    return { committed: state, pending: [] };
  }

  /** Makes pending commits durable, then visible, then resolves their promises. Does not reject. */
  async write(data: StoreData): Promise<void> {
    await this.exclusive(async () => {
      const batch = this.fault === undefined ? takeBatch(data) : [];
      if (batch.length > 0) await this.#append(data, batch);
      if (this.fault !== undefined) {
        const { message } = this.fault;
        for (const { reject } of data.pending.splice(0))
          reject(new StoreUnavailableError(`the store is read-only: ${message}`));
      }
    });
    if (this.#compaction === undefined) void this.compactWhereDue();
  }

  /**
   * Waits for a running compaction, then compacts if due. Does not reject, because compaction is optional.
   * @param share the fraction of the snapshot's size at which the journal is compacted
   */
  async compactWhereDue(share = 1): Promise<void> {
    await this.#compaction?.catch(() => undefined);
    if (this.#isDue(share) && this.#compaction === undefined && this.fault === undefined && !this.#closing)
      await this.compact().catch(() => undefined);
  }

  /** Returns whether the journal is too large, or changes have been kept a day too long. */
  #isDue(share: number): boolean {
    const { compactAt, historyMs, now } = this.options;
    if (now() < this.#notBefore) return false;
    if (this.#journalBytes >= Math.max(compactAt, share * this.#snapshotBytes)) return true;
    return compactAt !== Infinity && this.#state?.history.hasOlder(historyMs + DAY, now()) === true;
  }

  /**
   * Starts a new generation (see `writeGeneration`). When the promise resolves, nothing that was deleted before the
   * call is left in the folder. Also resolves if the store is closed.
   */
  async compact(): Promise<void> {
    // The snapshot of a running compaction may have data that was deleted after it started.
    while (this.#compaction !== undefined) await this.#compaction.catch(() => undefined);
    if (this.#closing) return;
    this.#compaction = this.#compact().finally(() => (this.#compaction = undefined));
    return this.#compaction;
  }

  /** Checks that the files are in place. If not, makes the store read-only. Fast enough for health checks. */
  async inspect(): Promise<void> {
    this.#inspecting ??= this.#inspect().finally(() => (this.#inspecting = undefined));
    return this.#inspecting;
  }

  async #inspect(): Promise<void> {
    const journal = this.#journal;
    if (journal === undefined || this.#closing || this.fault !== undefined) return;
    const replaced = await replacedFile(journal, this.#snapshotBytes > 0);
    // A compaction may have removed this file in the meantime.
    if (replaced === undefined || journal !== this.#journal || this.#compaction !== undefined) return;
    this.#fail(replaced);
  }

  /** Returns whether the folder has files of another history, even if they are incomplete. */
  async isReplaced(): Promise<boolean> {
    const journal = this.#journal;
    if (!(this.fault instanceof ReplacedError) || journal === undefined) return false;
    try {
      journal.checkNotCut();
      return false;
    } catch {
      return (await pictureOf(this.options.files, this.folder)) !== '';
    }
  }

  /** Like `Journal.checkInPlace`, but works at any time: it ignores bytes being appended. @throws ReplacedError */
  checkInPlace(): void {
    this.#journal?.checkNotCut();
  }

  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#line.then(work);
    this.#line = done.catch(() => undefined);
    return done;
  }

  /** Lists the store's files and their valid lengths. Call inside `whileNotCompacting`, so that no file is removed. */
  async fileExtents(): Promise<FileExtent[]> {
    const journal = this.#journal!;
    const names = (await this.options.files.list(this.folder)).filter((name) => parseFileName(name) !== undefined);
    const current = fileName('journal', journal.generation);
    return names.map((name) => ({ name, length: name === current ? journal.length : undefined }));
  }

  async since(position: number, visit: (commit: JournalCommit) => void): Promise<void> {
    const { files } = this.options;
    await this.whileNotCompacting(async () =>
      eachCommitSince(files, this.folder, await this.fileExtents(), position, visit),
    );
  }

  /** Runs a save. A compaction aborts the save, because it removes files that the save needs. See `SnapshotPlace`. */
  async save(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    while (this.#compaction !== undefined) await this.#compaction.catch(() => undefined);
    await this.#saves.run(work);
  }

  async whileNotCompacting<T>(work: () => Promise<T>): Promise<T> {
    while (this.#compaction !== undefined) await this.#compaction.catch(() => undefined);
    const done = work();
    this.#copying = Promise.allSettled([this.#copying, done]);
    return done;
  }

  fileStatistics(): { journalBytes: number; journalEntries: number; snapshotBytes: number } {
    return {
      journalBytes: this.#journalBytes,
      journalEntries: this.#journalEntries,
      snapshotBytes: this.#snapshotBytes,
    };
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#saves.giveUp();
    await this.#compaction?.catch(() => undefined);
    await this.#line;
    await this.#journal?.close();
    this.#journal = undefined;
    await this.#letGo?.();
    this.#letGo = undefined;
  }

  async #append({ committed: state, pending: waiting }: StoreData, batch: readonly PendingCommit[]): Promise<void> {
    const journal = this.#journal!;
    this.backlog = 0;
    const run = this.#run;
    let last = state.last;
    try {
      const bytes = this.#encoder.encode(
        batch.map(({ body }, i) => {
          last = commitBehind(last, i === 0 ? run : undefined);
          return textOfEntry(state.sequence + 1 + i, last, body);
        }),
      );
      await journal.append(bytes);
      this.#run = undefined;
      this.backlog = waiting.length;
      this.#journalBytes += bytes.length;
      this.#journalEntries += batch.length;
    } catch (error) {
      this.#fail(error);
      const isGone = await journal.discardFailedAppend();
      const message = `the store is read-only: ${(error as Error).message}`;
      const refusal = isGone
        ? new StoreUnavailableError(message)
        : new OutcomeUnknownError(`${message}; the incomplete write could not be removed from the journal`);
      for (const { reject } of batch) reject(refusal);
      return;
    }
    const now = this.options.now();
    let applied = 0;
    for (const [i, { changes, resolve }] of batch.entries()) {
      try {
        const way = state.removeManyPairs(changes);
        if (way !== undefined) await way;
        state.apply(changes, state.sequence + 1, now, commitBehind(state.last, i === 0 ? run : undefined));
      } catch (error) {
        // The commit is on disk, but a record that it needs is unreadable. The next startup applies the commit.
        this.#fail(error);
        const refusal = new OutcomeUnknownError(`the store is read-only: ${(error as Error).message}`);
        for (const { reject } of batch.slice(i)) reject(refusal);
        return;
      }
      resolve(state.sequence);
      // Each transaction becomes visible as a whole. Other work may run between two transactions.
      applied += changes.length;
      if (applied < APPLY_AT_ONCE) continue;
      applied = 0;
      await nextTurn();
    }
  }

  async #compact(): Promise<void> {
    await this.#saves.giveUp();
    await this.#copying;
    try {
      const snapshotBytes = await writeGeneration(this.folder, this.#state!, {
        ...this.options,
        changeJournal: () => this.exclusive(() => this.#changeJournal()),
        stop: () => this.#closing || this.fault !== undefined,
      });
      if (snapshotBytes === undefined) return;
      this.#snapshotBytes = snapshotBytes;
      this.#journalBytes -= this.#olderJournalBytes;
      this.#journalEntries -= this.#olderJournalEntries;
    } catch (error) {
      // A file could not be opened or read, so nothing changed. The old files stay, and the new journal is used.
      if (isDescriptorShortage(error) || error instanceof UnreadableError)
        this.#notBefore = this.options.now() + SHORTAGE_PAUSE;
      else this.#fail(error);
      throw error;
    }
  }

  /** Starts a compaction: later commits go to the new journal. */
  async #changeJournal(): Promise<NewGeneration> {
    if (this.fault !== undefined) throw new StoreUnavailableError(`the store is read-only: ${this.fault.message}`);
    const { files } = this.options;
    const previous = this.#journal!;
    const { sequence, commits } = this.#state!;
    // A file that replaced the journal must not be overwritten.
    try {
      previous.checkInPlace();
    } catch (error) {
      this.#fail(error);
      throw error;
    }
    const begin = { generation: previous.generation + 1, sequence, commits: commits.newest() };
    try {
      const next = await Journal.create(this.folder, begin, files);
      this.#journal = next;
      this.#olderJournalBytes = this.#journalBytes;
      this.#olderJournalEntries = this.#journalEntries;
      this.#journalBytes += next.length;
      await previous.close();
      return { generation: next.generation, sequence };
    } catch (error) {
      // Fails immediately: a new journal may exist, and then waiting appends must not be written to the old one.
      if (!isDescriptorShortage(error)) this.#fail(error);
      throw error;
    }
  }

  #fail(error: unknown): void {
    this.fault ??= error instanceof Error ? error : new Error(String(error));
  }
}
