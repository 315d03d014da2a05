import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Configuration } from '../../config/configuration.js';
import { MemoryIndex, type MemoryIndexImage } from '../../index/memory-index.js';
import { FrozenArrays } from '../../memory/frozen-arrays.js';
import { arraysIn } from '../../memory/image.js';
import { makeId } from '../../records/ids.js';
import { withFile, type StoreFiles, type OpenFile } from '../../store/store-files.js';
import { INDEX_SNAPSHOT, UNFINISHED_INDEX_SNAPSHOT } from '../../store/format.js';
import type { LogPosition } from '../../store/log-position.js';
import type { RecordStore } from '../../store/record-store.js';
import type { SnapshotPlace } from '../../store/snapshot-place.js';
import type { ScenarioChoice } from '../search/scenario-choice.js';
import { ArrayFileError, readArrayFile, readArrays, writeArrayFile } from './array-file.js';
import { programDigest, typeDigest } from './program-digest.js';

/** Version of the document in the file. */
const VERSION = 2;
/** With fewer records building the indexes anew is quicker than reading and checking what makes it needless. */
const FEWEST_RECORDS = 10_000;
/**
 * Changed records since the last snapshot that make a new one worth while: a share of all, within bounds. To set the
 * most of them right takes a start some seconds.
 */
const MANY_CHANGES = 1_000;
const LARGE_SHARE = 0.02;
const MOST_CHANGES = 50_000;
/** A save that would hold more than this part of the indexes in memory besides, and these bytes, is given up. */
const MOST_KEPT_SHARE = 1 / 8;
const MOST_KEPT = 64 << 20;
/** Bytes after which the disk has its turn: what others want to have there does not wait long. */
const SYNC_EVERY = 32 << 20;

interface Document {
  readonly version: number;
  readonly program: string;
  readonly position: LogPosition;
  readonly types: readonly { readonly name: string; readonly digest: string; readonly image: MemoryIndexImage }[];
}

export interface SnapshotOptions {
  /** Is told why a snapshot was not used, or could not be saved. */
  readonly note?: (message: string) => void;
  /** Records of a store from which on there are snapshots. Default 10,000. */
  readonly fewestRecords?: number;
  /** Records changed since the last snapshot that make a new one worth while. Default: see `MANY_CHANGES`. */
  readonly fewestChanges?: number;
  /** Milliseconds between two looks whether a new one is due, and from the end of a save to the next look. */
  readonly lookMs?: number;
  readonly pauseMs?: number;
}

export interface RestoredIndexes {
  /** By object type name; those that do not fit are missing. */
  readonly indexes: ReadonlyMap<string, MemoryIndex>;
  /** Records that may have changed since: to be put, or deleted, as they are now. */
  readonly changed: ReadonlySet<string>;
}

/** Indexes as they are at one moment, to be written while they go on changing. */
export interface FrozenIndexes {
  readonly document: Document;
  readonly arrays: FrozenArrays;
  readonly bytes: number;
  /** Changes of records until then. */
  readonly changes: number;
}

/** The save is not to be finished. */
class GivenUp extends Error {}

/**
 * The snapshot of a store's indexes in a folder, from which a start takes them instead of building them. It is used
 * only where it was made by this very program, for this configuration, of this log as far as it went then: whatever
 * else is found there is left alone, and the next snapshot replaces it.
 */
export class IndexSnapshots {
  /** End of the log in the snapshot on disk; `undefined` while there is none that fits. */
  #saved: LogPosition | undefined;
  /** Records that had changed since then when the store was opened; below 0 where it is of later. */
  #behind = 0;
  /** Rises when indexes of another configuration are in use. */
  #edition = 0;

  constructor(
    private readonly store: RecordStore,
    private readonly place: SnapshotPlace,
    readonly options: SnapshotOptions = {},
  ) {}

  /** Reads the indexes from a snapshot, of another process where need be; `undefined` where there is none that fits. */
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

  /** Says that the snapshot on disk, or one that is being saved, does not fit the configuration any more. */
  outdate(): void {
    this.#saved = undefined;
    this.#edition++;
  }

  /** Whether the snapshot on disk is of this configuration and log, as they were at some time. */
  get fits(): boolean {
    return this.#saved !== undefined;
  }

  /** Whether a start would gain by a new snapshot. @param changes of records since the store was opened */
  async isDue(changes: number): Promise<boolean> {
    const { store, place } = this;
    // Which commit comes last is not known of a folder of an earlier version that nothing was committed to since.
    if (!store.writable || place.save === undefined || !this.#isLarge || this.#end.last === undefined) return false;
    if (this.#saved === undefined) return true;
    const share = Math.min(MOST_CHANGES, store.statistics().records * LARGE_SHARE);
    const { fewestChanges = Math.max(MANY_CHANGES, share) } = this.options;
    if (this.#behind + changes >= fewestChanges) return true;
    // A compaction or an erasure has removed it, or what was committed since is not in the log any more.
    if (!(await place.files.list(place.folder)).includes(INDEX_SNAPSHOT)) return true;
    return changes + this.#behind > 0 && !(await place.continues(this.#saved));
  }

  /** Leaves the snapshot on disk, where it fits, for other processes that have none. */
  async offer(configuration: Configuration, scenarios: ScenarioChoice, ending: AbortSignal): Promise<void> {
    if (this.#saved === undefined || !this.store.writable) return;
    try {
      await this.place.offer?.(this.#saved, digestOf(configuration, scenarios), ending);
    } catch (error) {
      this.#note(`the indexes could not be left for other nodes: ${(error as Error).message}`);
    }
  }

  /**
   * The indexes as they are now, which must hold what the store holds.
   *
   * Deleted records are left out: neither their values nor, unless their deletion can be undone, their Ids are in it.
   *
   * @param changes of records since the store was opened
   */
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
      const last = makeId(type.keyPrefix, store.counter(`id:${type.keyPrefix}`));
      // Asked later: an Id that is given out from now on is none of these, and one that has come back is needed.
      const keeps = (id: string): boolean => id <= last && (store.isDeleted(id) || store.getJson(id) !== undefined);
      return { name, digest, image: index.image({ keeps }) };
    });
    const document: Document = { version: VERSION, program: programDigest(), position: this.#end, types };
    const all = [...arraysIn(types)];
    const bytes = all.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return { document, arrays: new FrozenArrays(all), bytes, changes };
  }

  /**
   * Writes a new snapshot, a slice of about a millisecond at a time, while requests are answered, and never fails: a
   * start without one takes longer, and is no worse.
   *
   * @returns false: it was given up for what happened meanwhile, and may be begun anew
   */
  async save(frozen: FrozenIndexes): Promise<boolean> {
    const edition = this.#edition;
    try {
      await this.place.save!(async (signal) => {
        await this.#write(frozen, () => {
          const kept = frozen.arrays.keptBytes;
          if (signal.aborted || edition !== this.#edition) throw new GivenUp();
          if (kept > Math.max(MOST_KEPT, frozen.bytes * MOST_KEPT_SHARE))
            throw new Error(`${kept >> 20} MB of them have changed meanwhile`);
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

  /** @param goOn throws where the save is given up */
  async #write({ document, arrays }: FrozenIndexes, goOn: () => void): Promise<void> {
    const { place } = this;
    const { files, folder } = place;
    const temporary = join(folder, UNFINISHED_INDEX_SNAPSHOT);
    try {
      place.checkInPlace?.();
      await removeIfThere(files, temporary);
      await withFile(files, temporary, 'create', (file) => writeArrayFile(inTurns(file, goOn), document, arrays));
      place.checkInPlace?.();
      goOn();
      await files.rename(temporary, join(folder, INDEX_SNAPSHOT));
      await files.syncFolder(folder);
    } catch (error) {
      await removeIfThere(files, temporary).catch(() => undefined);
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
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#refuse((error as Error).message);
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
      this.#refuse('it was made by another version of the program or of Node');
      return undefined;
    }
    if (!(await this.place.continues(position))) {
      this.#refuse('it is of another state of the store');
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
    // It holds what was erased since it was saved.
    if (erased.size > 0) await removeIfThere(this.place.files, join(this.place.folder, INDEX_SNAPSHOT));
    else if (missing.length === 0) this.#saved = position;
    if (missing.length > 0)
      this.#refuse('it was made for another configuration', missing.map(({ name }) => name).join(', '));
    return { indexes, changed };
  }

  #refuse(reason: string, what = 'all'): void {
    this.#note(`${INDEX_SNAPSHOT} is not used (${reason}); indexes are built anew: ${what}`);
  }

  #note(message: string): void {
    this.options.note?.(message);
  }
}

/** Digest of all that shapes the indexes. */
function digestOf(configuration: Configuration, scenarios: ScenarioChoice): string {
  const types = configuration.registry.types.map((type) => typeDigest(configuration, type, scenarios.all(type.name)));
  return createHash('sha256')
    .update(JSON.stringify([VERSION, programDigest(), ...types]))
    .digest('hex');
}

/** A file to which no turn of the event loop writes more than one piece. */
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

async function removeIfThere(files: StoreFiles, path: string): Promise<void> {
  await files.remove(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  });
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string';
}
