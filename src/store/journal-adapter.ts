import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ArenaMemory } from '../memory/arena-memory.js';
import type { AnswerBounds } from './remembered-answers.js';
import { writeGeneration, type CompactionOptions, type NewGeneration } from './compaction.js';
import { markerName } from './truncation-marker.js';
import { isDescriptorShortage } from './store-files.js';
import { fileName, parseFileName } from './format.js';
import { Journal, ReplacedError, replacedFile } from './journal.js';
import { commitBehind, eachCommitSince, textOfEntry, type JournalCommit } from './journal-entry.js';
import { LineEncoder } from './lines.js';
import { SnapshotSaves } from './snapshot-saves.js';
import { recover, type TornTail } from './recovery.js';
import { pictureOf } from './replaced-folder.js';
import { OutcomeUnknownError, StoreUnavailableError, UnreadableError } from './store-errors.js';
import { takeBatch, type PendingCommit, type StoreAdapter, type StoreData } from './store-data.js';
import type { StoreState } from './store-state.js';

export interface JournalAdapterOptions extends CompactionOptions {
  /** Least journal size in bytes that starts a compaction by itself; it must also be as large as the snapshot. */
  readonly compactAt: number;
  readonly answerBounds?: AnswerBounds | undefined;
  readonly memory?: ArenaMemory | undefined;
}

/** A file of the store and how much of it counts. */
export interface FileExtent {
  readonly name: string;
  /** `undefined`: all of it. */
  readonly length: number | undefined;
}

const DAY = 24 * 60 * 60 * 1000;
/**
 * Changes made visible between two turns of the event loop: a few milliseconds. The last transaction is not counted.
 */
const APPLY_AT_ONCE = 1_000;
/** Milliseconds until the next compaction after one that found no file descriptors, or pages that cannot be read. */
const SHORTAGE_PAUSE = 10_000;

/**
 * lowdb's adapter for a data folder: `read` is snapshot and journal together, `write` appends what waits to the
 * journal, one `fdatasync` for all of it. After any failed append, sync or rename it writes nothing more: `fault` says
 * why.
 */
export class JournalAdapter implements StoreAdapter {
  fault: Error | undefined;
  backlog = 0;
  /** The end that was cut off at the start, to be told to the operator. */
  tornTail: TornTail | undefined;
  /** By which the commits of this process are known, in the log and to those who follow it. */
  #run: string | undefined = randomUUID();
  #journal: Journal | undefined;
  #state: StoreState | undefined;
  #journalBytes = 0;
  #journalEntries = 0;
  #snapshotBytes = 0;
  /** Bytes of journals that the compaction under way makes superfluous. */
  #olderJournalBytes = 0;
  #olderJournalEntries = 0;
  /** One append at a time uses its memory. */
  readonly #encoder = new LineEncoder();
  /** Appends and changes of journal, one after the other. */
  #line: Promise<unknown> = Promise.resolve();
  #compaction: Promise<void> | undefined;
  /** A save of the store's contents that is under way, and how to end it. */
  readonly #saves = new SnapshotSaves();
  #inspecting: Promise<void> | undefined;
  /** Resolves when nobody is copying files. */
  #copying: Promise<unknown> = Promise.resolve();
  #closing = false;
  /** Lets go of the folder, which is held open so that a shortage of file descriptors cannot stop a sync half-way. */
  #letGo: (() => Promise<void>) | undefined;
  /** No compaction begins by itself before this time in milliseconds. */
  #notBefore = 0;

  constructor(
    readonly folder: string,
    readonly options: JournalAdapterOptions,
  ) {}

  /** @throws StoreDamagedError; then nothing was changed */
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
    const { files, format, now, answerBounds, memory } = this.options;
    const recovered = await recover(this.folder, {
      files,
      format,
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
      this.#journal = await Journal.create(this.folder, { generation: 1, sequence: 0 }, files, format);
      this.#journalBytes = this.#journal.length;
    } else {
      this.#journal = await Journal.resume(this.folder, generation, length, files);
      const marker = markerName(generation);
      if ((await files.list(this.folder)).includes(marker)) await files.remove(join(this.folder, marker));
      // Renames and creations of a crashed process become durable before anyone relies on them.
      await files.syncFolder(this.folder);
      this.#journalBytes = recovered.journalBytes;
    }
    this.#journalEntries = recovered.journalEntries;
    this.#snapshotBytes = recovered.snapshotBytes;
    if (recovered.outdated) await this.compact();
    return { committed: state, pending: [] };
  }

  /** Makes what waits durable, then visible, then answered. Never rejects: those who wait are told one by one. */
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
   * Compacts where that is due, after a compaction that is under way. Never rejects: nothing is lost without.
   *
   * @param share of the snapshot's size that makes a journal long
   */
  async compactWhereDue(share = 1): Promise<void> {
    await this.#compaction?.catch(() => undefined);
    if (this.#isDue(share) && this.#compaction === undefined && this.fault === undefined && !this.#closing)
      await this.compact().catch(() => undefined);
  }

  /** The journal has grown long, or changes have been kept a day longer than they should. */
  #isDue(share: number): boolean {
    const { compactAt, historyMs, now } = this.options;
    if (now() < this.#notBefore) return false;
    if (this.#journalBytes >= Math.max(compactAt, share * this.#snapshotBytes)) return true;
    return compactAt !== Infinity && this.#state?.history.hasOlder(historyMs + DAY, now()) === true;
  }

  /**
   * Begins a new generation: see `writeGeneration`. Nothing deleted before the call is left in the folder. Resolves
   * when done; also when the store is closed before.
   */
  async compact(): Promise<void> {
    // One that is under way began before this call, and may keep what was deleted since.
    while (this.#compaction !== undefined) await this.#compaction.catch(() => undefined);
    if (this.#closing) return;
    this.#compaction = this.#compact().finally(() => (this.#compaction = undefined));
    return this.#compaction;
  }

  /**
   * Sees whether the files are where they were put: a folder that was removed, or moved and replaced, makes the store
   * read-only. Cheap: to be asked by whoever asks how it is.
   */
  async inspect(): Promise<void> {
    this.#inspecting ??= this.#inspect().finally(() => (this.#inspecting = undefined));
    return this.#inspecting;
  }

  async #inspect(): Promise<void> {
    const journal = this.#journal;
    if (journal === undefined || this.#closing || this.fault !== undefined) return;
    const replaced = await replacedFile(journal, this.#snapshotBytes > 0);
    // A compaction may have gone on meanwhile: then what was looked for is rightly gone.
    if (replaced === undefined || journal !== this.#journal || this.#compaction !== undefined) return;
    this.#fail(replaced);
  }

  /** Whether files of another history, or what there is of them so far, stand where those were that were written here. */
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

  /** At any time: what is being appended is not looked at. @throws ReplacedError as `Journal.checkInPlace` does */
  checkInPlace(): void {
    this.#journal?.checkNotCut();
  }

  /** Runs while no append does. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#line.then(work);
    this.#line = done.catch(() => undefined);
    return done;
  }

  /** The store's files and how many bytes of each count. Ask and use it inside `whileNotCompacting`: files stay. */
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

  /** Runs a save; a compaction, which removes what is saved of before, ends it. See `SnapshotPlace`. */
  async save(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    while (this.#compaction !== undefined) await this.#compaction.catch(() => undefined);
    await this.#saves.run(work);
  }

  /** Runs while no compaction does, so that files stay. */
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
        : new OutcomeUnknownError(`${message}; the journal could not be cut back either`);
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
        // On disk, and not in memory: what it builds on cannot be read. A start finds it.
        this.#fail(error);
        const refusal = new OutcomeUnknownError(`the store is read-only: ${(error as Error).message}`);
        for (const { reject } of batch.slice(i)) reject(refusal);
        return;
      }
      resolve(state.sequence);
      // Each transaction becomes visible as a whole; between two of them others may have their turn.
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
      // Nothing was changed by what could not be opened or read: the old files stay, and a new journal goes on.
      if (isDescriptorShortage(error) || error instanceof UnreadableError)
        this.#notBefore = this.options.now() + SHORTAGE_PAUSE;
      else this.#fail(error);
      throw error;
    }
  }

  /** Where compaction begins: what is committed later is in the new journal. */
  async #changeJournal(): Promise<NewGeneration> {
    if (this.fault !== undefined) throw new StoreUnavailableError(`the store is read-only: ${this.fault.message}`);
    const { files, format } = this.options;
    const previous = this.#journal!;
    const { sequence, commits } = this.#state!;
    // A file that was put in its place is not written over.
    try {
      previous.checkInPlace();
    } catch (error) {
      this.#fail(error);
      throw error;
    }
    const begin = { generation: previous.generation + 1, sequence, commits: commits.newest() };
    try {
      const next = await Journal.create(this.folder, begin, files, format);
      this.#journal = next;
      this.#olderJournalBytes = this.#journalBytes;
      this.#olderJournalEntries = this.#journalEntries;
      this.#journalBytes += next.length;
      await previous.close();
      return { generation: next.generation, sequence };
    } catch (error) {
      // At once: a waiting append must not go to the old journal when a new one may stand beside it.
      if (!isDescriptorShortage(error)) this.#fail(error);
      throw error;
    }
  }

  #fail(error: unknown): void {
    this.fault ??= error instanceof Error ? error : new Error(String(error));
  }
}
