import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Configuration } from '../../store/config/configuration.js';
import { MemoryIndex, type MemoryIndexImage } from '../../index/memory-index.js';
import { idCounter } from '../../store/installation.js';
import { FrozenArrays } from '../../runtime/memory/frozen-arrays.js';
import { arraysIn } from '../../runtime/memory/image.js';
import { idNumber } from '../../records/ids.js';
import { isMissing, unlessMissing } from '../../runtime/missing-file.js';
import { withFile, type OpenFile } from '../../store/store-files.js';
import { INDEX_SNAPSHOT, UNFINISHED_INDEX_SNAPSHOT } from '../../store/format.js';
import type { LogPosition } from '../../store/log-position.js';
import type { RecordStore } from '../../store/record-store.js';
import type { SnapshotPlace } from '../../store/snapshot-place.js';
import type { ScenarioChoice } from '../search/scenario-choice.js';
import { ArrayFileError, readArrayFile, readArrays, writeArrayFile } from './array-file.js';
import { programDigest, typeDigest } from './program-digest.js';

const VERSION = 2;
/** With fewer records, rebuilding the indexes is faster than reading and checking a snapshot. */
const FEWEST_RECORDS = 10_000;
/** Minimum number of changed records before a new snapshot is due: a fraction of all records, within limits. */
const MANY_CHANGES = 1_000;
const LARGE_SHARE = 0.02;
const MOST_CHANGES = 50_000;
/**
 * Limits of the extra memory during a save: bytes, and a fraction of the indexes. A save that exceeds both is aborted.
 */
const MOST_KEPT_SHARE = 1 / 8;
const MOST_KEPT = 64 << 20;
/** Bytes between two syncs, so that other writes do not wait long. */
const SYNC_EVERY = 32 << 20;

interface Document {
  readonly version: number;
  readonly program: string;
  readonly position: LogPosition;
  readonly types: readonly { readonly name: string; readonly digest: string; readonly image: MemoryIndexImage }[];
}

export interface SnapshotOptions {
  /** Called with the reason if a snapshot cannot be used or saved. */
  readonly note?: (message: string) => void;
  /** Minimum number of records for snapshots. Default: 10,000. */
  readonly fewestRecords?: number;
  /** Minimum number of changed records before a new snapshot is due. Default: see `MANY_CHANGES`. */
  readonly fewestChanges?: number;
  /** Milliseconds between two checks for a due snapshot, and milliseconds to wait after a save. */
  readonly lookMs?: number;
  readonly pauseMs?: number;
}

export interface RestoredIndexes {
  /** Indexes by object type name, without unusable indexes. */
  readonly indexes: ReadonlyMap<string, MemoryIndex>;
  /** Ids of records that may have changed since the snapshot. The caller must put or delete each of these records. */
  readonly changed: ReadonlySet<string>;
}

export interface FrozenIndexes {
  readonly document: Document;
  readonly arrays: FrozenArrays;
  readonly bytes: number;
  readonly changes: number;
}

class GivenUp extends Error {}

/**
 * A snapshot of the indexes in a folder, so that startup need not rebuild them. A snapshot is used only if program
 * version, configuration and log match. An outdated snapshot is ignored, and replaced by the next snapshot.
 */
export class IndexSnapshots {
  /** End of the log in the snapshot on disk. `undefined` if no snapshot is usable. */
  #saved: LogPosition | undefined;
  /** Records changed between the snapshot and the opening of the store. Negative if the snapshot is newer. */
  #behind = 0;
  #edition = 0;

  constructor(
    private readonly store: RecordStore,
    private readonly place: SnapshotPlace,
    readonly options: SnapshotOptions = {},
  ) {}

  /** Reads the indexes from a snapshot, possibly from another process; `undefined` if no snapshot is usable. */
  async restore(configuration: Configuration, scenarios: ScenarioChoice): Promise<RestoredIndexes | undefined> {
    if (!this.#isLarge) return undefined;
    const own = await this.#restore(configuration, scenarios);
    const isAll = own !== undefined && configuration.registry.types.every(({ name }) => own.indexes.has(name));
    if (isAll || !(await this.#fetch(digestOf(configuration, scenarios)))) return own;
    return (await this.#restore(configuration, scenarios)) ?? own;
  }

  async #fetch(digest: string): Promise<boolean> {
    try {
      return (await this.place.fetch?.(digest)) === true;
    } catch (error) {
      this.#note(`the indexes of another node could not be read: ${(error as Error).message}`);
      return false;
    }
  }

  async #restore(configuration: Configuration, scenarios: ScenarioChoice): Promise<RestoredIndexes | undefined> {
    const file = await this.#open();
    if (file === undefined) return undefined;
    try {
      return await this.#read(file, configuration, scenarios);
    } catch (error) {
      if (!(error instanceof ArrayFileError) && !isSystemError(error)) throw error;
      this.#refuse(error.message);
      return undefined;
    } finally {
      await file.close();
    }
  }

  /** Marks the snapshot on disk, and any snapshot being saved, as unusable for the new configuration. */
  outdate(): void {
    this.#saved = undefined;
    this.#edition++;
  }

  get fits(): boolean {
    return this.#saved !== undefined;
  }

  /** Returns whether a new snapshot would speed up startup. @param changes records changed since the store opened */
  async isDue(changes: number): Promise<boolean> {
    const { store, place } = this;
    // A folder written by an earlier version does not contain its last commit's position until the next commit.
    if (!store.writable || place.save === undefined || !this.#isLarge || this.#end.last === undefined) return false;
    if (this.#saved === undefined) return true;
    const share = Math.min(MOST_CHANGES, store.statistics().records * LARGE_SHARE);
    const { fewestChanges = Math.max(MANY_CHANGES, share) } = this.options;
    if (this.#behind + changes >= fewestChanges) return true;
    // A compaction or an erasure removed the snapshot, or the log no longer has the commits after it.
    if (!(await place.files.list(place.folder)).includes(INDEX_SNAPSHOT)) return true;
    return changes + this.#behind > 0 && !(await place.continues(this.#saved));
  }

  /** Offers the snapshot on disk, if it is usable, to processes that have no snapshot. */
  async offer(configuration: Configuration, scenarios: ScenarioChoice, ending: AbortSignal): Promise<void> {
    if (this.#saved === undefined || !this.store.writable) return;
    try {
      await this.place.offer?.(this.#saved, digestOf(configuration, scenarios), ending);
    } catch (error) {
      this.#note(`the indexes could not be uploaded for other nodes: ${(error as Error).message}`);
    }
  }

  /** Freezes the indexes, which must match the store. Leaves out deleted records unless their Ids can be restored. */
  freeze(
    configuration: Configuration,
    scenarios: ScenarioChoice,
    indexes: ReadonlyMap<string, MemoryIndex>,
    changes: number,
  ): FrozenIndexes {
    const { store } = this;
    const types = [...indexes].map(([name, index]) => {
      const type = configuration.registry.byName(name)!;
      const digest = typeDigest(configuration, type, scenarios.all(name));
      const last = store.counter(idCounter(type.keyPrefix));
      // Called later. Excludes Ids assigned from now on, and includes records restored in the meantime.
      const keeps = (id: string): boolean =>
        (idNumber(id) ?? 0) <= last && (store.isDeleted(id) || store.getJson(id) !== undefined);
      return { name, digest, image: index.image({ keeps }) };
    });
    const document: Document = { version: VERSION, program: programDigest(), position: this.#end, types };
    const all = [...arraysIn(types)];
    const bytes = all.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return { document, arrays: new FrozenArrays(all), bytes, changes };
  }

  /**
   * Writes a new snapshot while requests run, in slices of about a millisecond. Never fails, because without a snapshot
   * the next startup only takes longer.
   * @returns false if the save was aborted and may be retried
   */
  async save(frozen: FrozenIndexes): Promise<boolean> {
    const edition = this.#edition;
    try {
      await this.place.save!(async (signal) => {
        await this.#write(frozen, () => {
          const kept = frozen.arrays.keptBytes;
          if (signal.aborted || edition !== this.#edition) throw new GivenUp();
          if (kept > Math.max(MOST_KEPT, frozen.bytes * MOST_KEPT_SHARE))
            throw new Error(`${kept >> 20} MB changed in the meantime`);
        });
        this.#saved = frozen.document.position;
        this.#behind = -frozen.changes;
      });
      return true;
    } catch (error) {
      if (error instanceof GivenUp) return false;
      this.#note(`the indexes could not be saved for the next start: ${(error as Error).message}`);
      return true;
    } finally {
      frozen.arrays.end();
    }
  }

  /** @param goOn throws if the save must be aborted */
  async #write({ document, arrays }: FrozenIndexes, goOn: () => void): Promise<void> {
    const { place } = this;
    const { files, folder } = place;
    const temporary = join(folder, UNFINISHED_INDEX_SNAPSHOT);
    try {
      place.checkInPlace?.();
      await files.remove(temporary).catch(unlessMissing);
      await withFile(files, temporary, 'create', (file) => writeArrayFile(inTurns(file, goOn), document, arrays));
      place.checkInPlace?.();
      goOn();
      await files.rename(temporary, join(folder, INDEX_SNAPSHOT));
      await files.syncFolder(folder);
    } catch (error) {
      await files.remove(temporary).catch(() => undefined);
      throw error;
    }
  }

  get #end(): LogPosition {
    const { position } = this.store;
    return { position, last: this.store.commitAt(position) };
  }

  get #isLarge(): boolean {
    return this.store.statistics().records >= (this.options.fewestRecords ?? FEWEST_RECORDS);
  }

  async #open(): Promise<OpenFile | undefined> {
    try {
      return await this.place.files.open(join(this.place.folder, INDEX_SNAPSHOT), 'read');
    } catch (error) {
      if (!isMissing(error)) this.#refuse((error as Error).message);
      return undefined;
    }
  }

  async #read(
    file: OpenFile,
    configuration: Configuration,
    scenarios: ScenarioChoice,
  ): Promise<RestoredIndexes | undefined> {
    const { version, program, position, types } = (await readArrayFile(file)) as Document;
    if (version !== VERSION || program !== programDigest()) {
      this.#refuse('it was written by another version of the program or of Node');
      return undefined;
    }
    if (!(await this.place.continues(position))) {
      this.#refuse('it belongs to another state of the store');
      return undefined;
    }
    const changed = new Set<string>();
    const erased = new Set<string>();
    await this.store.since(position.position, ({ changes }) => {
      for (const change of changes)
        if (change.kind === 'put') changed.add(change.record.id);
        else if (change.kind === 'delete' || change.kind === 'erase') {
          changed.add(change.id);
          if (change.kind === 'erase') erased.add(change.id);
        }
    });
    const indexes = new Map<string, MemoryIndex>();
    for (const type of configuration.registry.types) {
      const saved = types.find(({ name }) => name === type.name);
      if (saved?.digest !== typeDigest(configuration, type, scenarios.all(type.name))) continue;
      const image = (await readArrays(file, saved.image)) as MemoryIndexImage;
      indexes.set(type.name, new MemoryIndex(scenarios.all(type.name), {}, image));
    }
    const missing = configuration.registry.types.filter(({ name }) => !indexes.has(name) && this.store.count(name) > 0);
    this.#behind = changed.size;
    // The snapshot contains data that was erased while it was being saved.
    if (erased.size > 0) await this.place.files.remove(join(this.place.folder, INDEX_SNAPSHOT)).catch(unlessMissing);
    else if (missing.length === 0) this.#saved = position;
    if (missing.length > 0)
      this.#refuse('it was written for another configuration', missing.map(({ name }) => name).join(', '));
    return { indexes, changed };
  }

  #refuse(reason: string, what = 'all'): void {
    this.#note(`${INDEX_SNAPSHOT} is not used (${reason}); rebuilding the indexes: ${what}`);
  }

  #note(message: string): void {
    this.options.note?.(message);
  }
}

function digestOf(configuration: Configuration, scenarios: ScenarioChoice): string {
  const types = configuration.registry.types.map((type) => typeDigest(configuration, type, scenarios.all(type.name)));
  return createHash('sha256')
    .update(JSON.stringify([VERSION, programDigest(), ...types]))
    .digest('hex');
}

/** Wraps a file so that it writes at most one piece per event-loop turn. */
function inTurns(file: OpenFile, goOn: () => void): Pick<OpenFile, 'write' | 'sync'> {
  let unsynced = 0;
  return {
    write: async (bytes, position) => {
      goOn();
      await file.write(bytes, position);
      unsynced += bytes.length;
      if (unsynced >= SYNC_EVERY) {
        await file.sync();
        unsynced = 0;
      }
      await nextTurn();
    },
    sync: () => file.sync(),
  };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string';
}
