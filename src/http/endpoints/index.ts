import type { Endpoint } from '../endpoint.js';
import { FILE_ENDPOINTS } from './file-endpoints.js';
import { authorizationServer } from './authorization-server-endpoint.js';
import { authorize, authorizeAnswer } from './authorize-endpoints.js';
import { decide, decisionCounts, decisions, reviewers, revokeDecision } from './decision-endpoints.js';
import * as clientEndpoints from './client-endpoints.js';
import { crosswalk } from './crosswalk-endpoint.js';
import { events } from './events-endpoint.js';
import { explain } from './explain-endpoint.js';
import { groupDetails, groups } from './group-endpoints.js';
import { erase, everythingHeld } from './held-endpoints.js';
import { history, undo } from './history-endpoint.js';
import { identity, userInfo, userInfoPosted } from './identity-endpoints.js';
import { merge } from './merge-endpoint.js';
import { introspect, revoke } from './oauth-introspect-endpoint.js';
import { registerApp } from './register-app-endpoint.js';
import { token } from './oauth-token-endpoint.js';
import { cancelJob, job, jobPairs, jobs, startJob, undoJob } from './job-endpoints.js';
import { docsPage, healthz, metrics, openapi, postman, readyz } from './operation-endpoints.js';
import { acceptProposal, discardProposal, proposals } from './proposal-endpoints.js';
import { finishProviderLogin, loginProviders, startProviderLogin } from './provider-login-endpoints.js';
import { fieldValues } from './field-values-endpoint.js';
import { query } from './query-endpoint.js';
import { records } from './records-endpoint.js';
import { reloadConfiguration } from './reload-configuration-endpoint.js';
import { deleteRecord, readRecord } from './read-record-endpoint.js';
import { previewScenario } from './preview-scenario-endpoint.js';
import * as definitions from './scenario-definition-endpoints.js';
import { scenarios } from './scenarios-endpoint.js';
import { search } from './search-endpoint.js';
import { endSession, openSession, readSession } from './session-endpoints.js';
import * as settingEndpoints from './setting-endpoints.js';
import { signInSettings } from './sign-in-endpoint.js';
import { suspectedPairs } from './suspected-pairs-endpoint.js';
import { upsert } from './upsert-endpoint.js';

/** Endpoints of the core, in the order of the documentation. */
export const CORE_ENDPOINTS = [
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
  ...FILE_ENDPOINTS,
  scenarios,
  proposals,
  definitions.scenarioDefinitions,
  definitions.scenarioDefinition,
  query,
  fieldValues,
  readRecord,
  deleteRecord,
  records,
  history,
  undo,
  everythingHeld,
  erase,
  reloadConfiguration,
  clientEndpoints.clients,
  clientEndpoints.addClient,
  clientEndpoints.changeClient,
  clientEndpoints.rotateClientSecret,
  clientEndpoints.revokeClient,
  signInSettings,
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
  token,
  authorize,
  authorizeAnswer,
  authorizationServer,
  registerApp,
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
  postman,
  docsPage,
] as const satisfies readonly Endpoint[];
