import type { AnswerOf, Given, Sent } from '../../../extensions/api.js';
import type { WrittenFieldRule, WrittenSurvivorship } from '../../../store/config/survivorship-schema.js';

export type { ExplainedField, ScoreExplanation } from '../../../service/explain/explanation.js';
export type { ShownGroup } from '../../../service/group/group-types.js';
export type { MergeOutput } from '../../../service/merge/merge-types.js';
export type { Look, ShownFile, Counts, RunTask as FileTask, Upload } from '../../../service/import/file-job.js';
export type { ColumnMapping } from '../../../files/import/file-messages.js';
export type { ShownJob } from '../../../service/jobs/job.js';
export type { GroupCounts } from '../../../service/jobs/job-groups.js';
export type { Verdict } from '../../../store/review-decisions.js';
export type { PreviewedGroup } from '../../../service/config/survivorship-preview.js';
export type { PartKind } from '../../../store/config/edited-parts.js';
export type { SearchResult } from '../../../records/contract/schemas.js';
export type { Scope } from '../../../service/auth/scopes.js';

/** The part of an object's description that the console uses. */
export interface ObjectInfo {
  readonly name: string;
  readonly label: string;
  readonly labelPlural: string;
  readonly keyPrefix: string;
}

export interface FieldInfo {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly createable: boolean;
  readonly updateable: boolean;
  readonly nillable: boolean;
  /** Maximum length in characters. 0 if the field is not a string. */
  readonly length: number;
  readonly defaultValue: string | number | boolean | null;
  readonly referenceTo: readonly string[];
  readonly sortable: boolean;
  readonly picklistValues: readonly { readonly value: string }[];
}

export interface ObjectDescription extends ObjectInfo {
  readonly fields: readonly FieldInfo[];
}

export type ListedDecision = AnswerOf<'decide'>;
export type ListedPair = AnswerOf<'suspectedPairs'>['records'][number];
export type ListedContradiction = NonNullable<ListedPair['contradictions']>[number];

export type ScenarioInfo = AnswerOf<'scenarios'>[number];
export type ProposalInfo = AnswerOf<'proposals'>[number];
export type ActivityDay = AnswerOf<'activity'>[number];
export type AuditAction = NonNullable<NonNullable<Sent<'auditEntries'>['query']>['action']>;
export type DecidingClient = AnswerOf<'decisionCounts'>['clients'][number];
export type AuditLine = AnswerOf<'auditEntries'>[number];
export type ClientInfo = AnswerOf<'clients'>[number];
export type IssuedClient = AnswerOf<'addClient'>;
export type SignInSettings = AnswerOf<'signInSettings'>;
export type SettingInfo = AnswerOf<'settings'>[number];
export type SurvivorshipEntry = Given<WrittenSurvivorship>;
export type WebhookInfo = AnswerOf<'webhooks'>[number];
export type LoginProvider = AnswerOf<'loginProviders'>[number];
export type HistoryChange = AnswerOf<'history'>['records'][number];
export type SessionInfo = AnswerOf<'readSession'>;

export type ScenarioDetails = AnswerOf<'scenarioDefinition'>;
export type ListedDefinition = AnswerOf<'scenarioDefinitions'>['scenarios'][number];
export type EditableScenario = Given<ListedDefinition['scenario']>;
export type EditableField = EditableScenario['fields'][number];
export type EditableUsage = EditableScenario['usage'][number];
export type Blank = NonNullable<EditableField['blank']>;
export type ShownModel = NonNullable<ScenarioDetails['model']>;
export type Saved = AnswerOf<'saveScenario'>;
export type ShownPreview = AnswerOf<'previewScenario'>;
export type ShownPreviewPairs = ShownPreview['gained'];
export type ShownPreviewPair = ShownPreviewPairs['pairs'][number];

export type EditedFieldRule = Given<WrittenFieldRule>;
export type EditedMasterRule = NonNullable<SurvivorshipEntry['master']>[number];
export interface FilterEntry {
  readonly developerName: string;
  readonly object: string;
  readonly condition: string;
}
export interface ScheduleEntry {
  readonly every: string;
  readonly objectTypes: readonly string[];
  readonly autoMerge?: number;
}

export type RecordData = Readonly<Record<string, unknown>>;

export type RecordPage = AnswerOf<'query'>;
export type AskedRecords = NonNullable<Sent<'query'>['query']>;
