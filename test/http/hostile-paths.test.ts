import { describe, expect, it } from 'vitest';
import { sendRaw } from './raw.js';
import { SEARCH, UPSERT, serveForAll, serveForTest } from './serve.js';

describe('hostile paths', () => {
  const served = serveForAll();

  const request = (line: string) =>
    sendRaw(
      served.port,
      `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${served.token}\r\nContent-Length: 0\r\n\r\n`,
    );

  it.each([
    `/./${SEARCH}`,
    `${SEARCH}/.`,
    `${SEARCH}/..;/search`,
    `/%2f${SEARCH}`,
    '/services/apexrest/dupcheck/..%2fdc3DataApi',
    '/services/apexrest/dupcheck/../dupcheck/dc3DataApi',
    '/services/apexrest/dupcheck/dc3DataApi%00',
    '/services/apexrest/dupcheck/dc3dataapi',
    '/services/apexrest/dupcheck/%64c3DataApi',
    '/services/apexrest/dupcheck/%zz',
    '/services/apexrest/dupcheck/%',
    '/services/data/vNaN/sobjects/Lead/00QLK0000000001AAA',
    '/services/data/v60/sobjects/Lead/00QLK0000000001AAA',
    '/services/data/v60.0/sobjects/Lead/..%2f..%2fetc%2fpasswd',
    '/services/data/v60.0/sobjects/Lead/%00',
    '/services/data/v60.0/sobjects/Lead/%E0%A4%A',
    '/services/data/v60.0/sobjects/Le%61d/00QLK0000000001AAA',
    `/services/data/v60.0/sobjects/Lead/${'0'.repeat(41)}`,
    `/services/data/v60.0/sobjects/${'L'.repeat(5_000)}/00QLK0000000001AAA`,
    '/services/data/v60.0/sobjects/Lead/00QLK0000000001AAA',
    '/services/data/v60.0/sobjects/Lead/abc',
    '/__proto__',
    '/constructor',
  ])('%s: 404', async (path) => {
    const reply = await request(`GET ${path}`);
    expect(reply.status).toBe(404);
    expect(JSON.parse(reply.body)).toMatchObject([{ errorCode: 'NOT_FOUND' }]);
  });

  it.each(['HEAD', 'TRACE', 'PROPFIND', 'DELETE'])('%s of an endpoint: 405 with Allow', async (method) => {
    const reply = await request(`${method} ${UPSERT}`);
    expect(reply.status).toBe(405);
    expect(reply.head).toMatch(/^Allow: POST$/m);
    expect(reply.head).not.toMatch(/access-control/i);
  });

  it('HEAD and OPTIONS of an unknown path: 404', async () => {
    expect((await request('HEAD /nothing')).status).toBe(404);
    expect((await request('OPTIONS /nothing')).status).toBe(404);
    expect((await request('OPTIONS *')).status).toBe(404);
  });

  it('a verb that HTTP does not know: 400', async () => {
    expect((await request(`FROBNICATE ${UPSERT}`)).status).toBe(400);
  });

  it('an absolute address is taken by its path alone', async () => {
    expect((await request('GET http://evil.example/healthz')).status).toBe(200);
    expect((await request('GET http://evil.example/nothing')).status).toBe(404);
  });

  it('any vNN.N is accepted in addresses', async () => {
    const created = await served.post(UPSERT, {
      input: { objectType: 'Account', objectData: { Name: 'Any Version Ltd' } },
    });
    for (const version of ['v20.0', 'v60.0', 'v99.0', 'v100.0']) {
      const reply = await served.call('GET', `/services/data/${version}/sobjects/account/${created.body.objectId}`);
      expect(reply.status).toBe(200);
      expect(reply.body.Name).toBe('Any Version Ltd');
    }
  });

  it('the two segments can be configured', async () => {
    const other = await serveForTest({ settings: { restSegment: 'rest(1)', productSegment: 'dup:a' } });
    const body = { objectPrefix: '00Q', objectData: { FirstName: 'x' } };
    expect((await other.post('/services/rest(1)/dup:a/dc3Api/search', body)).status).toBe(200);
    expect((await other.post('/services/rest1/dupb/dc3Api/search', body)).status).toBe(404);
    expect((await other.post(SEARCH, body)).status).toBe(404);
  });
});
