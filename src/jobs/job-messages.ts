import type { ComparedRow, JudgedSet } from '../service/group/group-types.js';
import type { PortableScenario } from '../index/threads/portable-scenario.js';
import type { MethodOptions } from '../matching/methods/create-methods.js';
import type { WorkPlace } from './sharing/shared-join.js';

/** Where the rows of a job go that are more than memory should hold. */
export interface EngineWork {
  /** Folder of its files; it is not there yet. */
  readonly folder: string;
  /** Bytes to keep within. */
  readonly memory: number;
}

/** Given to the thread or the process of a job when it starts. */
export interface JobWork {
  readonly scenarios: readonly PortableScenario[];
  readonly methods: MethodOptions;
  readonly fields: readonly string[];
  /** Whether only pairs across the two objects are asked for. */
  readonly isAcross: boolean;
  /** The file that the groups are written to. */
  readonly path: string;
  /** Where other nodes may take part. */
  readonly place?: WorkPlace | undefined;
  /** Absent: rows are in memory. */
  readonly engine?: EngineWork | undefined;
}

/** At the end nothing. */
export type ToJob = { readonly rows: readonly ComparedRow[] } | { readonly judged: readonly JudgedSet[] } | undefined;

export interface GroupingResult {
  readonly records: number;
  readonly pairs: number;
  readonly groups: number;
  readonly ungrouped: number;
  /** Where the lines of some groups begin in the file: see `group-file.ts`. */
  readonly places: readonly number[];
}

export type FromJob =
  /** Rows or decisions were taken: others may come. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'compared'; readonly rows: number; readonly pairs: number }
  | { readonly kind: 'grouped'; readonly result: GroupingResult }
  /** The work shared with other nodes is gone: it begins anew, or was cancelled. */
  | { readonly kind: 'gone' }
  /** Its place fails it, as a full disk does: the log says why. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** There is no use in trying again. */
  | { readonly kind: 'refused'; readonly reason: string };
