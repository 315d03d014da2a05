import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from './raw.js';
import { SEARCH, serve, TOKEN, type Served, serveForAll } from './serve.js';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

describe('hostile tokens: each 401, and the service continues', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string;
  let served: Served;
  let header: Record<string, unknown>;
  let claims: Record<string, unknown>;
  let key: Buffer;
  const body = JSON.stringify({ objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } });

  beforeAll(async () => {
    served = await serve();
    const publicKeyFile = join(served.dataFolder, 'client.pem');
    writeFileSync(publicKeyFile, publicPem);
    const { client_id } = served.addClient({ publicKeyFile });
    const parts = served.auth.issueToken(client_id).split('.');
    header = decode(parts[0]!);
    claims = decode(parts[1]!);
    key = Buffer.from(readFileSync(join(served.dataFolder, 'signing.key'), 'utf8').trim(), 'hex');
  });
  afterAll(async () => {
    expect((await served.post(SEARCH, body)).status).toBe(200);
    // The service has not fetched a key from a URL in a token header.
    expect((await served.call('GET', '/metrics')).text).not.toContain('route="unknown"');
    await served.close();
  });

  const sign = (signed: string, secret: string | Buffer = key) =>
    `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  const make = (payload: unknown, head: unknown = header) => sign(`${encode(head)}.${encode(payload)}`);
  const statusOf = async (token: string) =>
    (await served.post(SEARCH, body, { authorization: `Bearer ${token}` })).status;

  it('control: the token that all others are made of is accepted', async () => {
    expect(await statusOf(make(claims))).toBe(200);
  });

  const seconds = () => Math.floor(Date.now() / 1000);
  const cases: [string, () => string][] = [
    ['alg none', () => `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`],
    ['alg none with the right signature', () => make(claims, { ...header, alg: 'none' })],
    ['HS256 signed with the RSA public key', () => sign(`${encode(header)}.${encode(claims)}`, publicPem)],
    [
      'RS256 by the key of a client',
      () => {
        const signed = `${encode({ ...header, alg: 'RS256' })}.${encode(claims)}`;
        return `${signed}.${createSign('sha256').update(signed).sign(rsa.privateKey, 'base64url')}`;
      },
    ],
    ['an empty secret', () => sign(`${encode(header)}.${encode(claims)}`, '')],
    ['no exp', () => make({ ...claims, exp: undefined })],
    ['far exp', () => make({ ...claims, exp: seconds() + 10 * 365 * 86_400 })],
    ['string exp', () => make({ ...claims, exp: String(claims['exp']) })],
    ['past exp', () => make({ ...claims, iat: seconds() - 7_300, exp: seconds() - 100 })],
    ['no iat', () => make({ ...claims, iat: undefined })],
    ['future iat', () => make({ ...claims, iat: seconds() + 600, exp: seconds() + 7_000 })],
    ['future nbf', () => make({ ...claims, nbf: seconds() + 600 })],
    ['string nbf', () => make({ ...claims, nbf: 'soon' })],
    ['crit', () => make(claims, { ...header, crit: ['exp'] })],
    ['jwk in the header', () => make(claims, { ...header, jwk: rsa.publicKey.export({ format: 'jwk' }) })],
    ['jku in the header', () => make(claims, { ...header, jku: `${served.url}/keys` })],
    ['x5u in the header', () => make(claims, { ...header, x5u: `${served.url}/keys` })],
    ['kid that is a path', () => make(claims, { ...header, kid: '../../../../dev/null' })],
    ['wrong aud', () => make({ ...claims, aud: 'urn:other' })],
    ['several aud', () => make({ ...claims, aud: [claims['aud'], 'urn:other'] })],
    ['no aud', () => make({ ...claims, aud: undefined })],
    ['wrong iss', () => make({ ...claims, iss: 'urn:other' })],
    ['no sub', () => make({ ...claims, sub: undefined })],
    ['sub __proto__', () => make({ ...claims, sub: '__proto__' })],
    ['sub that is no string', () => make({ ...claims, sub: { client: claims['sub'] } })],
    ['no jti', () => make({ ...claims, jti: undefined })],
    ['payload that is a list', () => make([claims])],
    ['payload that is a string', () => make('claims')],
    ['payload that is not JSON', () => sign(`${encode(header)}.${Buffer.from('{').toString('base64url')}`)],
    ['the token is not an access token by the same key', () => make(claims, { ...header, typ: 'JWT' })],
    ['no typ', () => make(claims, { alg: 'HS256' })],
    ['four parts', () => `${make(claims)}.x`],
    ['no signature', () => make(claims).replace(/[^.]+$/, '')],
    ['padding', () => `${make(claims)}=`],
    ['white space inside', () => make(claims).replace('.', ' .')],
  ];
  it.each(cases)('%s', async (_name, token) => expect(await statusOf(token())).toBe(401));

  describe('headers', () => {
    const request = (...authorization: string[]) =>
      sendRaw(
        served.port,
        `POST ${SEARCH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${authorization
          .map((one) => `Authorization: ${one}\r\n`)
          .join('')}\r\n${body}`,
      );

    it('control: one good header is accepted', async () => {
      expect((await request(`Bearer ${served.token}`)).status).toBe(200);
    });
    it.each(['', 'Bearer', 'Bearer ', 'Bearer  x', 'bearer:x'])('"%s"', async (header) => {
      expect((await request(header)).status).toBe(401);
    });
    it('doubled, even with the same good token', async () => {
      expect((await request(`Bearer ${served.token}`, `Bearer ${served.token}`)).status).toBe(401);
      expect((await request(`Bearer ${served.token}`, 'Bearer x')).status).toBe(401);
    });
    it('64 kB', async () => expect((await request(`Bearer ${'a'.repeat(65_536)}`)).status).toBe(401));
    it('above the limit of a header: 431 in the same form', async () => {
      const reply = await request(`Bearer ${'a'.repeat(100_000)}`);
      expect(reply.status).toBe(431);
      expect(JSON.parse(reply.body)).toMatchObject([{ errorCode: 'REQUEST_TOO_LARGE' }]);
    });
  });

  it('an assertion is no access token', async () => {
    const assertion = make({ ...claims, iss: claims['sub'] }, { alg: 'HS256', typ: 'JWT' });
    expect(await statusOf(assertion)).toBe(401);
  });
});

describe('hostile requests to the token endpoint: each 400 with an OAuth error', () => {
  const served = serveForAll();

  const ask = (body: string, headers: Record<string, string | undefined> = {}) =>
    served.call('POST', TOKEN, {
      body,
      headers: { authorization: undefined, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const form = (values: Record<string, string>) =>
    new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: served.client.client_id,
      client_secret: served.client.client_secret,
      ...values,
    }).toString();

  it('control: the form that all others are made of is accepted', async () => {
    const reply = await ask(form({}));
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  const cases: [string, () => string, string][] = [
    ['__proto__ as client', () => form({ client_id: '__proto__' }), 'invalid_client_id'],
    ['constructor as client', () => form({ client_id: 'constructor' }), 'invalid_client_id'],
    ['unknown client', () => form({ client_id: 'f'.repeat(32) }), 'invalid_client_id'],
    ['wrong secret of the same length', () => form({ client_secret: '0'.repeat(64) }), 'invalid_client'],
    ['secret of another length', () => form({ client_secret: 'x' }), 'invalid_client'],
    ['secret of 50,000 characters', () => form({ client_secret: 'x'.repeat(50_000) }), 'invalid_client'],
    ['empty secret', () => form({ client_secret: '' }), 'invalid_request'],
    ['repeated keys', () => `${form({})}&client_id=${served.client.client_id}`, 'invalid_request'],
    [
      '1,000 keys',
      () => `${form({})}&${Array.from({ length: 1_000 }, (_, i) => `k${i}=v`).join('&')}`,
      'invalid_request',
    ],
    ['__proto__ as a key', () => `__proto__=x&${form({ grant_type: '' })}`, 'invalid_request'],
    ['no grant_type', () => 'client_id=x', 'invalid_request'],
    ['another grant', () => form({ grant_type: 'password' }), 'unsupported_grant_type'],
    ['refresh_token', () => form({ grant_type: 'refresh_token' }), 'invalid_request'],
    ['an empty body', () => '', 'invalid_request'],
    ['malformed escapes', () => '%zz=%', 'invalid_request'],
    ['a body over 64 kB', () => `grant_type=${'x'.repeat(70_000)}`, 'invalid_request'],
  ];
  it.each(cases)('%s', async (_name, body, error) => {
    const reply = await ask(body());
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body)).toEqual(['error', 'error_description']);
    expect(reply.body.error).toBe(error);
  });

  it('JSON body', async () => {
    const reply = await ask(JSON.stringify({ grant_type: 'client_credentials' }), {
      'content-type': 'application/json',
    });
    expect([reply.status, reply.body.error]).toEqual([400, 'invalid_request']);
  });

  it('HTTP Basic: right, wrong, twice, not Basic', async () => {
    const { client_id, client_secret } = served.client;
    const basic = (secret: string) => `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`;
    const bare = 'grant_type=client_credentials';
    expect((await ask(bare, { authorization: basic(client_secret) })).status).toBe(200);
    const errorOf = async (body: string, authorization: string) => (await ask(body, { authorization })).body.error;
    expect(await errorOf(bare, basic('wrong'))).toBe('invalid_client');
    expect(await errorOf(form({}), basic(client_secret))).toBe('invalid_request');
    expect(await errorOf(bare, 'Basic %%%')).toBe('invalid_request');
    expect(await errorOf(bare, `Bearer ${served.token}`)).toBe('invalid_request');
  });

  it('instance_url and id never follow the Host header', async () => {
    const body = form({});
    const reply = await sendRaw(
      served.port,
      `POST ${TOKEN} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const token = JSON.parse(reply.body) as { instance_url: string; id: string };
    expect(token.instance_url).toBe(served.url);
    expect(token.id.startsWith(`${served.url}/id/00D`)).toBe(true);
  });
});
