export interface Operation {
  operationId: string;
  summary: string;
  tags?: string[];
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses: Record<string, Response>;
}
/** An answer as OpenAPI describes it. */
export interface Response {
  description: string;
  content?: Record<string, { schema: object; example?: unknown }>;
  headers?: object;
  links?: object;
}
export type Paths = Record<string, Record<string, Operation>>;

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const content = (name: string, type = 'application/json'): NonNullable<Response['content']> => ({
  [type]: { schema: schema(name) },
});
const body = (name: string, example: unknown, type = 'application/json') => ({
  required: true,
  content: { [type]: { schema: schema(name), example } },
});
const answer = (description: string, name: string) => ({ description, content: content(name) });
const text = (description: string, type: string) => ({
  description,
  content: { [type]: { schema: { type: 'string' } } },
});
const parameter = (name: string, where: 'path' | 'query' | 'header', description: string, type: object) => ({
  name,
  in: where,
  description,
  required: where === 'path',
  schema: type,
});

const REFUSALS: readonly [status: string, description: string][] = [
  [
    '400',
    'JSON_PARSER_ERROR, INVALID_TYPE, INVALID_FIELD, INVALID_FILTER, INVALID_QUERY_PARAMETER: what was sent is wrong',
  ],
  ['401', 'INVALID_SESSION_ID: no valid access token'],
  ['403', 'FUNCTIONALITY_NOT_ENABLED: no valid API license; REQUEST_LIMIT_EXCEEDED: too many requests (Retry-After)'],
  ['404', 'NOT_FOUND'],
  ['405', 'METHOD_NOT_ALLOWED (Allow)'],
  [
    '409',
    'DUPLICATE_REQUEST: the same Idempotency-Key with another body; UNDO_REFUSED: later changes stand on the change, or it is undone already',
  ],
  ['413', 'REQUEST_TOO_LARGE'],
  ['415', 'UNSUPPORTED_MEDIA_TYPE'],
  ['500', 'UNKNOWN_EXCEPTION, with an error id that is in the log'],
  ['503', 'SERVER_UNAVAILABLE: the store cannot write, or there is too much to do (Retry-After); nothing was changed'],
];

function refusals(...statuses: string[]): Record<string, Response> {
  return Object.fromEntries(
    REFUSALS.filter(([status]) => statuses.includes(status)).map(([status, description]) => [
      status,
      answer(description, 'Errors'),
    ]),
  );
}

/** From what an upsert has saved to the whole of it. */
const TO_RECORD = {
  operationId: 'readRecord',
  description: 'The whole record, with what was filled in after saving',
  parameters: {
    version: 'v60.0',
    objectType: '$request.body#/input/objectType',
    recordId: '$response.body#/objectId',
  },
};

const READ = ['401', '403', '405', '500', '503'];
const POSTED = [...READ, '400', '413', '415'];
const OPEN: Record<string, string[]>[] = [];

/** @param base `/services/<platform_rest_segment>/<product_segment>` */
export function openApiPaths(base: string): Paths {
  return {
    ...duplicatePaths(base),
    ...historyPaths(base),
    ...configurationPaths(base),
    ...recordPaths(),
    ...openPaths(),
  };
}

function duplicatePaths(base: string): Paths {
  return {
    [`${base}/dc3DataApi`]: {
      post: {
        operationId: 'upsert',
        summary: 'Create or update a record, with duplicate detection, and its related records',
        parameters: [
          parameter('Idempotency-Key', 'header', 'A repeat within 24 hours gets the first answer', {
            type: 'string',
            minLength: 1,
            maxLength: 255,
          }),
        ],
        requestBody: body('UpsertRequest', {
          input: {
            duplicateCheck: true,
            duplicateScore: 75,
            objectType: 'Lead',
            objectData: {
              LastName: 'Doe',
              FirstName: 'Jenniffer',
              Company: 'Example Ltd',
              Email: 'jenniffer@example.com',
            },
          },
        }),
        responses: {
          '200': {
            ...answer('Created, updated, or failed (isSuccess false)', 'UpsertDataOutput'),
            links: { record: TO_RECORD },
          },
          ...refusals(...POSTED, '409'),
        },
      },
    },
    [`${base}/dc3Api/search`]: {
      post: {
        operationId: 'search',
        summary: 'Find records that may be duplicates of the submitted values',
        requestBody: body('SearchInput', { objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } }),
        responses: {
          '200': {
            ...answer('Matches by object prefix, best first', 'SearchOutput'),
            headers: {
              'Likeness-Incomplete': {
                description: 'Present when a guard against hostile data cut the search short',
                schema: { type: 'string' },
              },
            },
          },
          ...refusals(...POSTED),
        },
      },
    },
    [`${base}/dc3Api/explain`]: {
      post: {
        operationId: 'explain',
        summary: 'Take the scores of one pair apart: per scenario and field',
        requestBody: body('ExplainInput', {
          objectPrefix: '00Q',
          objectData: { FirstName: 'Jenniffer', LastName: 'Doe' },
          otherData: { FirstName: 'Jennifer', LastName: 'Doe' },
        }),
        responses: { '200': answer('The explanation', 'Explanation'), ...refusals(...POSTED, '404') },
      },
    },
    [`${base}/suspectedPairs`]: {
      get: {
        operationId: 'suspectedPairs',
        summary: 'Records that were created although they resembled others, newest first',
        parameters: [
          parameter('objectType', 'query', 'Only pairs of this object', {
            type: 'string',
            minLength: 1,
            maxLength: 80,
          }),
          ...paging('Pairs'),
        ],
        responses: { '200': answer('One page', 'SuspectedPairs'), ...refusals(...READ, '400') },
      },
    },
    [`${base}/records`]: {
      get: {
        operationId: 'records',
        summary: 'All records of an object in Id order, a JSON object a line, streamed',
        parameters: [
          {
            ...parameter('objectType', 'query', 'API name of the object', {
              type: 'string',
              minLength: 1,
              maxLength: 80,
            }),
            required: true,
          },
        ],
        responses: {
          '200': text('Records with all readable fields', 'application/x-ndjson'),
          ...refusals(...READ, '400', '404'),
        },
      },
    },
    [`${base}/scenarios`]: {
      get: {
        operationId: 'scenarios',
        summary: 'The duplicate scenarios and their Ids',
        responses: { '200': answer('All enabled scenarios', 'Scenarios'), ...refusals(...READ) },
      },
    },
  };
}

const paging = (what: string) => [
  parameter('pageSize', 'query', `${what} on a page`, { type: 'integer', minimum: 1, maximum: 1000, default: 50 }),
  parameter('page', 'query', 'Which page', { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 }),
];

function configurationPaths(base: string): Paths {
  const jobId = { jobId: '707LK0000000001AAA' };
  const status = (operationId: string, summary: string) => ({
    post: {
      operationId,
      summary,
      requestBody: body('JobInput', jobId),
      responses: { '200': answer('How it went; ok false: there is no such job', 'JobStatus'), ...refusals(...POSTED) },
    },
  });
  const admin = `${base}/dc3Api/admin`;
  return {
    [`${admin}/export-config`]: {
      post: {
        operationId: 'exportConfiguration',
        summary: "Submit an export of the configuration, in the product's form; a body is not needed",
        responses: { '200': answer('The job', 'SubmittedJob'), ...refusals(...READ) },
      },
    },
    [`${admin}/export-config-job-stat`]: status('exportConfigurationStatus', 'How an export went'),
    [`${admin}/export-config-download`]: {
      post: {
        operationId: 'downloadConfiguration',
        summary: 'The export, a JSON text in a JSON string',
        requestBody: body('JobInput', jobId),
        responses: {
          '200': answer('The export; an object with ok false: there is no such job', 'DownloadedConfiguration'),
          ...refusals(...POSTED),
        },
      },
    },
    [`${admin}/import-config`]: {
      post: {
        operationId: 'importConfiguration',
        summary: 'Import an export into the configuration folder, whole or not at all',
        description: 'It takes effect at the next start of the service. ok false: nothing was imported.',
        requestBody: body('ConfigurationExport', {
          objects: [
            {
              objectName: 'Lead',
              objectPrefix: '00Q',
              scenarios: [
                {
                  name: 'By Mail',
                  threshold: 75,
                  onApi: true,
                  onDataApi: true,
                  fields: [{ field: 'Email', matchMethod: 'EMAIL', weight: 50 }],
                },
              ],
            },
          ],
        }),
        responses: { '200': answer('The job, which has ended', 'SubmittedJob'), ...refusals(...POSTED) },
      },
    },
    [`${admin}/import-config-job-stat`]: status('importConfigurationStatus', 'How an import went'),
    [`${admin}/refresh-license`]: {
      post: {
        operationId: 'refreshLicense',
        summary: 'Nothing to do: licences are always current; a body is not needed',
        responses: { '200': answer('Done', 'Refreshed'), ...refusals(...READ) },
      },
    },
  };
}

function historyPaths(base: string): Paths {
  return {
    [`${base}/history/{recordId}`]: {
      get: {
        operationId: 'history',
        summary: 'The changes of a record, newest first; also of a deleted one',
        parameters: [
          parameter('recordId', 'path', 'Id of 15 or 18 characters', { type: 'string' }),
          ...paging('Changes'),
        ],
        responses: { '200': answer('One page', 'History'), ...refusals(...READ, '400', '404') },
      },
    },
    [`${base}/undo/{changeId}`]: {
      post: {
        operationId: 'undo',
        summary: 'Take a change back; that is a change itself',
        parameters: [parameter('changeId', 'path', 'Id of the change', { type: 'string' })],
        responses: { '200': answer('The change that undid it', 'Change'), ...refusals(...READ, '404', '409') },
      },
    },
  };
}

function recordPaths(): Paths {
  const version = parameter('version', 'path', 'Any version', {
    type: 'string',
    pattern: String.raw`^v\d{1,3}\.\d$`,
  });
  const objectType = parameter('objectType', 'path', 'Object type', {
    type: 'string',
    pattern: '^[A-Za-z][A-Za-z0-9_]{0,79}$',
  });
  const parameters = [
    version,
    objectType,
    parameter('recordId', 'path', 'Id of 15 or 18 characters', { type: 'string' }),
  ];
  return {
    '/services/data/{version}/sobjects/{objectType}/{recordId}': {
      get: {
        operationId: 'readRecord',
        summary: 'The whole stored record, or some of its fields',
        parameters: [
          ...parameters,
          parameter('fields', 'query', 'Names of fields, separated by commas; absent: all', {
            type: 'string',
            minLength: 1,
          }),
        ],
        responses: { '200': answer('The record', 'StoredRecord'), ...refusals(...READ, '400', '404') },
      },
      delete: {
        operationId: 'deleteRecord',
        summary: 'Delete a record everywhere',
        parameters,
        responses: { '204': { description: 'Gone' }, ...refusals(...READ, '404') },
      },
    },
    '/services/data/{version}/sobjects': {
      get: {
        operationId: 'objects',
        summary: 'The objects that are configured',
        parameters: [version],
        responses: { '200': answer('A list', 'Objects'), ...refusals(...READ, '404') },
      },
    },
    '/services/data/{version}/sobjects/{objectType}/describe': {
      get: {
        operationId: 'describe',
        summary: 'An object and its fields',
        parameters: [version, objectType],
        responses: { '200': answer('The description', 'ObjectDescription'), ...refusals(...READ, '404') },
      },
    },
    '/services/data': {
      get: {
        operationId: 'versions',
        summary: 'The API version that answers carry',
        security: OPEN,
        responses: { '200': answer('A list of one', 'Versions'), ...refusals('405') },
      },
    },
    '/services/data/{version}': {
      get: {
        operationId: 'resources',
        summary: 'What is served at a version',
        security: OPEN,
        parameters: [version],
        responses: { '200': answer('Addresses by name', 'Resources'), ...refusals('401', '404', '405', '503') },
      },
    },
  };
}

const FORM = 'application/x-www-form-urlencoded';

function identityPaths(): Paths {
  const introspection = { token: '<access_token>', client_id: '<client_id>', client_secret: '<client_secret>' };
  const userInfo = {
    summary: 'The client behind the token; needs no licence',
    responses: { '200': answer('As a user of the platform', 'UserInfo'), ...refusals('401', '405', '500', '503') },
  };
  return {
    '/services/oauth2/introspect': {
      post: {
        operationId: 'introspect',
        summary: 'Whether a token of this client counts, and for what; with the scope admin, of any client',
        security: [{}, { basic: [] }],
        requestBody: body('TokenForm', introspection, FORM),
        responses: {
          '200': answer('What the token says', 'Introspection'),
          '400': answer('Refused', 'TokenError'),
          '401': answer('The client did not prove who it is', 'TokenError'),
          '429': answer('Too many failed logins (Retry-After)', 'TokenError'),
          ...refusals('405', '500', '503'),
        },
      },
    },
    '/services/oauth2/revoke': {
      post: {
        operationId: 'revoke',
        summary: 'End an access token at once; the same answer for one that does not count',
        security: OPEN,
        requestBody: body('TokenForm', { token: '<access_token>' }, FORM),
        responses: {
          '200': { description: 'The token does not count any more' },
          '400': answer('Refused', 'TokenError'),
          '429': answer('Too many failed logins (Retry-After)', 'TokenError'),
          ...refusals('405', '500', '503'),
        },
      },
    },
    '/services/oauth2/userinfo': {
      get: { operationId: 'userInfo', ...userInfo },
      post: { operationId: 'userInfoPosted', ...userInfo },
    },
    '/id/{organizationId}/{userId}': {
      get: {
        operationId: 'identity',
        summary: "The identity that the token endpoint's answer names, for that client; needs no licence",
        parameters: [
          parameter('organizationId', 'path', 'Id of 15 or 18 characters', { type: 'string' }),
          parameter('userId', 'path', 'Id of 15 or 18 characters', { type: 'string' }),
        ],
        responses: {
          '200': answer('The identity', 'Identity'),
          ...refusals('401', '404', '405', '500', '503'),
        },
      },
    },
  };
}

function openPaths(): Paths {
  return {
    ...identityPaths(),
    '/services/oauth2/token': {
      post: {
        operationId: 'token',
        summary: 'An access token for a registered client, valid for two hours',
        security: [{}, { basic: [] }],
        requestBody: body(
          'TokenRequest',
          { grant_type: 'client_credentials', client_id: '<client_id>', client_secret: '<client_secret>' },
          FORM,
        ),
        responses: {
          '200': answer('The token', 'TokenResponse'),
          '400': answer('Refused', 'TokenError'),
          '429': answer('Too many tokens, or too many failed logins (Retry-After)', 'TokenError'),
          ...refusals('405', '500', '503'),
        },
      },
    },
    '/healthz': health('healthz', 'Whether the process answers'),
    '/readyz': health('readyz', 'Whether the service can be sent requests', {
      '503': answer('The service is stopping', 'Health'),
    }),
    '/metrics': {
      get: {
        operationId: 'metrics',
        summary:
          'Metrics for Prometheus, for clients with the scope admin; without a token on a port of their own, where one is configured',
        responses: { '200': text('Metrics', 'text/plain'), ...refusals(...READ) },
      },
    },
    '/openapi.json': {
      get: {
        operationId: 'openapi',
        summary: 'This document',
        security: OPEN,
        responses: {
          '200': { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } },
          ...refusals('405'),
        },
      },
    },
    '/': page('documentation', 'The documentation page'),
    '/docs': page('docs', 'The same page'),
  };
}

function health(operationId: string, summary: string, further = {}): Record<string, Operation> {
  const answering = answer('Answering; read-only when the store cannot write', 'Health');
  const responses = { '200': answering, ...further, ...refusals('405') };
  return { get: { operationId, summary, security: OPEN, responses } };
}

function page(operationId: string, summary: string): Record<string, Operation> {
  return {
    get: {
      operationId,
      summary,
      security: OPEN,
      responses: { '200': text('A page', 'text/html'), ...refusals('405') },
    },
  };
}
