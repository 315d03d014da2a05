import type { Endpoint } from '../endpoint.js';
import { FILE_ENDPOINTS } from './file-endpoints.js';
import { authorizationServer } from './authorization-server-endpoint.js';
import { authorize, authorizeAnswer } from './authorize-endpoints.js';
import * as configurationJobs from './configuration-job-endpoints.js';
import { activity, auditEntries } from './activity-endpoints.js';
import { decide, decisionCounts, decisions, reviewers, revokeDecision } from './decision-endpoints.js';
import * as clientEndpoints from './client-endpoints.js';
import { crosswalk } from './crosswalk-endpoint.js';
import { consoleAssets, consoleStart, consoleView } from './console-endpoints.js';
import { batch, composite } from './composite-endpoints.js';
import { BULK_ONE_ENDPOINTS } from './bulk-one-endpoints.js';
import { INGEST_JOB_ENDPOINTS } from './ingest-job-endpoints.js';
import * as queryJobs from './query-job-endpoints.js';
import { events } from './events-endpoint.js';
import { explain } from './explain-endpoint.js';
import { groupDetails, groups } from './group-endpoints.js';
import { history } from './history-endpoint.js';
import { identity, userInfo, userInfoPosted } from './identity-endpoints.js';
import { mcp } from './mcp-endpoint.js';
import { merge } from './merge-endpoint.js';
import { postForm, receiveHook, webToLead } from './inbound-endpoints.js';
import { introspect } from './oauth-introspect-endpoint.js';
import { revoke } from './oauth-revoke-endpoint.js';
import { token } from './oauth-token-endpoint.js';
import { cancelJob, job, jobPairs, jobs, startJob, undoJob } from './job-endpoints.js';
import { docsPage, documentationPage, healthz, metrics, openapi, readyz } from './operation-endpoints.js';
import { acceptProposal, discardProposal, proposals } from './proposal-endpoints.js';
import { finishProviderLogin, loginProviders, startProviderLogin } from './provider-login-endpoints.js';
import { query } from './query-endpoint.js';
import { records } from './records-endpoint.js';
import { reloadConfiguration } from './reload-configuration-endpoint.js';
import { PLATFORM_ENDPOINTS } from './platform-endpoints.js';
import { previewScenario } from './preview-scenario-endpoint.js';
import * as definitions from './scenario-definition-endpoints.js';
import { scenarios } from './scenarios-endpoint.js';
import { search } from './search-endpoint.js';
import { endSession, openSession, readSession } from './session-endpoints.js';
import * as settingEndpoints from './setting-endpoints.js';
import { signInSettings } from './sign-in-endpoint.js';
import { suspectedPairs } from './suspected-pairs-endpoint.js';
import { undo } from './undo-endpoint.js';
import { upsert } from './upsert-endpoint.js';
import { deadLetters, reviveDeadLetters, webhooks } from './webhook-endpoints.js';
import { resources, versions } from './version-endpoints.js';

/** All that is served, in the order of the documentation. Routes are tried in this order: the busiest come first. */
export const ENDPOINTS = [
  search,
  upsert,
  explain,
  suspectedPairs,
  decisions,
  decisionCounts,
  decide,
  revokeDecision,
  reviewers,
  merge,
  mcp,
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
  ...PLATFORM_ENDPOINTS,
  queryJobs.startQueryJob,
  queryJobs.readQueryJob,
  queryJobs.abortQueryJob,
  queryJobs.deleteQueryJob,
  queryJobs.queryJobResults,
  ...INGEST_JOB_ENDPOINTS,
  ...BULK_ONE_ENDPOINTS,
  composite,
  batch,
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
  clientEndpoints.clients,
  clientEndpoints.addClient,
  clientEndpoints.changeClient,
  clientEndpoints.rotateClientSecret,
  clientEndpoints.revokeClient,
  signInSettings,
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
  settingEndpoints.settings,
  settingEndpoints.previewSurvivorship,
  settingEndpoints.saveSetting,
  settingEndpoints.removeSetting,
  settingEndpoints.settingVersions,
  settingEndpoints.revertSetting,
  postForm,
  webToLead,
  receiveHook,
  token,
  authorize,
  authorizeAnswer,
  authorizationServer,
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
] as const satisfies readonly Endpoint[];

/** Every endpoint with what it takes and answers, for the types of clients. */
export type Api = (typeof ENDPOINTS)[number];
