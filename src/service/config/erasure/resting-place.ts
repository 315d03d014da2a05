import type { IdentifyingValues } from '../../erase/identifying-values.js';
import type { Home } from '../../../store/home/home.js';

/** The store to erase from: a folder opened by this process, or a database that others use as well. */
export type ErasedStore =
  | {
      readonly kind: 'folder';
      readonly home: Home;
      readonly data: string;
      readonly config: string;
    }
  | {
      readonly kind: 'database';
      readonly home: Home;
      /** The folder of a node on this machine, if any. */
      readonly folder: string;
    };

export interface Searched extends IdentifyingValues {
  /** Whether an uploaded file mentions the record; true if unknown. */
  mentionedIn(path: string): Promise<boolean>;
  /** Whether a text, such as a file name, mentions the record. */
  mentionedBy(text: string): boolean;
}

/** A kind of place that stores values of records. */
export interface RestingPlace {
  readonly name: string;
  /** Its documents in the home. */
  readonly documents: readonly RegExp[];
  /** Its other files in the data folder. */
  readonly files: readonly RegExp[];
  /** Its own tables in the database. */
  readonly tables: readonly RegExp[];
  /**
   * `store`: erased with the record. `place`: by `erase`. `none`: contains no values of records. `hand`: cannot be
   * judged automatically, so the erasure starts only when it is gone.
   */
  readonly erasedBy: 'store' | 'place' | 'none' | 'hand';
  /** The reason. */
  readonly why: string;
  /** Removes everything that mentions the record; idempotent. @returns messages about its actions */
  readonly erase?: (store: ErasedStore, searched: Searched) => Promise<string[]>;
}
