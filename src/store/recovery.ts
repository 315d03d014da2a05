import { join } from 'node:path';
import type { AnswerBounds } from './remembered-answers.js';
import { markerName, parseMarkerName, readMarker } from './truncation-marker.js';
import { CommitRanges } from './commit-ranges.js';
import { withFile, type StoreFiles } from './store-files.js';
import { fileName, parseFileName, readHeader, type FileKind, type Header } from './format.js';
import { eachLine, type Line, type TakeInPlace } from './lines.js';
import { commitInWords, isOtherCommit, type CommitIdentity } from './log-position.js';
import { prepareChanges } from './prepared-change.js';
import { StoreDamagedError, UnreadableError, type DamageLocation } from './store-errors.js';
import { commitBehind, type JournalEntry } from './journal-entry.js';
import { SnapshotReader } from './snapshot.js';
import type { ArenaMemory } from '../runtime/memory/arena-memory.js';
import { StoreState } from './store-state.js';

/** Bytes after the last complete line of the last journal, left by a write that was interrupted or failed. */
export interface TornTail {
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
  readonly reason: 'unfinished' | 'refused';
}

export interface Recovered {
  readonly state: StoreState;
  readonly generation: number;
  readonly length: number;
  /** Bytes of all valid journals together. */
  readonly journalBytes: number;
  readonly journalEntries: number;
  readonly snapshotBytes: number;
  /** Whether the snapshot has no end line. The number of lost lines is then unknown. */
  readonly isSnapshotCut: boolean;
  /** Lines that are counted in the end line but missing in the snapshot. Negative if there are too many lines. */
  readonly missingSnapshotLines: number;
  readonly tornTail: TornTail | undefined;
  readonly obsolete: readonly string[];
  /** Number of complete journal lines that were omitted because they come after damage. */
  readonly skippedEntries: number;
}

export interface RecoveryOptions {
  readonly files: StoreFiles;
  readonly now: number;
  readonly answerBounds?: AnswerBounds | undefined;
  /** Limits the records in memory. The caller must close it, even after an error. */
  readonly memory?: ArenaMemory | undefined;
  /** Called for each damage. Throw to stop, or return to skip the snapshot record or the rest of the journal. */
  readonly onDamage: (damage: StoreDamagedError) => void;
}

/** Reads a data folder without changing it. */
export async function recover(folder: string, options: RecoveryOptions): Promise<Recovered> {
  const names = await options.files.list(folder);
  return new Recovery(folder, names, options).run();
}

class Recovery {
  readonly #state: StoreState;
  #skippedEntries = 0;
  #journalBytes = 0;
  #journalEntries = 0;
  #tornTail: TornTail | undefined;
  /** Generation of a snapshot with an unreadable header. The journal of this generation has its sequence number. */
  #headless: number | undefined;

  constructor(
    readonly folder: string,
    readonly names: readonly string[],
    readonly options: RecoveryOptions,
  ) {
    this.#state = new StoreState(options.answerBounds, options.memory);
  }

  async run(): Promise<Recovered> {
    const snapshots = this.#generations('snapshot');
    const journals = this.#generations('journal');
    const base = snapshots.at(-1) ?? 1;
    const chain = journals.filter((generation) => generation >= base);
    const obsolete = this.names.filter((name) => this.#isObsolete(name, base));
    let snapshotBytes = 0;
    let until = 0;
    let untilCommit: CommitIdentity | undefined;
    let isSnapshotCut = false;
    let missingSnapshotLines = 0;
    if (snapshots.length > 0) {
      const { bytes, reader } = await this.#readSnapshot(base);
      snapshotBytes = bytes;
      if (reader?.until === undefined) isSnapshotCut = true;
      else ({ until, untilCommit, missing: missingSnapshotLines } = reader);
    }
    let length = 0;
    let generation = 0;
    for (const [i, next] of chain.entries()) {
      if (next !== base + i) this.#missing('journal', base + i);
      // The header of a new journal may be incomplete. The journal is then empty. A snapshot starts only after the
      // header of its own journal is durable.
      const mayBeUnfinished = i === chain.length - 1 && (i > 0 || snapshots.length === 0);
      const end = await this.#readJournal(next, i === chain.length - 1, mayBeUnfinished);
      if (end === 0) obsolete.push(fileName('journal', next));
      else ({ generation, length } = { generation: next, length: end });
      if (end < 0) break;
    }
    if (chain.length === 0 && (snapshots.length > 0 || journals.length > 0)) this.#missing('journal', base);
    // The journal of such a snapshot does not have the sequence number either.
    if (this.#headless !== undefined) this.#state.sequence = until;
    if (this.#state.sequence < until && chain.length > 0)
      this.#damage(
        `${fileName('journal', generation)}: ends at transaction ${this.#state.sequence}, but ${fileName('snapshot', base)} includes transaction ${until}: journal lines are missing`,
        { file: fileName('journal', generation), line: 0, offset: Math.max(0, length) },
      );
    else if (isOtherCommit(this.#state.commits.at(until), untilCommit))
      this.#damage(
        `${fileName('snapshot', base)} has ${commitInWords(untilCommit)} as transaction ${until}, but the journals have ${commitInWords(this.#state.commits.at(until))}: they belong to different histories`,
        { file: fileName('snapshot', base), line: 0, offset: 0 },
      );
    return {
      state: this.#state,
      generation,
      length: Math.max(0, length),
      journalBytes: this.#journalBytes,
      journalEntries: this.#journalEntries,
      snapshotBytes,
      isSnapshotCut,
      missingSnapshotLines,
      tornTail: this.#tornTail,
      obsolete,
      skippedEntries: this.#skippedEntries,
    };
  }

  #generations(kind: FileKind): number[] {
    return this.names
      .map(parseFileName)
      .filter((name) => name?.kind === kind)
      .map((name) => name!.generation)
      .sort((a, b) => a - b);
  }

  #isObsolete(name: string, base: number): boolean {
    const parsed = parseFileName(name);
    if (parsed !== undefined) return parsed.generation < base;
    const marked = parseMarkerName(name);
    return marked === undefined ? /^(?:snapshot-\d+|journal-\d+\.fence)\.tmp$/.test(name) : marked < base;
  }

  async #readSnapshot(generation: number): Promise<{ bytes: number; reader: SnapshotReader | undefined }> {
    const name = fileName('snapshot', generation);
    this.#headless = generation;
    let reader: SnapshotReader | undefined;
    const take: TakeInPlace = (lines, start, end) => {
      try {
        return reader?.takeRecord(lines, start, end) === true;
      } catch {
        // The line is then visited, which reports the damage.
        return false;
      }
    };
    const visit = (line: Line): void => {
      const place = { file: name, line: line.number, offset: line.offset };
      if (line.payload === undefined) {
        reader?.skip();
        this.#damageOf(line, name);
        return;
      }
      if (line.number === 1) {
        const header = this.#header(line.payload, 'snapshot', generation);
        if (header === undefined) return;
        this.#state.sequence = header.sequence;
        this.#headless = undefined;
        reader = new SnapshotReader(this.#state, this.options.now);
        return;
      }
      try {
        // The missing header has already been reported.
        reader ??= new SnapshotReader(this.#state, this.options.now);
        reader.take(line.payload);
      } catch (error) {
        // The line is intact, but an earlier record could not be read.
        if (error instanceof UnreadableError) throw error;
        this.#damage(`${name}: line ${line.number} (offset ${line.offset}): ${(error as Error).message}`, place);
      }
    };
    const bytes = await this.#eachLine(name, visit, take);
    if (reader?.until === undefined)
      this.#damage(`${name}: the last line is missing: the file is truncated`, { file: name, line: 0, offset: bytes });
    return { bytes, reader };
  }

  /** @returns the number of valid bytes; 0 if the header is incomplete, -1 after damage */
  async #readJournal(generation: number, isLast: boolean, mayBeUnfinished: boolean): Promise<number> {
    const name = fileName('journal', generation);
    const markedLength = await this.#markedLength(generation);
    const scan = { end: 0, stopped: false };
    let header: Header | undefined;
    await this.#eachLine(name, (line) => {
      if (scan.stopped) {
        if (line.payload !== undefined) this.#skippedEntries++;
        return;
      }
      if (this.#tornTail?.file === name) {
        this.#tornTail = { ...this.#tornTail, bytes: line.end - this.#tornTail.offset };
        return;
      }
      if (markedLength !== undefined && line.offset >= markedLength) {
        this.#tornTail = { file: name, offset: line.offset, bytes: line.end - line.offset, reason: 'refused' };
        return;
      }
      if (!line.complete && isLast) {
        this.#tornTail = { file: name, offset: line.offset, bytes: line.end - line.offset, reason: 'unfinished' };
        return;
      }
      scan.stopped = true;
      if (line.payload === undefined) {
        this.#damageOf(line, name);
        return;
      }
      if (header === undefined) {
        header = this.#header(line.payload, 'journal', generation);
        if (header === undefined) return;
        if (generation === this.#headless) {
          this.#state.sequence = header.sequence;
          this.#headless = undefined;
        }
        if (header.sequence !== this.#state.sequence) {
          this.#damage(
            `${name}: continues transaction ${header.sequence}, but the previous log ends at ${this.#state.sequence}`,
            { file: name, line: 1, offset: 0 },
          );
          return;
        }
        if (!this.#takeCommits(header, name)) return;
      } else if (!this.#applyEntry(line, line.payload, name)) return;
      scan.stopped = false;
      scan.end = line.end;
    });
    this.#journalBytes += scan.end;
    if (scan.stopped) return -1;
    if (scan.end === 0 && !mayBeUnfinished) {
      this.#damage(`${name}: the header is missing`, { file: name, line: 1, offset: 0 });
      return -1;
    }
    return scan.end;
  }

  /** Takes the identities of commits from the first journal. Identities in later journals must be the same. */
  #takeCommits({ sequence, commits = [] }: Header, name: string): boolean {
    const known = new CommitRanges(commits, sequence).at(sequence);
    const { last } = this.#state;
    if (isOtherCommit(last, known)) {
      this.#damage(
        `${name}: continues ${commitInWords(known)} as transaction ${sequence}, but the previous log ends with ${commitInWords(last)}: they belong to different histories`,
        { file: name, line: 1, offset: 0 },
      );
      return false;
    }
    if (last === undefined) this.#state.standsAt(sequence, commits);
    return true;
  }

  async #markedLength(generation: number): Promise<number | undefined> {
    const file = markerName(generation);
    if (!this.names.includes(file)) return undefined;
    const length = await readMarker(this.options.files, this.folder, generation);
    if (length === undefined)
      this.#damage(
        `${file}: cannot be read: rejected and acknowledged writes at the end of ${fileName('journal', generation)} cannot be distinguished`,
        { file, line: 1, offset: 0 },
      );
    return length;
  }

  #applyEntry(line: Line, payload: Buffer, name: string): boolean {
    const place = { file: name, line: line.number, offset: line.offset };
    const where = `${name}: line ${line.number} (offset ${line.offset})`;
    try {
      const entry = JSON.parse(payload.toString()) as JournalEntry;
      if (entry.s !== this.#state.sequence + 1) {
        this.#damage(`${where}: found transaction ${entry.s}, expected ${this.#state.sequence + 1}`, place);
        return false;
      }
      const last = commitBehind(this.#state.last, entry.r);
      this.#state.apply(prepareChanges(entry.t, entry.by, this.#state), entry.s, this.options.now, last);
      this.#journalEntries++;
      return true;
    } catch (error) {
      if (error instanceof StoreDamagedError || error instanceof UnreadableError) throw error;
      this.#damage(`${where}: ${(error as Error).message}`, place);
      return false;
    }
  }

  #header(payload: Buffer, kind: FileKind, generation: number): Header | undefined {
    try {
      return readHeader(payload, kind, generation);
    } catch (error) {
      if (!(error instanceof StoreDamagedError)) throw error;
      this.options.onDamage(error);
      return undefined;
    }
  }

  #eachLine(name: string, visit: (line: Line) => void, take?: TakeInPlace): Promise<number> {
    return withFile(this.options.files, join(this.folder, name), 'read', (file) => eachLine(file, visit, take));
  }

  #missing(kind: FileKind, generation: number): void {
    const name = fileName(kind, generation);
    this.#damage(`${name} is missing`, { file: name, line: 0, offset: 0 });
  }

  #damageOf(line: Line, name: string): void {
    this.#damage(
      `${name}: line ${line.number} (offset ${line.offset}): ${line.complete ? 'its checksum is wrong' : 'it is incomplete'}`,
      { file: name, line: line.number, offset: line.offset },
    );
  }

  #damage(message: string, place: DamageLocation): void {
    this.options.onDamage(new StoreDamagedError(message, place));
  }
}
