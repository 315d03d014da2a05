import { beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from './raw.js';
import { lead, SEARCH, UPSERT, serveForAll, BASE } from './serve.js';

const JSON_BODY = JSON.stringify({ objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } });

describe('addresses, as clients of the platform send them', () => {
  let id: string;
  const served = serveForAll();
  beforeAll(async () => {
    const created = await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead() } });
    id = created.body.objectId;
  });

  /** A request sent without normalization. */
  const raw = (method: string, path: string, { body = '', headers = [] as readonly string[] } = {}) =>
    sendRaw(
      served.port,
      [
        `${method} ${path} HTTP/1.1`,
        'Host: x',
        'Connection: close',
        `Authorization: Bearer ${served.token}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        ...headers,
        '',
        body,
      ].join('\r\n'),
    );

  it.each([SEARCH, `${SEARCH}/`, `/${SEARCH}`, `//services//apexrest///dupcheck//dc3Api//search//`, `${SEARCH}/?a=b`])(
    'POST %s searches',
    async (path) => {
      const reply = await raw('POST', path, { body: JSON_BODY });
      expect(reply.status).toBe(200);
      expect(JSON.parse(reply.body)).toMatchObject({ '00Q': [{ objectData: { Id: id } }] });
    },
  );

  it.each([
    ['/services/data/', 200],
    ['//services/data', 200],
    ['/healthz/', 200],
    ['//healthz?x=//', 200],
    ['//', 200],
    [`${BASE}/suspectedPairs/?pageSize=1`, 200],
    [`${BASE}//suspectedPairs?pageSize=0`, 400],
    [`${BASE}/history/`, 404],
    ['//nothing/', 404],
    ['/services/oauth2//token/', 405],
  ])('GET %s: %i', async (path, status) => expect((await raw('GET', path)).status).toBe(status));

  it('a record is read, and deleted, with a slash at the end', async () => {
    const created = await served.post(UPSERT, { input: { objectType: 'Account', objectData: { Name: 'Slash Ltd' } } });
    const path = `//services/data/v60.0/sobjects/Account/${created.body.objectId}/`;
    expect(JSON.parse((await raw('GET', path)).body)).toMatchObject({ Name: 'Slash Ltd' });
    expect((await raw('DELETE', path)).status).toBe(204);
    expect((await raw('GET', path)).status).toBe(404);
  });

  it('slashes that are encoded stay part of a name: 404', async () => {
    for (const path of [`/services%2fapexrest/dupcheck/dc3Api/search`, `${SEARCH}%2f`, `/%2f${SEARCH}`])
      expect((await raw('POST', path, { body: JSON_BODY })).status, path).toBe(404);
  });

  it('an address of slashes alone, as long as a header may be, is answered', async () => {
    expect((await raw('GET', '/'.repeat(70_000))).status).toBe(200);
    expect((await raw('GET', `${'/'.repeat(35_000)}x${'/'.repeat(35_000)}`)).status).toBe(404);
  });

  it.each(['Bearer', 'bearer', 'OAuth', 'oauth'])('Authorization: %s is understood', async (scheme) => {
    const headers = { authorization: `${scheme} ${served.token}` };
    expect((await served.call('POST', SEARCH, { body: JSON_BODY, headers })).status).toBe(415);
    const right = { ...headers, 'content-type': 'application/json' };
    expect((await served.call('POST', SEARCH, { body: JSON_BODY, headers: right })).status).toBe(200);
  });

  describe('HEAD', () => {
    it.each([
      '/services/data',
      `${BASE}/scenarios`,
      `${BASE}/suspectedPairs?pageSize=1`,
      '/healthz',
      '/docs',
      '/openapi.json',
      'record',
    ])('of %s: status, type and length of GET, and no body', async (place) => {
      const path = place === 'record' ? `/services/data/v60.0/sobjects/Lead/${id}` : place;
      const [got, asked] = [await raw('GET', path), await raw('HEAD', path)];
      expect([asked.status, asked.body]).toEqual([200, '']);
      const header = (name: string, head: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1];
      expect(header('Content-Length', asked.head)).toBe(String(Buffer.byteLength(got.body)));
      expect(header('Content-Type', asked.head)).toBe(header('Content-Type', got.head));
    });

    it('of a stream: no body, and the connection serves the next request', async () => {
      const head = `HEAD ${BASE}/records?objectType=Lead HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${served.token}\r\n\r\n`;
      const next = `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      // Sent as one part, because `sendRaw` would otherwise stop after the first response.
      const reply = await sendRaw(served.port, '', head + next);
      expect(reply.status).toBe(200);
      expect(reply.head).toMatch(/^Content-Type: application\/x-ndjson/m);
      expect(reply.body).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*"status":"ok"/);
    });

    it('needs what GET needs: token, licence, scope', async () => {
      const path = `/services/data/v60.0/sobjects/Lead/${id}`;
      const as = async (authorization: string | undefined) =>
        (await served.call('HEAD', path, { headers: { authorization } })).status;
      expect(await as(undefined)).toBe(401);
      const { client_id } = served.addClient({ scopes: ['search'] });
      expect(await as(`Bearer ${served.auth.issueToken(client_id)}`)).toBe(403);
      const unlicensed = served.addClient({ licence: { state: 'none' } });
      expect(await as(`Bearer ${served.auth.issueToken(unlicensed.client_id)}`)).toBe(403);
    });
  });

  it.each([
    [UPSERT, 'POST, OPTIONS'],
    [SEARCH, 'POST, OPTIONS'],
    ['/services/data', 'GET, HEAD, OPTIONS'],
    ['/services/oauth2/token', 'POST, OPTIONS'],
    ['/docs/', 'GET, HEAD, OPTIONS'],
  ])('OPTIONS %s, without a token: 204, Allow: %s', async (path, allow) => {
    const reply = await sendRaw(
      served.port,
      `OPTIONS ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nOrigin: https://a.example\r\n\r\n`,
    );
    expect(reply.status).toBe(204);
    expect(reply.head).toContain(`\r\nAllow: ${allow}`);
    expect(reply.head).not.toMatch(/access-control|vary: origin/i);
  });
});
