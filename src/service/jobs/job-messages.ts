import type { ComparedRow, JudgedSet } from '../group/group-types.js';
import type { PortableScenario } from '../../index/threads/portable-scenario.js';
import type { MethodOptions } from '../../matching/methods/create-methods.js';

/** Storage for the rows of a job that exceed the memory limit. */
export interface EngineWork {
  /** Folder of its files; does not exist yet. */
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
  /** Absent: rows are in memory. */
  readonly engine?: EngineWork | undefined;
}

/** `undefined` ends the input. */
export type ToJob = { readonly rows: readonly ComparedRow[] } | { readonly judged: readonly JudgedSet[] } | undefined;

export interface GroupingResult {
  readonly records: number;
  readonly pairs: number;
  readonly groups: number;
  readonly ungrouped: number;
  /** Positions of some lines in the file: see `group-file.ts`. */
  readonly places: readonly number[];
}

export type FromJob =
  /** Rows or decisions were processed: send more. */
  | { readonly kind: 'taken' }
  /** Steps before the rows are compared: their values are indexed and compared. */
  | { readonly kind: 'preparing'; readonly done: number; readonly total: number }
  | { readonly kind: 'compared'; readonly rows: number; readonly pairs: number }
  | { readonly kind: 'grouped'; readonly result: GroupingResult }
  /** Its storage failed, such as a full disk; the log has the reason. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** A retry is useless. */
  | { readonly kind: 'refused'; readonly reason: string };
