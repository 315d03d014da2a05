import type { ComparedRow, JudgedSet } from '../group/group-types.js';
import type { PortableScenario } from '../../index/threads/portable-scenario.js';
import type { MethodOptions } from '../../matching/methods/create-methods.js';

/** Storage for the rows of a job that exceed the memory limit. */
export interface EngineWork {
  /** Folder for the storage's files. The folder must not exist yet. */
  readonly folder: string;
  /** Memory limit in bytes. */
  readonly memory: number;
}

export interface JobWork {
  readonly scenarios: readonly PortableScenario[];
  readonly methods: MethodOptions;
  readonly fields: readonly string[];
  readonly isAcross: boolean;
  readonly path: string;
  /** If absent, rows are kept in memory. */
  readonly engine?: EngineWork | undefined;
}

/** Input of a job. `undefined` ends the input. */
export type ToJob = { readonly rows: readonly ComparedRow[] } | { readonly judged: readonly JudgedSet[] } | undefined;

export interface GroupingResult {
  readonly records: number;
  readonly pairs: number;
  readonly groups: number;
  readonly ungrouped: number;
  /** Positions of some lines in the file; see `group-file.ts`. */
  readonly places: readonly number[];
}

export type FromJob =
  /** Rows or decisions were processed, so that more can be sent. */
  | { readonly kind: 'taken' }
  /** Progress of the steps before rows are compared, in which their values are indexed and compared. */
  | { readonly kind: 'preparing'; readonly done: number; readonly total: number }
  | { readonly kind: 'compared'; readonly rows: number; readonly pairs: number }
  | { readonly kind: 'grouped'; readonly result: GroupingResult }
  /** The storage failed, for instance because of a full disk. The log states the reason. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The job was rejected, and a retry would fail too. */
  | { readonly kind: 'refused'; readonly reason: string };
