import type { Answer, Given, Sent } from '../../client/api.js';

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

export type ScenarioInfo = Answer<'scenarios'>[number];
export type ProposalInfo = Answer<'proposals'>[number];
export type ActivityDay = Answer<'activity'>[number];
export type AuditLine = Answer<'auditEntries'>[number];
export type LoginProvider = Answer<'loginProviders'>[number];
export type SessionInfo = Answer<'readSession'>;

export type ScenarioDetails = Answer<'scenarioDefinition'>;
export type ListedDefinition = Answer<'scenarioDefinitions'>['scenarios'][number];
export type EditedScenario = Given<ListedDefinition['scenario']>;
export type ScenarioField = EditedScenario['fields'][number];
export type Usage = EditedScenario['usage'][number];
export type Blank = NonNullable<ScenarioField['blank']>;
export type ShownModel = NonNullable<ScenarioDetails['model']>;
export type Saved = Answer<'saveScenario'>;
export type ScenarioVersion = Answer<'scenarioVersions'>[number];
export type Preview = Answer<'previewScenario'>;
export type PreviewPairs = Preview['gained'];
export type PreviewPair = PreviewPairs['pairs'][number];

/** A record as the API shows it. */
export type RecordData = Readonly<Record<string, unknown>>;

export type RecordPage = Answer<'query'>;
export type RecordQuery = NonNullable<Sent<'query'>['query']>;
