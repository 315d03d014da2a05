import type { IdentifyingValues } from '../../service/erase/identifying-values.js';
import type { Home } from '../../home/home.js';

/** The store that an erasure works on: a folder that this process has open, or a database that others use as well. */
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
      /** Ends what nodes compare together: it holds values of records. */
      readonly endSharedWork: () => Promise<void>;
      /** The process of a node on this machine, where there is one. */
      readonly folder: string;
    };

export interface Searched extends IdentifyingValues {
  /** Whether a file that was sent mentions the record; true where that cannot be known. */
  mentionedIn(path: string): Promise<boolean>;
  /** Whether a text does, as the name of a file. */
  mentionedBy(text: string): boolean;
}

/** One kind of place where values of records rest. */
export interface RestingPlace {
  readonly name: string;
  /** Its documents in the home. */
  readonly documents: readonly RegExp[];
  /** Its other files in the data folder. */
  readonly files: readonly RegExp[];
  /** Its own tables in the database. */
  readonly tables: readonly RegExp[];
  /**
   * `store`: the erasure of the record reaches it. `place`: `erase` does. `none`: it holds no values of records.
   * `hand`: an erasure cannot judge it, and begins only when it is gone.
   */
  readonly erasedBy: 'store' | 'place' | 'none' | 'hand';
  /** Why that is so. */
  readonly why: string;
  /** Takes out what mentions the record; done twice, it does no harm. @returns what it did, in sentences */
  readonly erase?: (store: ErasedStore, searched: Searched) => Promise<string[]>;
}
