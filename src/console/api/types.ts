import type { Scope } from '../../auth/scopes.js';

export type {
  ExplainedField,
  Explanation,
  HistoryPage,
  ShownChange,
  SuspectedPairsPage,
} from '../../contract/likeness.js';
export type { GroupDetails, ShownGroup } from '../../contract/group-types.js';
export type { MergeOutput, SurvivingField } from '../../contract/merge-types.js';
export type { DecisionCounts, DecisionsPage, ShownDecision } from '../../contract/review-types.js';
export type { Look, ShownFile, Task as FileTask, Upload } from '../../files/file-job.js';
export type { ColumnMapping } from '../../batch/import/file-messages.js';
export type { ShownJob } from '../../jobs/job.js';
export type { GroupsPage } from '../../jobs/job-groups.js';
export type { Verdict } from '../../store/review-decisions.js';
export type { SearchOutput, SearchResult } from '../../contract/schemas.js';
export type { Scope } from '../../auth/scopes.js';

/** The answer of `GET /services/oauth2/session`. */
export interface SessionInfo {
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly csrfToken: string;
  readonly productPath: string;
  readonly apiVersion: string;
}

/** The part of an object's description that the console uses. */
export interface ObjectInfo {
  readonly name: string;
  readonly label: string;
  readonly keyPrefix: string;
}

export interface FieldInfo {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly createable: boolean;
  readonly referenceTo: readonly string[];
  readonly sortable: boolean;
  readonly picklistValues: readonly { readonly value: string }[];
}

export interface ObjectDescription extends ObjectInfo {
  readonly fields: readonly FieldInfo[];
}

export interface ScenarioInfo {
  readonly id: string;
  readonly name: string;
  readonly object: string;
  readonly threshold: number;
  readonly usage: readonly string[];
  readonly fields: readonly { readonly field: string; readonly method: string; readonly weight: number }[];
}

export interface ProposalInfo {
  readonly id: string;
  readonly name: string;
  readonly object: string;
  readonly learned: string;
  readonly records: number;
  readonly threshold: number;
  /** The change that people's decisions made. */
  readonly reason?: string | undefined;
  readonly expectedMatches: number;
  readonly expectedPrecision: number;
  readonly expectedRecall: number;
  readonly fields: readonly { readonly field: string; readonly method: string }[];
}

/** A record as the API shows it. */
export type RecordData = Readonly<Record<string, unknown>>;

export interface RecordPage {
  /** Records of the object; absent where a condition is given. */
  readonly totalSize?: number | undefined;
  /** Records of the object before the page; absent where a condition is given. */
  readonly position?: number | undefined;
  /** Share of the records that are sorted so far, where that is not done: the page is empty. */
  readonly prepared?: number | undefined;
  readonly records: readonly RecordData[];
  /** Where the next page begins; `null` at the end. */
  readonly next: string | null;
}

export interface Health {
  readonly status: string;
  readonly writable: boolean;
  readonly shed: number;
}
