import { describe, expect, it } from 'vitest';
import { revokeClient, setLicence } from '../../src/service/auth/client-store.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { StoreUnavailableError } from '../../src/store/store-errors.js';
import { lead, SEARCH, TOKEN, UPSERT, type Reply, serveForAll, serveForTest } from './serve.js';

function refused(reply: Reply, status: number, errorCode: string): string {
  expect(reply.headers.get('content-type')).toBe('application/json;charset=UTF-8');
  expect({ status: reply.status, errorCode: reply.error.errorCode }).toEqual({ status, errorCode });
  for (const error of reply.errors) {
    expect(Object.keys(error)).toEqual(['message', 'errorCode', 'fields']);
    expect(error.fields).toBeInstanceOf(Array);
  }
  return reply.error.message;
}

describe('status codes and errors', () => {
  const served = serveForAll({ settings: { bodyLimit: 100_000 } });

  const search = { objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } };

  describe('no, malformed or foreign token: 401 INVALID_SESSION_ID', () => {
    it.each([
      ['none', undefined],
      ['malformed', 'Bearer abc'],
      ['another scheme', 'Basic YTpi'],
    ])('%s', async (_name, authorization) => {
      const message = refused(await served.post(SEARCH, search, { authorization }), 401, 'INVALID_SESSION_ID');
      expect(message).toBe('Session expired or invalid');
    });

    it('foreign: of another installation', async () => {
      const other = await serveForTest();
      refused(await served.post(SEARCH, search, { authorization: `Bearer ${other.token}` }), 401, 'INVALID_SESSION_ID');
    });
  });

  describe('valid token, no valid API licence: 403 FUNCTIONALITY_NOT_ENABLED', () => {
    it('says why this one does not count: expired', async () => {
      const { client_id } = served.addClient({ licence: { state: 'valid', until: '2020-02-29' } });
      const authorization = `Bearer ${served.auth.issueToken(client_id)}`;
      const message = refused(await served.post(SEARCH, search, { authorization }), 403, 'FUNCTIONALITY_NOT_ENABLED');
      expect(message).toBe('An API license is required: the license of this client expired on 2020-02-29');
    });

    it('revoking works at once, also for tokens already issued and used', async () => {
      const { client_id } = served.addClient();
      const authorization = `Bearer ${served.auth.issueToken(client_id)}`;
      expect((await served.post(SEARCH, search, { authorization })).status).toBe(200);
      setLicence(served.dataFolder, client_id, { state: 'revoked' });
      const message = refused(await served.post(SEARCH, search, { authorization }), 403, 'FUNCTIONALITY_NOT_ENABLED');
      expect(message).toContain('has been revoked');
      setLicence(served.dataFolder, client_id, { state: 'valid', until: '2999-12-31' });
      expect((await served.post(SEARCH, search, { authorization })).status).toBe(200);
      revokeClient(served.dataFolder, client_id);
      refused(await served.post(SEARCH, search, { authorization }), 401, 'INVALID_SESSION_ID');
    });

    it('is checked before the body is looked at', async () => {
      const { client_id } = served.addClient({ licence: { state: 'none' } });
      const authorization = `Bearer ${served.auth.issueToken(client_id)}`;
      const reply = await served.post(SEARCH, '{', { authorization, 'content-type': 'text/plain' });
      refused(reply, 403, 'FUNCTIONALITY_NOT_ENABLED');
    });
  });

  it('unknown path: 404 NOT_FOUND, even without a token', async () => {
    const reply = await served.call('GET', '/services/apexrest/dupcheck/other', {
      headers: { authorization: undefined },
    });
    expect(refused(reply, 404, 'NOT_FOUND')).toBe('Could not find a match for URL');
  });

  it('wrong verb: 405 METHOD_NOT_ALLOWED with Allow, before the token', async () => {
    const reply = await served.call('GET', SEARCH, { headers: { authorization: undefined } });
    expect(refused(reply, 405, 'METHOD_NOT_ALLOWED')).toBe("HTTP Method 'GET' not allowed. Allowed are POST");
    expect(reply.headers.get('allow')).toBe('POST');
    const record = await served.call('PUT', '/services/data/v60.0/sobjects/Lead/00QLK0000000001AAA');
    expect(record.headers.get('allow')).toBe('GET, HEAD, DELETE, PATCH');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', undefined])(
    'not JSON media type (%s): 415 UNSUPPORTED_MEDIA_TYPE',
    async (type) => {
      const body = new TextEncoder().encode(JSON.stringify(search));
      refused(await served.post(SEARCH, body, { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    },
  );

  it.each([
    'application/json',
    'application/json; charset=UTF-8',
    'Application/JSON;charset="utf-8"',
    'application/vnd.x+json',
  ])('JSON media type (%s): accepted', async (type) => {
    expect((await served.post(SEARCH, search, { 'content-type': type })).status).toBe(200);
  });

  it('body over the limit: 413 REQUEST_TOO_LARGE naming the limit', async () => {
    const message = refused(
      await served.post(SEARCH, { ...search, filterDeveloperName: 'x'.repeat(100_000) }),
      413,
      'REQUEST_TOO_LARGE',
    );
    expect(message).toContain('100000 bytes');
  });

  describe('broken JSON or envelope: 400 JSON_PARSER_ERROR naming the path and what was expected', () => {
    const input = { objectType: 'Lead', objectData: lead() };
    const related = { objectType: 'CampaignMember', referenceField: 'LeadId', objectData: {} };
    it.each<[string, string, unknown]>([
      ['request body: invalid JSON', UPSERT, '{"input":'],
      ['input.objectType: expected a string, got a number', UPSERT, { input: { ...input, objectType: 1 } }],
      ['input.objectData: required: expected an object', UPSERT, { input: { objectType: 'Lead' } }],
      ['input: required: expected an object', UPSERT, {}],
      ['input.alOrNone: unknown key. Known keys: allOrNone,', UPSERT, { input: { ...input, alOrNone: true } }],
      [
        'input.relatedList[2].objectData: expected an object of field names and values, got a string',
        UPSERT,
        { input: { ...input, relatedList: [related, related, { ...related, objectData: 'x' }] } },
      ],
      [
        'input.relatedList[0].referenceField: required: expected a string',
        UPSERT,
        { input: { ...input, relatedList: [{ ...related, referenceField: undefined }] } },
      ],
      ['input.duplicateScore: expected a number, got a string', UPSERT, { input: { ...input, duplicateScore: '90' } }],
      [
        'input.relatedList: expected at most 200 elements',
        UPSERT,
        { input: { ...input, relatedList: Array(201).fill(related) } },
      ],
      [
        'objectData.Name: expected a string, a number, true, false or null, got an object',
        SEARCH,
        { objectPrefix: '00Q', objectData: { Name: {} } },
      ],
      ['nested too deeply. At most 32 levels are allowed', UPSERT, `{"input":${'['.repeat(40)}${']'.repeat(40)}}`],
      ['request body: expected an object, got a list', SEARCH, []],
    ])('%s', async (expected, path, body) => {
      expect(refused(await served.post(path, body), 400, 'JSON_PARSER_ERROR')).toContain(expected);
    });

    it('names the first ten faults only', async () => {
      const scenarioIds = Array.from({ length: 500 }, () => 1);
      const reply = await served.post(SEARCH, { ...search, scenarioIds });
      refused(reply, 400, 'JSON_PARSER_ERROR');
      expect(reply.errors).toHaveLength(10);
      expect(reply.errors[9]?.message).toBe('scenarioIds[9]: expected a string, got a number');
    });

    it('a null optional key counts as absent', async () => {
      const reply = await served.post(SEARCH, { ...search, filterDeveloperName: null, scenarioIds: null });
      expect(reply.status).toBe(200);
    });

    it('a key that occurs twice in one object is refused, in the envelope and in objectData', async () => {
      const twice = '{"objectPrefix":"00Q","objectData":{"FirstName":"a:\\"{","LastName" : "x", "FirstName" :"b"}}';
      expect(refused(await served.post(SEARCH, twice), 400, 'JSON_PARSER_ERROR')).toBe(
        'objectData.FirstName: this key is repeated in the same object',
      );
      const input = '{"input":{"objectType":"Lead","objectData":{},"relatedList":[{},{"a":1,"a":2}]}}';
      expect(refused(await served.post(UPSERT, input), 400, 'JSON_PARSER_ERROR')).toBe(
        'input.relatedList[1].a: this key is repeated in the same object',
      );
    });
  });

  it('search: filterDeveloperName "" counts as absent', async () => {
    expect((await served.post(SEARCH, { ...search, filterDeveloperName: '' })).status).toBe(200);
  });

  it('over the rate limit, where one is set: 403 REQUEST_LIMIT_EXCEEDED with Retry-After, by client', async () => {
    const limited = await serveForTest({ settings: { rateLimit: 3 } });
    for (let i = 0; i < 3; i++) expect((await limited.post(SEARCH, search)).status).toBe(200);
    const reply = await limited.post(SEARCH, search);
    refused(reply, 403, 'REQUEST_LIMIT_EXCEEDED');
    const wait = Number(reply.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    const authorization = `Bearer ${limited.auth.issueToken(limited.addClient().client_id)}`;
    expect((await limited.post(SEARCH, search, { authorization })).status).toBe(200);
  });

  it('store cannot write: 503 SERVER_UNAVAILABLE; the request left no trace, reads continue', async () => {
    const store = createMemoryStore();
    let full = false;
    const append = store.append.bind(store);
    store.append = (commit) =>
      full ? Promise.reject(new StoreUnavailableError('no space left on device')) : append(commit);
    const limited = await serveForTest({ store });
    const upsert = (LastName: string) =>
      limited.post(UPSERT, { input: { objectType: 'Lead', objectData: lead({ LastName }) } });
    expect((await upsert('Kept')).body.isCreated).toBe(true);
    full = true;
    refused(await upsert('Lost'), 503, 'SERVER_UNAVAILABLE');
    const found = await limited.post(SEARCH, search);
    expect(found.body['00Q'].map((one) => one.objectData['LastName'])).toEqual(['Kept']);
  });

  it('anything unforeseen: 500 UNKNOWN_EXCEPTION with an error id that is in the log, never a stack trace', async () => {
    const broken = await serveForTest({
      wrap: (likeness) => {
        likeness.search = () => Promise.reject(new TypeError('cannot read Jenniffer'));
        return likeness;
      },
    });
    const reply = await broken.post(SEARCH, search);
    const message = refused(reply, 500, 'UNKNOWN_EXCEPTION');
    const errorId = /[0-9a-f-]{36}$/.exec(message)![0];
    expect(reply.text).not.toContain('TypeError');
    expect(reply.text).not.toContain('    at ');
    const line = broken.log.find((one) => one.includes(errorId))!;
    expect(line).toContain('TypeError');
    expect(line).not.toContain('Jenniffer');
  });

  it('checks run in the order path, verb, token, licence, media type, size, JSON, envelope', async () => {
    const unlicensed = `Bearer ${served.auth.issueToken(served.addClient({ licence: { state: 'none' } }).client_id)}`;
    const tooLarge = '['.repeat(100_001);
    const wrong = { 'content-type': 'text/plain', authorization: 'Bearer nothing' };
    const statusOf = async (method: string, path: string, headers: object, body: string) =>
      (await served.call(method, path, { headers: { ...wrong, ...headers }, body })).status;
    const json = { 'content-type': 'application/json', authorization: `Bearer ${served.token}` };
    expect(await statusOf('PUT', '/nothing', {}, tooLarge)).toBe(404);
    expect(await statusOf('PUT', SEARCH, {}, tooLarge)).toBe(405);
    expect(await statusOf('POST', SEARCH, {}, tooLarge)).toBe(401);
    expect(await statusOf('POST', SEARCH, { authorization: unlicensed }, tooLarge)).toBe(403);
    expect(await statusOf('POST', SEARCH, { authorization: json.authorization }, tooLarge)).toBe(415);
    expect(await statusOf('POST', SEARCH, json, tooLarge)).toBe(413);
    expect((await served.post(SEARCH, '[')).error.message).toContain('invalid JSON');
    expect((await served.post(SEARCH, '[]')).error.message).toContain('expected an object');
  });

  describe('what is not an API endpoint needs neither token nor licence', () => {
    it('the token endpoint', async () => {
      const { client_id, client_secret } = served.addClient({ licence: { state: 'none' } });
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
      const reply = await served.call('POST', TOKEN, { body, headers: { authorization: undefined } });
      expect(reply.status).toBe(200);
    });
  });
});
