import { z } from 'zod';
import * as conditions from '../../records/condition/condition.js';
import * as formulas from '../../records/formula/formula-limits.js';
import { DEFAULT_ANSWER_BOUNDS, type AnswerBounds } from '../remembered-answers.js';

const limit = (usual: number, most: number, meaning: string) => ({ usual, most, meaning });
const count = (usual: number, meaning: string) => limit(usual, 1_000_000, meaning);
const seconds = (usual: number, meaning: string) => limit(usual, 3_600, meaning);

/** Maximum number of changed references that undoing a merge looks up. Cannot be configured. */
export const MOST_MERGED_REFERENCES = 10_000;

const fixed = (value: number, meaning: string, error: string) => ({ value, meaning, error });
const MALFORMED = '400 MALFORMED_QUERY';
const COMPLICATED = '400 QUERY_TOO_COMPLICATED';

/** Fixed limits, each with the service's response when it is exceeded. The docs and the fuzzer also use this list. */
const fixedBounds = {
  bodyRatio: fixed(
    200,
    'Decompressed size of a body, as a multiple of its compressed size (checked above one megabyte)',
    '413 REQUEST_TOO_LARGE',
  ),
  bodyDepth: fixed(32, 'Levels of objects and lists in a body', '400 JSON_PARSER_ERROR'),
  bodyNodes: fixed(50_000, 'Keys and elements of a body', '400 JSON_PARSER_ERROR'),
  objectKeys: fixed(2_000, 'Keys of one object in a body', '400 JSON_PARSER_ERROR'),
  formBytes: fixed(262_144, 'Bytes of a web form', '413 REQUEST_TOO_LARGE'),
  hookBytes: fixed(1_048_576, 'Bytes of a request to an inbound webhook', '413 REQUEST_TOO_LARGE'),
  hookRecords: fixed(200, 'Records in a request to an inbound webhook', 'Other records are omitted'),
  writtenRecords: fixed(200, 'Records in a collection or tree', '400 JSON_PARSER_ERROR'),
  treeLevels: fixed(5, 'Levels of records in a tree', '400 INVALID_INPUT'),
  readRecords: fixed(2_000, 'Ids and fields when reading a collection', '400 INVALID_QUERY_PARAMETER'),
  readBytes: fixed(16_777_216, 'Bytes of values when reading a collection', '400 EXCEEDED_ID_LIMIT'),
  compositeRequests: fixed(25, 'Requests in one composite or batch', '400 JSON_PARSER_ERROR'),
  compositeReferences: fixed(
    50_000,
    'References in a composite request',
    '413 REQUEST_TOO_LARGE for the inner request',
  ),
  compositeAnswers: fixed(
    16_777_216,
    'Total number of characters in the responses, after which the remaining requests in a composite or batch request fail',
    '413 REQUEST_TOO_LARGE for these requests',
  ),
  addressLength: fixed(16_000, 'Characters of a URL in a composite or batch', '400 JSON_PARSER_ERROR'),
  conditionLength: fixed(conditions.MAX_SOURCE_LENGTH, 'Characters of a filter', '400 INVALID_FILTER'),
  conditionDepth: fixed(conditions.MAX_DEPTH, 'Levels of parentheses and NOT in a condition', MALFORMED),
  patternLength: fixed(conditions.MAX_PATTERN, 'Characters of a LIKE pattern', '400 INVALID_FIELD'),
  formulaLength: fixed(formulas.MAX_SOURCE_LENGTH, 'Characters of a formula', 'The configuration is rejected'),
  formulaText: fixed(formulas.MAX_TEXT_LENGTH, 'Characters of a string that a formula returns', 'The field is blank'),
  formulaWork: fixed(formulas.MAX_WORK, 'Characters that one formula reads and writes', 'The field is blank'),
  queuedJobs: fixed(
    20,
    'Waiting and running jobs; one client can use at most half of those that other clients leave free',
    '409 LIMIT_EXCEEDED',
  ),
  queriesAtOnce: fixed(
    25,
    'Concurrent queries and word searches; one client can use at most half of those that other clients leave free',
    '503 REQUEST_LIMIT_EXCEEDED',
  ),
  queryBytes: fixed(
    536_870_912,
    'Bytes of running queries; one client can use at most half of those that other clients leave free',
    COMPLICATED,
  ),
  queryLength: fixed(100_000, 'Characters of a query', MALFORMED),
  queryLevels: fixed(5, 'Levels of queries within a query', MALFORMED),
  queryParts: fixed(60, 'Queries within a query, on all levels', MALFORMED),
  queriesInConditions: fixed(20, 'Queries in the conditions of a query', '400 INVALID_FIELD'),
  queryPath: fixed(5, 'Relationships of a path', '400 INVALID_FIELD'),
  queryOrder: fixed(32, 'Fields of ORDER BY', MALFORMED),
  queryGrouping: fixed(32, 'Fields of GROUP BY', MALFORMED),
  queryOffset: fixed(2_000, 'Value of OFFSET', '400 NUMBER_OUTSIDE_VALID_RANGE'),
  queryGroups: fixed(50_000, 'Groups of a query', '400 EXCEEDED_ID_LIMIT'),
  queryGroupsShown: fixed(2_000, 'Groups in the response to a query', '400 EXCEEDED_ID_LIMIT'),
  queryDistinct: fixed(1_000_000, 'Distinct values of COUNT_DISTINCT', '400 EXCEEDED_ID_LIMIT'),
  queryPage: fixed(2_000, 'Records on a page of query results', 'The page ends'),
  bulkQueryPage: fixed(50_000, 'Records on a page of query job results', 'The page ends'),
  pageBytes: fixed(16_777_216, 'Bytes of values after which a page of query results ends', 'The page ends'),
  recordBytes: fixed(
    33_554_432,
    'Bytes of values on a page of query results, including all child records of its last record',
    COMPLICATED,
  ),
  keptRunBytes: fixed(
    33_554_432,
    'Bytes of cached results of queries that have more pages',
    'The query runs again for each page',
  ),
  replicatedIds: fixed(600_000, 'Records in a response from `updated` or `deleted`', '400 EXCEEDED_ID_LIMIT'),
  countedObjects: fixed(100, 'Objects of limits/recordCount', 'Other objects are omitted'),
  searchLength: fixed(20_000, 'Characters of a word search', '400 MALFORMED_SEARCH'),
  searchWords: fixed(50, 'Words of a word search', '400 MALFORMED_SEARCH'),
  searchWord: fixed(511, 'Characters of a word in a word search', '400 MALFORMED_SEARCH'),
  searchObjects: fixed(20, 'Objects of a word search', '400 MALFORMED_SEARCH'),
  searchRecords: fixed(2_000, 'Records that a word search returns', 'Other records are omitted'),
};

export const MOST = Object.freeze(
  Object.fromEntries(Object.entries(fixedBounds).map(([name, { value }]) => [name, value])),
) as Readonly<Record<keyof typeof fixedBounds, number>>;

const bounds = {
  connections: count(4_096, 'Open connections'),
  connectionsPerAddress: count(1_024, 'Open connections from one IP address, if there is no proxy'),
  requestsPerConnection: limit(100_000, 100_000_000, 'Requests on a connection before it is closed'),
  // `dynamicThreshold` divides this limit, `writesAtOnce` and `bytesAtOnce` among the clients.
  requestsAtOnce: count(2_048, 'Concurrent requests'),
  writesAtOnce: count(1_024, 'Concurrent write requests'),
  bytesAtOnce: limit(
    128 * 1024 * 1024,
    100_000_000_000,
    'Total bytes of request bodies and of responses not yet sent; at least bodyLimit',
  ),
  rememberedAnswers: limit(
    DEFAULT_ANSWER_BOUNDS.answers,
    100_000_000,
    'Stored responses to requests with an Idempotency-Key',
  ),
  rememberedAnswersPerClient: limit(
    DEFAULT_ANSWER_BOUNDS.answersPerClient,
    100_000_000,
    'Stored responses of one client',
  ),
  rememberedBytes: limit(DEFAULT_ANSWER_BOUNDS.bytes, 100_000_000_000, 'Bytes of stored responses'),
  rememberedBytesPerClient: limit(
    DEFAULT_ANSWER_BOUNDS.bytesPerClient,
    100_000_000_000,
    'Bytes of stored responses of one client',
  ),
  mergedReferences: limit(
    500,
    MOST_MERGED_REFERENCES,
    'References that one merge or its undo changes; 500 block the service for about ten milliseconds',
  ),
  eventStreams: count(
    200,
    'Open event streams; one client can use at most half of those that other clients leave free',
  ),
  loginsAtOnce: count(256, 'Concurrent requests to the token endpoint'),
  loginsPerAddress: count(64, 'Concurrent requests to the token endpoint from one IP address'),
  tokensPerMinute: count(600, 'Access tokens per minute per client'),
  failedLogins: count(60, 'Failed logins per minute per IP address; above the limit, responses give no reason'),
  failedLoginsInTotal: count(
    3_000,
    'Failed logins per minute from all IP addresses; above the limit, responses give no reason',
  ),
  headerSeconds: seconds(10, 'Seconds for the header of a request to arrive'),
  requestSeconds: seconds(30, 'Seconds for a whole request to arrive'),
  idleSeconds: seconds(30, 'Seconds that an idle connection is kept open'),
  positionSeconds: seconds(5, 'Seconds that a request with Likeness-At-Least waits for that position'),
  lagSeconds: seconds(10, 'Seconds that a node may be behind the log before /readyz returns 503'),
  stallSeconds: seconds(60, 'Seconds without a byte before a request is aborted'),
  querySeconds: seconds(
    45,
    'Seconds before the queries of a request end with QUERY_TIMEOUT; at most three quarters of stallSeconds',
  ),
};

const BUSY = '503 SERVER_UNAVAILABLE';
const CLOSED = 'The connection is closed';
const FORGOTTEN = 'The oldest are dropped';
const LOGIN = '429 at the OAuth endpoints';
const settingErrors: Readonly<Record<keyof typeof bounds, string>> = {
  ...{ connections: BUSY, connectionsPerAddress: BUSY, requestsPerConnection: CLOSED, requestsAtOnce: BUSY },
  ...{ writesAtOnce: BUSY, bytesAtOnce: BUSY, rememberedAnswers: FORGOTTEN, rememberedAnswersPerClient: FORGOTTEN },
  ...{ rememberedBytes: FORGOTTEN, rememberedBytesPerClient: FORGOTTEN, mergedReferences: '409 LIMIT_EXCEEDED' },
  ...{ eventStreams: BUSY, loginsAtOnce: LOGIN, loginsPerAddress: LOGIN, tokensPerMinute: LOGIN },
  ...{ failedLogins: LOGIN, failedLoginsInTotal: LOGIN, headerSeconds: CLOSED, requestSeconds: CLOSED },
  ...{ idleSeconds: CLOSED, positionSeconds: BUSY, lagSeconds: '503 at /readyz', stallSeconds: CLOSED },
  querySeconds: '400 QUERY_TIMEOUT',
};

/** Limits on concurrent load. Requests above a limit are rejected immediately, not queued. */
export type Limits = Readonly<Record<keyof typeof bounds, number>>;

export const defaultLimits = mapBounds(({ usual }) => usual);

export const limitsSchema = z
  .strictObject(
    mapBounds(({ usual, most, meaning }) =>
      z
        .int()
        .min(1)
        .max(most)
        .optional()
        .describe(`${meaning}: ${usual.toLocaleString('en')} by default`),
    ),
  )
  .meta({ id: 'Limits' });

function mapBounds<T>(of: (bound: ReturnType<typeof limit>) => T): Record<keyof typeof bounds, T> {
  return Object.fromEntries(Object.entries(bounds).map(([name, bound]) => [name, of(bound)])) as Record<
    keyof typeof bounds,
    T
  >;
}

/** Replaces defaults with settings. If `bytesAtOnce` is not set, it is at least `bodyLimit`. */
export function resolveLimits(written: z.output<typeof limitsSchema>, bodyLimit: number): Limits {
  const given = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
  const limits = { ...defaultLimits, bytesAtOnce: Math.max(defaultLimits.bytesAtOnce, bodyLimit), ...given };
  // A query must be aborted, and its response sent, before the connection is closed.
  return { ...limits, querySeconds: Math.min(limits.querySeconds, limits.stallSeconds * 0.75) };
}

export interface ShownBound {
  readonly name: string;
  readonly value: number;
  readonly meaning: string;
  readonly error: string;
  /** Whether `limits` in `settings.json` can change the limit. */
  readonly isSetting: boolean;
}

export function allBounds(limits: Limits): ShownBound[] {
  const set = Object.entries(bounds).map(([name, { meaning }]) => ({
    ...{ name, meaning, value: limits[name as keyof Limits], isSetting: true },
    error: settingErrors[name as keyof Limits],
  }));
  return [...set, ...Object.entries(fixedBounds).map(([name, bound]) => ({ name, ...bound, isSetting: false }))];
}

export function answerBoundsOf(limits: Limits): AnswerBounds {
  return {
    answers: limits.rememberedAnswers,
    answersPerClient: limits.rememberedAnswersPerClient,
    bytes: limits.rememberedBytes,
    bytesPerClient: limits.rememberedBytesPerClient,
  };
}
