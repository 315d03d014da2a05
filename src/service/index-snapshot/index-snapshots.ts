import { join } from 'node:path';
import type { Configuration } from '../../config/configuration.js';
import { MemoryIndex, type MemoryIndexImage } from '../../index/memory-index.js';
import type { StoreFiles, OpenFile } from '../../store/store-files.js';
import { INDEX_SNAPSHOT } from '../../store/format.js';
import type { RecordStore } from '../../store/record-store.js';
import type { SnapshotPlace } from '../../store/snapshot-place.js';
import type { ScenarioChoice } from '../search/scenario-choice.js';
import { ArrayFileError, readArrayFile, readArrays, writeArrayFile } from './array-file.js';
import { programDigest, typeDigest } from './program-digest.js';

/** Version of the document in the file. */
const VERSION = 1;
/** With fewer records building the indexes anew is quicker than reading and checking what makes it needless. */
const FEWEST_RECORDS = 10_000;
/** Changed records since the last snapshot that make a new one worth while, and the share of all that does. */
const MANY_CHANGES = 1_000;
const LARGE_SHARE = 0.02;

interface Document {
  readonly version: number;
  readonly program: string;
  readonly sequence: number;
  readonly position: object;
  readonly types: readonly { readonly name: string; readonly digest: string; readonly image: MemoryIndexImage }[];
}

export interface SnapshotOptions {
  /** Is told why a snapshot was not used, or could not be saved. */
  readonly note?: (message: string) => void;
  /** Records of a store from which on there are snapshots. Default 10,000. */
  readonly fewestRecords?: number;
  /**
   * Records changed since the last snapshot that make a new one worth while. Default 1,000, and no fewer than 2 % of
   * all.
   */
  readonly fewestChanges?: number;
}

export interface RestoredIndexes {
  /** By object type name; those that do not fit are missing. */
  readonly indexes: ReadonlyMap<string, MemoryIndex>;
  /** Records that may have changed since: to be put, or deleted, as they are now. */
  readonly changed: ReadonlySet<string>;
}

/**
 * The snapshot of a store's indexes in a folder, from which a start takes them instead of building them. It is used
 * only where it was made by this very program, for this configuration, of this store as far as it went then:
 * whatever else is found there is left alone, and the next snapshot replaces it.
 */
export class IndexSnapshots {
  /**
   * Sequence number of the store's last transaction in the snapshot on disk; `undefined` while there is none that fits.
   */
  #sequence: number | undefined;
  /** Records that had changed since the snapshot that was restored. */
  #behind = 0;

  constructor(
    private readonly store: RecordStore,
    private readonly place: SnapshotPlace,
    private readonly options: SnapshotOptions = {},
  ) {}

  /** Reads the indexes from a snapshot; `undefined` where there is none that fits. */
  async restore(configuration: Configuration, scenarios: ScenarioChoice): Promise<RestoredIndexes | undefined> {
    if (!this.#isLarge) return undefined;
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

  /** Says that the snapshot on disk does not fit the configuration any more. */
  outdate(): void {
    this.#sequence = undefined;
  }

  /** Whether the snapshot on disk is of this configuration and store, as they were at some time. */
  get fits(): boolean {
    return this.#sequence !== undefined;
  }

  /** Whether a start would gain by a new snapshot. @param changes of records since the store was opened */
  async isDue(changes: number): Promise<boolean> {
    const { store, place } = this;
    if (!store.writable || place.fingerprint === undefined || !this.#isLarge) return false;
    // One that goes on would remove what is there now, and the files that a new one is of.
    await place.settled?.();
    if (this.#sequence === undefined) return true;
    const { fewestChanges = Math.max(MANY_CHANGES, store.statistics().records * LARGE_SHARE) } = this.options;
    if (this.#behind + changes >= fewestChanges) return true;
    // A compaction or an erasure has removed it.
    return !(await place.files.list(place.folder)).includes(INDEX_SNAPSHOT);
  }

  /**
   * Writes a new snapshot, a slice of about a millisecond at a time, and never fails: a start without one takes longer,
   * and is no worse. Neither the indexes nor the store may change meanwhile, and the indexes must hold what the store
   * holds.
   *
   * Deleted records are left out: neither their values nor, unless their deletion can be undone,
   * their Ids are in it.
   */
  async save(
    configuration: Configuration,
    scenarios: ScenarioChoice,
    indexes: ReadonlyMap<string, MemoryIndex>,
  ): Promise<void> {
    const { store, place } = this;
    const { position: sequence } = store;
    const { files, folder } = place;
    const path = join(folder, INDEX_SNAPSHOT);
    const temporary = `${path}.tmp`;
    try {
      const types = [...indexes].map(([name, index]) => {
        const reserved = new Set(store.deletedIds(name));
        const type = configuration.registry.byName(name)!;
        const digest = typeDigest(configuration, type, scenarios.all(name));
        return { name, digest, image: index.image({ keeps: (id) => reserved.has(id) }) };
      });
      const document: Document = {
        version: VERSION,
        program: programDigest(),
        sequence,
        position: await place.fingerprint!(),
        types,
      };
      await removeIfThere(files, temporary);
      const file = await files.open(temporary, 'create');
      try {
        await writeArrayFile(file, document);
      } finally {
        await file.close();
      }
      await files.rename(temporary, path);
      await files.syncFolder(folder);
      this.#sequence = sequence;
    } catch (error) {
      this.#note(`the indexes could not be saved for the next start: ${(error as Error).message}`);
      await removeIfThere(files, temporary).catch(() => undefined);
    }
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
    const { version, program, sequence, position, types } = (await readArrayFile(file)) as Document;
    if (version !== VERSION || program !== programDigest()) {
      this.#refuse('it was made by another version of the program or of Node');
      return undefined;
    }
    if (!(await this.place.continues(position))) {
      this.#refuse('it is of another state of the store');
      return undefined;
    }
    const changed = new Set<string>();
    await this.store.since(sequence, ({ changes }) => {
      for (const change of changes)
        if (change.kind === 'put') changed.add(change.record.id);
        else if (change.kind === 'delete' || change.kind === 'erase') changed.add(change.id);
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
    if (missing.length === 0) this.#sequence = sequence;
    else this.#refuse('it was made for another configuration', missing.map(({ name }) => name).join(', '));
    return { indexes, changed };
  }

  #refuse(reason: string, what = 'all'): void {
    this.#note(`${INDEX_SNAPSHOT} is not used (${reason}); indexes are built anew: ${what}`);
  }

  #note(message: string): void {
    this.options.note?.(message);
  }
}

async function removeIfThere(files: StoreFiles, path: string): Promise<void> {
  await files.remove(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  });
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string';
}
