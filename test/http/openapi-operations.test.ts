import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { TOKEN, serveForAll, serveForTest, SESSION } from './serve.js';

interface Media {
  schema: { $ref?: string };
  example?: unknown;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  requestBody?: { content: Record<string, Media> };
  parameters?: { name: string; description: string }[];
  responses: Record<string, { content?: Record<string, Media>; links?: Record<string, { operationId: string }> }>;
}
interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  $ref?: string;
}
interface Document {
  tags: { name: string }[];
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const SAMPLES: Readonly<Record<string, string>> = {
  '{formKey}': 'form-of-these-tests',
  '{kind}': 'WebToLead',
  '{clientId}': '0'.repeat(32),
  '{version}': 'v60.0',
  '{objectType}': 'Lead',
  '{recordId}': '00QLK0000000001AAA',
  '{changeId}': 'change-000000000001',
  '{organizationId}': '00DLK0036CRaaE02QJ',
  '{userId}': '005LK003xmailDHYAY',
};
const sample = (path: string) =>
  path.replace('settings/{kind}', 'settings/lists').replaceAll(/\{\w+\}/g, (name) => {
    return name === '{jobId}' && path.startsWith('/services/data/') ? '750000000000001AAA' : (SAMPLES[name] ?? 'x1');
  });

/** Endpoints that accept forms and return OAuth errors. */
const OAUTH = ['introspect', 'revoke', 'authorize'].map((name) => `/services/oauth2/${name}`);
const FORMS = ['/services/forms/{formKey}', '/servlet/servlet.{kind}', '/services/hooks/{hookId}'];
const RESOURCE = '/.well-known/oauth-protected-resource/mcp';
const REGISTER = '/services/oauth2/register';
const METADATA = '/.well-known/oauth-authorization-server';

describe('the operations of /openapi.json', () => {
  let document: Document;
  let operations: [where: string, path: string, operation: Operation][];
  const served = serveForAll();
  beforeAll(async () => {
    document = JSON.parse((await served.call('GET', '/openapi.json')).text) as Document;
    operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, operation]): [string, string, Operation] => [
        `${verb} ${path}`,
        path,
        operation,
      ]),
    );
  });

  it('each has a unique name, a description, a tag that is declared, and described parameters', () => {
    expect(new Set(operations.map(([, , { operationId }]) => operationId)).size).toBe(operations.length);
    const tags = document.tags.map(({ name }) => name);
    for (const [where, , operation] of operations) {
      expect(operation.description, where).toMatch(/^[A-Z].{10,}/);
      expect(operation.tags, where).toHaveLength(1);
      expect(tags, where).toContain(operation.tags[0]);
      for (const { name, description } of operation.parameters ?? [])
        expect(description, `${where} ${name}`).toBeTruthy();
    }
  });

  it('each has an example of its body and of every answer, and they fit', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    ajv.addSchema({ $id: 'https://likeness.test/openapi', ...document });
    let checked = 0;
    const validators = new Map<unknown, ReturnType<typeof ajv.compile>>();
    for (const [where, , { requestBody, responses }] of operations) {
      for (const [status, { content }] of [['request', requestBody ?? {}] as const, ...Object.entries(responses)]) {
        for (const { schema, example } of Object.values(content ?? {})) {
          expect(example, `${where} ${status}`).toBeDefined();
          const { $ref } = schema;
          const whole = $ref === undefined ? schema : { $ref: `https://likeness.test/openapi${$ref}` };
          const validate = validators.get($ref) ?? ajv.compile(whole);
          if ($ref !== undefined) validators.set($ref, validate);
          expect(validate(example), `${where} ${status}: ${JSON.stringify(validate.errors)}`).toBe(true);
          checked += 1;
        }
      }
    }
    expect(checked).toBeGreaterThan(operations.length);
  });

  it('every property of the two endpoints is described', () => {
    const { schemas } = document.components;
    for (const name of [
      ...['UpsertRequest', 'UpsertDataInput', 'RelatedInput', 'UpsertDataOutput'],
      ...['SearchInput', 'SearchResult', 'ScenarioScore'],
    ]) {
      const properties = Object.entries(schemas[name]!.properties!);
      expect(properties.length, name).toBeGreaterThan(0);
      for (const [key, { description }] of properties) expect(description, `${name}.${key}`).toMatch(/^\w.{8,}/);
    }
  });

  it('what generators of clients stumble over is not in it', () => {
    const text = JSON.stringify(document);
    expect(Object.keys(document.components.schemas)).not.toContain('Record');
    for (const [list] of text.matchAll(/"type":\[[^\]]*\]/g)) expect(list.split(',').length, list).toBeLessThan(3);
    expect(text).not.toContain('"propertyNames":{"type":"string"}');
  });

  it('leads from an upsert to the record', () => {
    const { links } = document.paths['/services/apexrest/dupcheck/dc3DataApi']!['post']!.responses['200']!;
    expect(Object.values(links!)).toMatchObject([
      { operationId: 'readRecord', parameters: { recordId: '$response.body#/objectId' } },
    ]);
  });

  it('servers: the instance address, else the one that it was asked at', async () => {
    expect(document.servers).toMatchObject([{ url: served.url }]);
    const other = await serveForTest({ settings: { instanceUrl: 'https://likeness.example.com' } });
    const own = JSON.parse((await other.call('GET', '/openapi.json')).text) as Document;
    expect(own.servers).toMatchObject([{ url: 'https://likeness.example.com' }]);
  });

  it('every route is documented, and every documented path has its route', () => {
    const routes = (served.app.router.stack as { route?: { path: string | RegExp } }[]).flatMap(({ route }) =>
      route === undefined ? [] : [route.path],
    );
    const leads = (route: string | RegExp, path: string) =>
      typeof route === 'string' ? route.replaceAll(/:(\w+)/g, '{$1}') === path : route.test(sample(path));
    for (const route of routes)
      expect(Object.keys(document.paths).filter((path) => leads(route, path)).length, String(route)).toBeGreaterThan(0);
    for (const path of Object.keys(document.paths))
      expect(routes.filter((route) => leads(route, path)).length, path).toBeGreaterThan(0);
  });

  it('every path has the verbs that it is documented with, and no others', async () => {
    for (const [path, verbs] of Object.entries(document.paths)) {
      const { status, headers } = await served.call('OPTIONS', sample(path));
      const documented = Object.keys(verbs).map((verb) => verb.toUpperCase());
      const all = [...documented, ...(documented.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
      expect([status, headers.get('allow')?.split(', ').sort()], path).toEqual([204, all.sort()]);
    }
  });

  it('every documented path is served, and refuses who has no token unless it is open', async () => {
    const versions = ['/services/data', '/services/data/{version}'];
    const pages = ['/', '/docs', '/healthz', '/readyz', '/openapi.json', '/postman.json'];
    const open = [...pages, METADATA, RESOURCE, '/services/oauth2/providers', ...versions];
    // No provider and no webhook is configured.
    const missing = [FORMS[2]!, '/services/oauth2/login', '/services/oauth2/callback'];
    for (const [path, verbs] of Object.entries(document.paths)) {
      const address = sample(path);
      for (const verb of Object.keys(verbs)) {
        const reply = await served.call(verb.toUpperCase(), address, { headers: { authorization: undefined } });
        // Login needs no token, but requires JSON.
        const refused = [TOKEN, ...OAUTH, ...FORMS].includes(path)
          ? 400
          : [SESSION, REGISTER].includes(path) && verb === 'post'
            ? 415
            : 401;
        // Console paths return 404 until the console is built.
        if (missing.includes(path)) expect(reply.status, address).toBe(404);
        else if (path.startsWith('/console')) expect([200, 404], address).toContain(reply.status);
        else expect(reply.status, address).toBe(open.includes(path) ? 200 : refused);
      }
    }
  });
});
