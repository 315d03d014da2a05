import { beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/extensions/index.js';
import { ERROR_CODES } from '../../src/records/contract/error-codes.js';
import { version } from '../../src/runtime/version.js';
import { Documented, type OpenApi } from './documented.js';
import { lead, UPSERT, type Reply, serveForAll } from './serve.js';

describe('/openapi.json', () => {
  let documented: Documented;
  let document: OpenApi;
  const served = serveForAll();
  beforeAll(async () => {
    documented = await Documented.by(served);
    document = documented.document;
  });

  function fits(reply: Reply, path: string, verb: string): void {
    expect(documented.faults(reply, path, verb)).toEqual([]);
  }

  it('every reference has its target', () => {
    const names = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!);
    expect(names.length).toBeGreaterThan(10);
    for (const name of new Set(names))
      expect(Object.keys(document.components.schemas)).toContain(name.replace('#/components/schemas/', ''));
  });

  it('is described so that generators of clients work', async () => {
    const text = JSON.stringify(document);
    const operations = Object.values(document.paths).flatMap((verbs) =>
      Object.values(verbs).map((one) => (one as unknown as { operationId: string }).operationId.toLowerCase()),
    );
    const schemas = Object.keys(document.components.schemas);
    expect(schemas.filter((name) => operations.includes(name.toLowerCase()))).toEqual([]);
    expect(new Set(schemas.map((name) => name.toLowerCase())).size).toBe(schemas.length);
    expect(document.components.schemas['SearchInput']).toMatchObject({
      properties: {
        objectData: { type: 'object', additionalProperties: {} },
        scenarioIds: { type: 'array', items: { type: 'string' } },
        filterDeveloperName: { type: 'string' },
      },
    });
    expect(text).toContain('"required":["type","url"]');
    const { info, servers, components } = document as unknown as {
      info: { version: string };
      servers: { url: string }[];
      components: { securitySchemes: Record<string, { name?: string; flows?: Record<string, { tokenUrl: string }> }> };
    };
    expect(info.version).toBe(version);
    expect(servers.map(({ url }) => url)).toEqual([served.url]);
    const { session, oauth2 } = components.securitySchemes;
    expect(session!.name).toBe(`likeness-${served.port}`);
    const { tokenUrl } = oauth2!.flows!['clientCredentials']!;
    expect((await served.call('POST', tokenUrl.slice(served.url.length))).status).toBe(400);
  });

  it('names every code of an error, as the documentation page does', async () => {
    const codes = Object.keys(ERROR_CODES);
    expect(codes).toEqual([...codes].sort());
    expect(document.components.schemas['ErrorCode']).toMatchObject({ type: 'string', enum: codes });
    const { text } = await served.call('GET', '/docs');
    for (const code of codes) expect(text).toContain(`<code>${code}</code>`);
  });

  it('is the same in OpenAPI 3.0.3, in the words that it knows', async () => {
    const old = JSON.parse((await served.call('GET', '/openapi.json?version=3.0')).text) as OpenApi;
    expect(old.openapi).toBe('3.0.3');
    const faults: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { $ref, type, nullable, ...rest } = value as Record<string, unknown>;
      if (Array.isArray(type) || type === 'null') faults.push(`${path}: ${JSON.stringify(type)}`);
      if (typeof $ref === 'string' && Object.keys(rest).length > 0) faults.push(`${path}: beside $ref`);
      if (nullable !== undefined && type === undefined && !('allOf' in rest || 'anyOf' in rest || 'oneOf' in rest))
        faults.push(`${path}: nullable without a type`);
      for (const key of ['const', 'prefixItems', 'propertyNames', 'examples', '$defs', 'patternProperties'])
        if (key in rest && !path.endsWith('/properties')) faults.push(`${path}: ${key}`);
      for (const [key, one] of Object.entries(value)) if (key !== 'example') look(one, `${path}/${key}`);
    };
    look(old, '');
    expect(faults).toEqual([]);
    expect(Object.keys(old.paths)).toEqual(Object.keys(document.paths));
    expect(Object.keys(old.components.schemas)).toEqual(Object.keys(document.components.schemas));
    expect((await served.call('GET', '/openapi.json?version=2.0')).status).toBe(400);
  });

  it('every object is described as the document says', async () => {
    const { text } = await served.call('GET', '/services/data/v60.0/sobjects');
    for (const { name } of (JSON.parse(text) as { sobjects: { name: string }[] }).sobjects) {
      const described = await served.call('GET', `/services/data/v60.0/sobjects/${name}/describe`);
      fits(described, '/services/data/{version}/sobjects/{objectType}/describe', 'get');
    }
  });

  it('suspected pairs: listed newest first, paged, filtered by object; wrong parameters are named', async () => {
    const path = '/services/apexrest/dupcheck/suspectedPairs';
    const upsert = (FirstName: string) =>
      served.post(UPSERT, {
        input: {
          duplicateCheck: true,
          duplicateScore: 100,
          objectType: 'Lead',
          objectData: lead({ FirstName, LastName: 'Suspect', Email: 'suspect@example.com' }),
        },
      });
    await upsert('Jennifer');
    const second = await upsert('Jenifer');
    const third = await upsert('Jennifers');
    const all = await served.call('GET', path);
    fits(all, path, 'get');
    const page = async (query: string) => {
      const reply = await served.call('GET', `${path}?${query}`);
      fits(reply, path, 'get');
      return JSON.parse(reply.text) as { totalSize: number; page: number; records: { createdId: string }[] };
    };
    const createdIds = (await page('objectType=lead')).records.map((pair) => pair.createdId);
    expect(createdIds).toEqual([third.body.objectId, second.body.objectId]);
    expect(await page('pageSize=1&page=2')).toMatchObject({
      totalSize: 2,
      page: 2,
      records: [{ createdId: second.body.objectId }],
    });
    expect((await page('objectType=Contact')).records).toEqual([]);
    for (const [query, named] of [
      ['pageSize=0', 'pageSize'],
      ['pageSize=1001', 'pageSize'],
      ['page=x', 'page'],
      ['page=1.5', 'page'],
      ['page=1&page=2', 'page'],
    ]) {
      const reply = await served.call('GET', `${path}?${query!}`);
      expect([reply.status, reply.error.errorCode]).toEqual([400, 'INVALID_QUERY_PARAMETER']);
      expect(reply.error.message).toContain(named);
      fits(reply, path, 'get');
    }
    expect((await served.call('GET', `${path}?objectType=Nothing`)).error.errorCode).toBe('INVALID_TYPE');
  });

  it('describes every endpoint, and nothing over HTTP administers keys or backups', async () => {
    const base = '/services/apexrest/dupcheck';
    const paths = Object.keys(document.paths);
    const addresses = ENDPOINTS.map(({ path }) => path.replace('{product}', base));
    expect(paths.sort()).toEqual([...new Set(addresses)].sort());
    const administered = ['keys', 'erase', 'backup', 'restore', 'repair', 'config'];
    expect(paths.filter((path) => path.split('/').some((part) => administered.includes(part)))).toEqual([]);
    for (const name of administered) expect((await served.call('POST', `${base}/${name}`)).status, name).toBe(404);
  });
});
