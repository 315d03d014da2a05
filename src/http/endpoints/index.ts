import type { Endpoint } from '../endpoint.js';
import { FILE_ENDPOINTS } from './files.js';
import * as configurationJobs from './configuration-jobs.js';
import { activity, auditEntries } from './activity.js';
import { decide, decisionCounts, decisions, revokeDecision } from './decisions.js';
import { crosswalk } from './crosswalk.js';
import { consoleAssets, consoleStart, consoleView } from './console.js';
import { deleteRecord } from './delete-record.js';
import { describe, objects } from './describe.js';
import { events } from './events.js';
import { explain } from './explain.js';
import { groupDetails, groups } from './groups.js';
import { history } from './history.js';
import { identity, userInfo, userInfoPosted } from './identity.js';
import { merge } from './merge.js';
import { introspect } from './oauth-introspect.js';
import { revoke } from './oauth-revoke.js';
import { token } from './oauth-token.js';
import { cancelJob, job, jobPairs, jobs, startJob, undoJob } from './jobs.js';
import { docsPage, documentationPage, healthz, metrics, openapi, readyz } from './operations.js';
import { acceptProposal, discardProposal, proposals } from './proposals.js';
import { finishProviderLogin, loginProviders, startProviderLogin } from './provider-login.js';
import { query } from './query.js';
import { readRecord } from './read-record.js';
import { records } from './records.js';
import { reloadConfiguration } from './reload-configuration.js';
import { previewScenario } from './preview-scenario.js';
import * as definitions from './scenario-definitions.js';
import { scenarios } from './scenarios.js';
import { search } from './search.js';
import { endSession, openSession, readSession } from './session.js';
import { suspectedPairs } from './suspected-pairs.js';
import { undo } from './undo.js';
import { upsert } from './upsert.js';
import { deadLetters, reviveDeadLetters, webhooks } from './webhooks.js';
import { resources, versions } from './versions.js';

/** All that is served, in the order of the documentation. Routes are tried in this order: the busiest come first. */
export const ENDPOINTS: readonly Endpoint[] = [
  search,
  upsert,
  explain,
  suspectedPairs,
  decisions,
  decisionCounts,
  decide,
  revokeDecision,
  merge,
  crosswalk,
  startJob,
  jobs,
  jobPairs,
  job,
  cancelJob,
  undoJob,
  groups,
  groupDetails,
  events,
  activity,
  ...FILE_ENDPOINTS,
  scenarios,
  proposals,
  definitions.scenarioDefinitions,
  definitions.scenarioDefinition,
  query,
  objects,
  // Before the records: `describe` stands where their Ids do.
  describe,
  readRecord,
  deleteRecord,
  records,
  versions,
  resources,
  history,
  undo,
  configurationJobs.exportConfiguration,
  configurationJobs.exportConfigurationStatus,
  configurationJobs.downloadConfiguration,
  configurationJobs.importConfiguration,
  configurationJobs.importConfigurationStatus,
  configurationJobs.refreshLicense,
  reloadConfiguration,
  auditEntries,
  webhooks,
  deadLetters,
  reviveDeadLetters,
  acceptProposal,
  discardProposal,
  previewScenario,
  definitions.saveScenario,
  definitions.removeScenario,
  definitions.scenarioVersions,
  definitions.revertScenario,
  token,
  introspect,
  revoke,
  loginProviders,
  startProviderLogin,
  finishProviderLogin,
  openSession,
  readSession,
  endSession,
  userInfo,
  userInfoPosted,
  identity,
  healthz,
  readyz,
  metrics,
  openapi,
  documentationPage,
  docsPage,
  consoleStart,
  consoleAssets,
  consoleView,
];
