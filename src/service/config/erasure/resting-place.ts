import type { FileMentions } from '../../../files/import/file-messages.js';
import type { IdentifyingValues } from '../../erase/find-identifying-values.js';
import type { KeptFiles } from '../../import/kept-files.js';
import type { Home } from '../../../store/home/home.js';

export interface ErasedStore {
  /** The documents, in the data folder or in a database that other processes also use (`isShared`). */
  readonly home: Home;
  /** The data folder. With a database: the folder of a node on this machine, if there is one. */
  readonly folder: string;
  /** The configuration folder. With a database: the node's copy. Absent if there is none. */
  readonly config: string | undefined;
  /** The service that has the data folder open. If absent, files that its work has left are removed. */
  readonly service?: RunningService | undefined;
}

interface RunningService {
  readonly files: KeptFiles;
  /** Writes to the configuration folder while nobody else does, and applies the result. */
  writeConfiguration(write: (folder: string) => Promise<unknown>): Promise<void>;
}

export interface Searched extends IdentifyingValues {
  /** Returns whether an uploaded file mentions the record, and at most `mostRows` of the rows with a mention. */
  mentionsIn(path: string, mostRows: number): Promise<FileMentions>;
  mentionedBy(text: string): boolean;
}

export interface RestingPlace {
  readonly name: string;
  readonly documents?: readonly RegExp[];
  readonly files?: readonly RegExp[];
  readonly tables?: readonly RegExp[];
  /**
   * `store`: erased with the record. `place`: erased by `erase`. `none`: has no values of records. `hand`: cannot be
   * judged automatically, so the erasure starts only after someone has removed it.
   */
  readonly erasedBy: 'store' | 'place' | 'none' | 'hand';
  readonly why: string;
  /** Removes everything that mentions the record. Idempotent. @returns messages about what was removed */
  readonly erase?: (store: ErasedStore, searched: Searched) => Promise<string[]>;
}
