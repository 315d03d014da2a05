/**
 * Worked answers, by operation: one conversation about one person, so that the page and the document read on from each
 * other.
 */
const LEAD = '00QLK00000000012AA';
const MEMBER = '00vLK0000000002AAA';
const CAMPAIGN = '7015I0000004rAwQAI';
const ORGANISATION = '00DLK0036CRaaE02QJ';
const USER = '005LK003xmailDHYAY';
const CHANGE = 'change-000000000002';
const CLIENT = '64775242187a77854ca5537d9efa18bf';
const INSTANCE = 'https://likeness.example.com';
const TIME = '2026-11-22T07:18:02.643+0000';

const person = {
  LastName: 'Doe',
  FirstName: 'Jenniffer',
  Company: 'Example Ltd',
  Email: 'jenniffer@example.com',
};
const attributes = { type: 'Lead', url: `/services/data/v60.0/sobjects/Lead/${LEAD}` };
const scenarioScore = { scenarioScore: 100, scenarioName: 'Lead Default', scenarioId: 'lead-default' };
const record = { attributes, Id: LEAD, ...person, Title: null, OwnerId: USER, CreatedDate: TIME };
const change = {
  id: CHANGE,
  recordId: LEAD,
  objectType: 'Lead',
  action: 'update',
  time: '2026-11-22T07:18:02.643Z',
  clientId: CLIENT,
  requestId: 'b3f1a2c4-5d6e-4f70-8192-a3b4c5d6e7f8',
  decision: { reason: 'duplicate', scenarioId: 'lead-default', scenarioName: 'Lead Default', score: 100 },
  undoes: null,
  undoneBy: null,
  changes: { Title: { before: null, after: 'Director' } },
};
const lead = {
  name: 'Lead',
  label: 'Lead',
  keyPrefix: '00Q',
  custom: false,
  createable: true,
  updateable: true,
  deletable: true,
  queryable: false,
  retrieveable: true,
  searchable: true,
  urls: {
    describe: '/services/data/v60.0/sobjects/Lead/describe',
    rowTemplate: '/services/data/v60.0/sobjects/Lead/{ID}',
  },
};
const lastName = {
  name: 'LastName',
  label: 'Last Name',
  type: 'string',
  length: 80,
  nillable: false,
  defaultedOnCreate: false,
  createable: true,
  updateable: true,
  custom: false,
  calculated: false,
  calculatedFormula: null,
  autoNumber: false,
  externalId: false,
  referenceTo: [],
  relationshipName: null,
  restrictedPicklist: false,
  picklistValues: [],
};
const urls = {
  rest: `${INSTANCE}/services/data/v{version}/`,
  sobjects: `${INSTANCE}/services/data/v{version}/sobjects/`,
  query: `${INSTANCE}/services/data/v{version}/query/`,
  profile: `${INSTANCE}/${USER}`,
  custom_domain: INSTANCE,
};
const user = {
  user_type: 'STANDARD',
  language: 'en_US',
  locale: 'en_US',
  utcOffset: 0,
  is_app_installed: true,
  active: true,
};
const userInfo = {
  sub: `${INSTANCE}/id/${ORGANISATION}/${USER}`,
  user_id: USER,
  organization_id: ORGANISATION,
  preferred_username: 'web-forms-0123abcd@likeness.invalid',
  nickname: 'web form',
  name: 'web form',
  given_name: '',
  family_name: 'web form',
  email: 'web-forms-0123abcd@likeness.invalid',
  email_verified: false,
  zoneinfo: 'GMT',
  profile: urls.profile,
  urls,
  updated_at: '2026-11-22T07:18:02.643Z',
  ...user,
};
const health = { status: 'ok', writable: true, shed: 0 };
const submitted = { ok: true, jobId: '707LK0000000001AAA', errorMessage: null };
const completedJob = {
  ok: true,
  jobInfo: { Status: 'Completed', ExtendedStatus: 'The export can be downloaded' },
  errorMessage: null,
};
const page = '<!doctype html><html lang="en">...</html>';

/** By operation: what it answers with when all is well. */
export const ANSWER_EXAMPLES: Readonly<Record<string, unknown>> = {
  upsert: {
    isSuccess: true,
    isCreated: true,
    errorMessage: null,
    objectId: LEAD,
    objectData: { ...person, Id: LEAD },
    relatedList: [
      {
        isSuccess: true,
        isCreated: true,
        errorMessage: null,
        objectId: MEMBER,
        objectData: { CampaignId: CAMPAIGN, LeadId: LEAD, Id: MEMBER },
        relatedList: [],
      },
    ],
  },
  search: { '00Q': [{ score: 100, scenarioScores: [scenarioScore], objectData: { attributes, Id: LEAD, ...person } }] },
  explain: {
    score: 90,
    scenarios: [
      {
        scenarioId: 'lead-default',
        scenarioName: 'Lead Default',
        score: 90,
        threshold: 75,
        isDuplicate: true,
        fields: [
          {
            field: 'FirstName',
            method: 'personName',
            searched: 'Jenniffer',
            stored: 'Jennifer',
            similarity: 0.8,
            weight: 20,
            counted: true,
            contribution: 40,
          },
          {
            field: 'LastName',
            method: 'personName',
            searched: 'Doe',
            stored: 'Doe',
            similarity: 1,
            weight: 20,
            counted: true,
            contribution: 50,
          },
        ],
      },
    ],
  },
  suspectedPairs: {
    totalSize: 1,
    page: 1,
    records: [
      {
        id: 'pair-000000000001',
        objectType: 'Lead',
        createdId: '00QLK00000000022AA',
        matchedId: LEAD,
        score: 82,
        scenarioScores: [{ ...scenarioScore, scenarioScore: 82 }],
        time: '2026-11-22T07:18:02.643Z',
      },
    ],
  },
  records: `${JSON.stringify(record)}\n`,
  scenarios: [
    {
      id: 'lead-default',
      name: 'Lead Default',
      object: 'Lead',
      threshold: 75,
      usage: ['restSearch', 'restUpsert'],
      minimumEvidence: 0.4,
      fields: [{ field: 'Email', method: 'email', weight: 50, blank: 'mismatch' }],
    },
  ],
  history: { totalSize: 2, page: 1, records: [change] },
  undo: {
    ...change,
    id: 'change-000000000003',
    decision: { reason: 'undo' },
    undoes: CHANGE,
    changes: { Title: { before: 'Director', after: null } },
  },
  readRecord: record,
  objects: { encoding: 'UTF-8', maxBatchSize: 200, sobjects: [lead] },
  describe: { ...lead, fields: [lastName] },
  versions: [{ label: 'Likeness 60.0', url: '/services/data/v60.0', version: '60.0' }],
  resources: { sobjects: '/services/data/v60.0/sobjects' },
  token: {
    access_token: '<access_token>',
    token_type: 'Bearer',
    instance_url: INSTANCE,
    id: `${INSTANCE}/id/${ORGANISATION}/${USER}`,
    issued_at: '1795331882643',
    signature: 'm3q0Rk6n0b1sJ5o2uT7yFh8wXg4cVd9eLz0aQp1sBtY=',
    scope: 'search upsert read',
  },
  introspect: { active: false },
  userInfo,
  userInfoPosted: userInfo,
  identity: {
    id: `${INSTANCE}/id/${ORGANISATION}/${USER}`,
    asserted_user: true,
    user_id: USER,
    organization_id: ORGANISATION,
    username: 'web-forms-0123abcd@likeness.invalid',
    nick_name: 'web form',
    display_name: 'web form',
    email: 'web-forms-0123abcd@likeness.invalid',
    email_verified: false,
    first_name: null,
    last_name: 'web form',
    timezone: 'GMT',
    photos: { picture: '', thumbnail: '' },
    urls,
    last_modified_date: '2026-11-22T07:18:02.643Z',
    ...user,
  },
  exportConfiguration: submitted,
  exportConfigurationStatus: completedJob,
  downloadConfiguration: '{"objects":[]}',
  importConfiguration: submitted,
  importConfigurationStatus: completedJob,
  refreshLicense: { ok: true, errorMessage: null },
  healthz: health,
  readyz: health,
  metrics: 'likeness_store_records 1\n',
  openapi: { openapi: '3.1.0' },
  documentation: page,
  docs: page,
};

/** By status: what a refusal looks like. */
export const REFUSAL_EXAMPLES: Readonly<Record<string, readonly [errorCode: string, message: string]>> = {
  '400': ['INVALID_FIELD', "No such column 'Emial' on entity 'Lead'. Did you mean 'Email'?"],
  '401': ['INVALID_SESSION_ID', 'Session expired or invalid'],
  '403': ['FUNCTIONALITY_NOT_ENABLED', 'An API license is required: this client has none'],
  '404': ['NOT_FOUND', 'The requested resource does not exist'],
  '405': ['METHOD_NOT_ALLOWED', "HTTP Method 'PUT' not allowed. Allowed are POST"],
  '409': ['DUPLICATE_REQUEST', 'The same Idempotency-Key came with another body'],
  '413': ['REQUEST_TOO_LARGE', 'The request body is larger than the limit of 6291456 bytes'],
  '415': ['UNSUPPORTED_MEDIA_TYPE', "Content-Type: expected application/json, got 'text/plain'"],
  '500': ['UNKNOWN_EXCEPTION', 'An unexpected error occurred. Please include this error id if you report it: ...'],
  '503': ['SERVER_UNAVAILABLE', 'The store cannot write at the moment; nothing was changed. Reading goes on.'],
};
