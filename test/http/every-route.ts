/** Ids in a service filled with data about one object, sufficient to call every endpoint. */
export interface Filled {
  readonly objectType: string;
  readonly prefix: string;
  readonly ids: readonly [string, string];
  readonly job: string;
  readonly decision: string;
  readonly change: string;
  readonly scenario: string;
  readonly proposal: string;
  /** Bulk API jobs, and the position of a query's second page. */
  readonly ingestJob: string;
  readonly queryJob: string;
  readonly locator: string;
  /** Id of a file that the calling client sent. */
  readonly file: string;
}

export interface RouteRequest {
  readonly path: string;
  readonly body?: unknown;
}

/** Response to a client that is limited to another object: 403, 404, or a list without this object's entries. */
export type Answered = 'refused' | 'filtered' | 'unknown';

export interface EveryRoute {
  readonly of: (filled: Filled) => RouteRequest;
  /** Set for endpoints about one object. */
  readonly others?: Answered;
}

const BASE = '/services/apexrest/dupcheck';
/** An Id that no client has. */
const NOBODY = '0'.repeat(32);
const PLATFORM = '/services/data/v60.0';
const DATA = `${PLATFORM}/sobjects`;
const SPAN = 'start=2020-01-01T00:00:00Z&end=2999-01-01T00:00:00Z';
const COLLECTIONS = `${PLATFORM}/composite/sobjects`;
const INGEST = `${PLATFORM}/jobs/ingest`;
const ingest = (rest: string): EveryRoute => ({
  of: ({ ingestJob }) => ({ path: `${INGEST}/${ingestJob}${rest}` }),
  others: 'refused',
});
export const select = (objectType: string) => `SELECT FIELDS(STANDARD) FROM ${objectType}`;

const scenarioOf = ({ scenario, objectType }: Filled) => ({
  ...{ id: scenario, name: 'Saved', object: objectType, threshold: 90, usage: ['restSearch'] },
  fields: [{ field: 'Email', method: 'email', weight: 50 }],
});
const at = (path: string): EveryRoute => ({ of: () => ({ path }) });
const refused = (of: EveryRoute['of']): EveryRoute => ({ of, others: 'refused' });
const filtered = (path: string): EveryRoute => ({ of: () => ({ path }), others: 'filtered' });
const queried = (of: (filled: Filled) => string): EveryRoute => ({
  of: (filled) => ({ path: `${PLATFORM}/${of(filled)}` }),
  others: 'unknown',
});
const definition = (of: Filled) => `${BASE}/scenarios/definitions/${of.scenario}`;

/** A request for each endpoint, by endpoint Id. `rights.test.ts` fails if one is missing. */
export const EVERY_ROUTE: Readonly<Record<string, EveryRoute>> = {
  search: refused(({ prefix }) => ({
    path: `${BASE}/dc3Api/search`,
    body: { objectPrefix: prefix, objectData: { LastName: 'Doe' } },
  })),
  upsert: refused(({ objectType }) => ({
    path: `${BASE}/dc3DataApi`,
    body: { input: { objectType, objectData: { LastName: 'Another', Company: 'Any' } } },
  })),
  explain: refused(({ prefix, ids }) => ({
    path: `${BASE}/dc3Api/explain`,
    body: { objectPrefix: prefix, objectData: { LastName: 'Doe' }, recordId: ids[0] },
  })),
  suspectedPairs: refused(({ objectType }) => ({ path: `${BASE}/suspectedPairs?objectType=${objectType}` })),
  decisions: refused(({ ids }) => ({ path: `${BASE}/decisions?recordId=${ids[0]}` })),
  reviewers: refused(({ objectType }) => ({ path: `${BASE}/reviewers?objectType=${objectType}` })),
  decisionCounts: refused(({ objectType }) => ({ path: `${BASE}/decisionCounts?objectType=${objectType}` })),
  decide: refused(({ ids }) => ({ path: `${BASE}/decisions`, body: { verdict: 'later', recordIds: ids } })),
  revokeDecision: refused(({ decision }) => ({ path: `${BASE}/decisions/${decision}` })),
  mcp: { of: () => ({ path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }), others: 'filtered' },
  merge: refused(({ objectType, ids }) => ({ path: `${BASE}/merge`, body: { objectType, ids } })),
  crosswalk: refused(({ objectType }) => ({ path: `${BASE}/crosswalk?objectType=${objectType}` })),
  startJob: refused(({ objectType }) => ({ path: `${BASE}/jobs`, body: { objectType } })),
  jobs: filtered(`${BASE}/jobs`),
  jobPairs: refused(({ job }) => ({ path: `${BASE}/jobs/${job}/pairs` })),
  job: refused(({ job }) => ({ path: `${BASE}/jobs/${job}` })),
  cancelJob: refused(({ job }) => ({ path: `${BASE}/jobs/${job}/cancel` })),
  undoJob: refused(({ job }) => ({ path: `${BASE}/jobs/${job}/undo` })),
  groups: refused(({ job }) => ({ path: `${BASE}/groups?jobId=${job}` })),
  group: refused(({ job }) => ({ path: `${BASE}/groups/${job}.1` })),
  events: filtered(`${BASE}/events?after=0-0&follow=false`),
  activity: filtered(`${BASE}/activity`),
  sendFile: { of: () => ({ path: `${BASE}/files?name=any.csv`, body: 'Vorname,Nachname,Firma\nAda,Lovelace,Any\n' }) },
  files: filtered(`${BASE}/files`),
  file: refused(({ file }) => ({ path: `${BASE}/files/${file}` })),
  inspectFile: refused(({ file, objectType }) => ({ path: `${BASE}/files/${file}/inspect`, body: { objectType } })),
  runFile: refused(({ file, objectType }) => ({
    path: `${BASE}/files/${file}/run`,
    body: { action: 'dryRun', objectType, mapping: [{ field: 'LastName', positions: [1] }] },
  })),
  undoFile: refused(({ file }) => ({ path: `${BASE}/files/${file}/undo` })),
  fileChanges: refused(({ file }) => ({ path: `${BASE}/files/${file}/changes` })),
  cancelFile: refused(({ file }) => ({ path: `${BASE}/files/${file}/cancel` })),
  deleteFile: refused(({ file }) => ({ path: `${BASE}/files/${file}` })),
  fileRejects: refused(({ file }) => ({ path: `${BASE}/files/${file}/results/rejects.csv` })),
  fileResult: refused(({ file }) => ({ path: `${BASE}/files/${file}/results/clean.csv` })),
  uploads: at(`${BASE}/uploads`),
  deleteUpload: { of: ({ file }) => ({ path: `${BASE}/uploads/${file}` }) },
  scenarios: filtered(`${BASE}/scenarios`),
  proposals: filtered(`${BASE}/scenarios/proposals`),
  scenarioDefinitions: filtered(`${BASE}/scenarios/definitions`),
  scenarioDefinition: refused((of) => ({ path: definition(of) })),
  query: refused(({ objectType }) => ({ path: `${BASE}/query?objectType=${objectType}` })),
  fieldValues: {
    of: ({ objectType }) => ({ path: `${BASE}/field-values?objectType=${objectType}&fields=Id` }),
    others: 'unknown',
  },
  objects: filtered(DATA),
  soqlQuery: queried(({ objectType }) => `query?q=${encodeURIComponent(select(objectType))}`),
  soqlQueryAll: queried(({ objectType }) => `queryAll?q=${encodeURIComponent(select(objectType))}`),
  soqlQueryMore: queried((filled) => `query/${filled.locator}`),
  soqlQueryAllMore: queried((filled) => `queryAll/${filled.locator}`),
  startQueryJob: {
    of: ({ objectType }) => ({
      path: `${PLATFORM}/jobs/query`,
      body: { operation: 'query', query: select(objectType) },
    }),
    others: 'unknown',
  },
  readQueryJob: queried((filled) => `jobs/query/${filled.queryJob}`),
  abortQueryJob: at(`${PLATFORM}/jobs/query/750000000000001AAA`),
  deleteQueryJob: at(`${PLATFORM}/jobs/query/750000000000001AAA`),
  queryJobResults: queried((filled) => `jobs/query/${filled.queryJob}/results`),
  limits: at(`${PLATFORM}/limits`),
  updatedRecords: refused(({ objectType }) => ({ path: `${DATA}/${objectType}/updated?${SPAN}` })),
  deletedRecords: refused(({ objectType }) => ({ path: `${DATA}/${objectType}/deleted?${SPAN}` })),
  recordCounts: filtered(`${PLATFORM}/limits/recordCount`),
  objectBasics: refused(({ objectType }) => ({ path: `${DATA}/${objectType}` })),
  describe: refused(({ objectType }) => ({ path: `${DATA}/${objectType}/describe` })),
  readRecord: refused(({ objectType, ids }) => ({ path: `${DATA}/${objectType}/${ids[0]}` })),
  deleteRecord: refused(({ objectType, ids }) => ({ path: `${DATA}/${objectType}/${ids[0]}` })),
  createRecord: refused(({ objectType }) => ({
    path: `${DATA}/${objectType}`,
    body: { LastName: 'New', Company: 'Any' },
  })),
  updateRecord: refused(({ objectType, ids }) => ({ path: `${DATA}/${objectType}/${ids[0]}`, body: { Title: 'Dr.' } })),
  readByExternalId: refused(({ objectType, ids }) => ({ path: `${DATA}/${objectType}/Id/${ids[0]}` })),
  upsertByExternalId: refused(({ objectType, ids }) => ({
    path: `${DATA}/${objectType}/Id/${ids[0]}`,
    body: { Title: 'Dr.' },
  })),
  deleteByExternalId: refused(({ objectType, ids }) => ({ path: `${DATA}/${objectType}/Id/${ids[0]}` })),
  composite: {
    of: ({ objectType }) => ({
      path: `${PLATFORM}/composite`,
      body: { compositeRequest: [{ method: 'GET', url: `${DATA}/${objectType}/describe`, referenceId: 'one' }] },
    }),
    others: 'filtered',
  },
  compositeBatch: {
    of: ({ objectType }) => ({
      path: `${PLATFORM}/composite/batch`,
      body: { batchRequests: [{ method: 'GET', url: `v60.0/sobjects/${objectType}/describe` }] },
    }),
    others: 'filtered',
  },
  createRecords: refused(({ objectType }) => ({
    path: COLLECTIONS,
    body: { records: [{ attributes: { type: objectType }, LastName: 'New', Company: 'Any' }] },
  })),
  updateRecords: refused(({ objectType, ids }) => ({
    path: COLLECTIONS,
    body: { records: [{ attributes: { type: objectType }, id: ids[0], Title: 'Dr.' }] },
  })),
  deleteRecords: { of: ({ ids }) => ({ path: `${COLLECTIONS}?ids=${ids[0]}` }), others: 'filtered' },
  upsertRecords: refused(({ objectType, ids }) => ({
    path: `${COLLECTIONS}/${objectType}/Id`,
    body: { records: [{ attributes: { type: objectType }, Id: ids[0], Title: 'Dr.' }] },
  })),
  readRecords: refused(({ objectType, ids }) => ({ path: `${COLLECTIONS}/${objectType}?ids=${ids[0]}&fields=Id` })),
  readRecordsPosted: refused(({ objectType, ids }) => ({
    path: `${COLLECTIONS}/${objectType}`,
    body: { ids: [ids[0]], fields: ['Id'] },
  })),
  records: refused(({ objectType }) => ({ path: `${BASE}/records?objectType=${objectType}` })),
  versions: at('/services/data'),
  resources: at('/services/data/v60.0'),
  history: refused(({ ids }) => ({ path: `${BASE}/history/${ids[0]}` })),
  undo: refused(({ change }) => ({ path: `${BASE}/undo/${change}` })),
  everythingHeld: at(`${BASE}/held/Lead/00QAAAA00000000AAA`),
  erase: at(`${BASE}/held/Lead/00QAAAA00000000AAA`),
  reloadConfiguration: at(`${BASE}/configuration/reload`),
  clients: at(`${BASE}/clients`),
  addClient: { of: () => ({ path: `${BASE}/clients`, body: { name: 'Another', scopes: ['admin'] } }) },
  changeClient: { of: () => ({ path: `${BASE}/clients/${NOBODY}`, body: { scopes: ['read'] } }) },
  rotateClientSecret: { of: () => ({ path: `${BASE}/clients/${NOBODY}/secret`, body: {} }) },
  revokeClient: at(`${BASE}/clients/${NOBODY}`),
  signInSettings: at(`${BASE}/signIn`),
  auditEntries: at(`${BASE}/auditEntries`),
  webhooks: at(`${BASE}/webhooks`),
  deadLetters: at(`${BASE}/webhooks/warehouse/deadLetters`),
  reviveDeadLetters: { of: () => ({ path: `${BASE}/webhooks/warehouse/deadLetters`, body: { action: 'discard' } }) },
  testWebhook: at(`${BASE}/webhooks/warehouse/test`),
  acceptProposal: refused(({ proposal }) => ({ path: `${BASE}/scenarios/accept`, body: { id: proposal } })),
  discardProposal: refused(({ proposal }) => ({ path: `${BASE}/scenarios/discard`, body: { id: proposal } })),
  previewScenario: refused((of) => ({ path: `${BASE}/scenarios/preview`, body: { scenario: scenarioOf(of) } })),
  saveScenario: refused((of) => ({ path: definition(of), body: { scenario: scenarioOf(of), version: 'any' } })),
  removeScenario: refused((of) => ({ path: `${definition(of)}?version=any` })),
  scenarioVersions: refused((of) => ({ path: `${definition(of)}/versions` })),
  revertScenario: refused((of) => ({ path: `${definition(of)}/revert`, body: { number: 1, version: 'any' } })),
  settings: at(`${BASE}/settings/filters`),
  previewSurvivorship: { of: () => ({ path: `${BASE}/settings/survivorship/Lead/preview`, body: { value: null } }) },
  saveSetting: { of: () => ({ path: `${BASE}/settings/lists/titles`, body: { value: 'Dr', version: 'any' } }) },
  removeSetting: at(`${BASE}/settings/lists/titles?version=any`),
  settingVersions: at(`${BASE}/settings/lists/titles/versions`),
  revertSetting: { of: () => ({ path: `${BASE}/settings/lists/titles/revert`, body: { number: 1, version: null } }) },
  soslSearch: queried(({ objectType }) => `search?q=${encodeURIComponent(`FIND {doe} RETURNING ${objectType}`)}`),
  parameterizedSearch: queried(({ objectType }) => `parameterizedSearch?q=doe&sobject=${objectType}`),
  parameterizedSearchPosted: {
    of: ({ objectType }) => ({
      path: `${PLATFORM}/parameterizedSearch`,
      body: { q: 'doe', sobjects: [{ name: objectType }] },
    }),
    others: 'unknown',
  },
  tree: {
    of: ({ objectType }) => ({
      path: `${PLATFORM}/composite/tree/${objectType}`,
      body: { records: [{ attributes: { type: objectType, referenceId: 'a' }, LastName: 'X', Company: 'Y' }] },
    }),
    others: 'refused',
  },
  startIngestJob: {
    of: ({ objectType }) => ({ path: INGEST, body: { object: objectType, operation: 'insert' } }),
    others: 'refused',
  },
  ingestJobs: filtered(INGEST),
  readIngestJob: ingest(''),
  changeIngestJob: { ...ingest(''), of: (filled) => ({ ...ingest('').of(filled), body: { state: 'Aborted' } }) },
  deleteIngestJob: ingest(''),
  sendIngestJob: ingest('/batches'),
  successfulResults: ingest('/successfulResults'),
  failedResults: ingest('/failedResults'),
  unprocessedRecords: ingest('/unprocessedrecords'),
  postForm: at('/services/forms/none-of-these-keys'),
  webToLead: at('/servlet/servlet.WebToLead'),
  receiveHook: at('/services/hooks/none'),
  token: at('/services/oauth2/token'),
  authorize: at('/services/oauth2/authorize'),
  authorizeAnswer: at('/services/oauth2/authorize'),
  authorizationServer: at('/.well-known/oauth-authorization-server'),
  protectedResource: at('/.well-known/oauth-protected-resource/mcp'),
  registerApp: at('/services/oauth2/register'),
  introspect: at('/services/oauth2/introspect'),
  revoke: at('/services/oauth2/revoke'),
  loginProviders: at('/services/oauth2/providers'),
  startProviderLogin: at('/services/oauth2/login'),
  finishProviderLogin: at('/services/oauth2/callback'),
  openSession: at('/services/oauth2/session'),
  readSession: at('/services/oauth2/session'),
  endSession: at('/services/oauth2/session'),
  userInfo: at('/services/oauth2/userinfo'),
  userInfoPosted: at('/services/oauth2/userinfo'),
  identity: at('/id/00DLK0000000001AAA/005LK0000000001AAA'),
  healthz: at('/healthz'),
  readyz: at('/readyz'),
  metrics: at('/metrics'),
  openapi: at('/openapi.json'),
  postmanCollection: at('/postman.json'),
  documentation: at('/'),
  docs: at('/docs'),
  console: at('/console'),
  consoleAssets: at('/console/assets/none.js'),
  consoleView: at('/console/records'),
};
