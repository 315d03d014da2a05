import { createSign, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { serve, TOKEN, type Reply, type Served } from './serve.js';

const WRONG = '0'.repeat(64);
const A = '192.0.2.1';
const B = '192.0.2.2';
const C = '2001:db8:1:2::3';

describe('guessing at the token endpoint', () => {
  const start = Date.now();
  let now: number;
  let served: Served;
  beforeEach(async () => {
    now = start;
    served = await serve({
      settings: { proxies: 1 },
      limits: { failedLogins: 3, failedLoginsInTotal: 6, tokensPerMinute: 4 },
      now: () => now,
    });
    onTestFinished(() => served.close());
  });

  const login = (address: string, form: Record<string, string> = {}): Promise<Reply> =>
    served.call('POST', TOKEN, {
      body: new URLSearchParams({ grant_type: 'client_credentials', ...served.client, ...form }),
      headers: { authorization: undefined, 'x-forwarded-for': `203.0.113.77, ${address}` },
    });
  const wrong = async (address: string, form: Record<string, string> = {}): Promise<[number, string]> => {
    const reply = await login(address, { client_secret: WRONG, ...form });
    return [reply.status, reply.body.error_description];
  };

  it('from the limit on: 429 without a reason, Retry-After, and the connection is closed', async () => {
    for (let i = 0; i < 3; i++) expect(await wrong(A)).toEqual([400, 'invalid client credentials']);
    const reply = await login(A, { client_secret: WRONG });
    expect([reply.status, reply.body.error]).toEqual([429, 'invalid_grant']);
    expect(reply.headers.get('retry-after')).toBe('60');
    expect(reply.headers.get('connection')).toBe('close');
    // While limited, the response no longer depends on whether the client exists.
    expect(await wrong(A, { client_id: 'f'.repeat(32) })).toEqual(await wrong(A));
    expect([...served.admission.sheds]).toEqual([['failedLogins', 3]]);
  });

  it('locks out no client: not the client that was named, from elsewhere or from the same address, and not others', async () => {
    for (let i = 0; i < 5; i++) await wrong(A);
    expect((await login(B)).status).toBe(200);
    expect((await login(A)).status).toBe(200);
    expect((await login(A, { ...served.addClient() })).status).toBe(200);
  });

  it('a right secret is accepted however many attempts have failed, from everywhere and from the same address; failures get no reasons', async () => {
    for (let i = 0; i < 20; i++) await wrong(A);
    expect((await login(A)).status).toBe(200);
    expect((await wrong(B))[0], 'too many in all: no reasons for anybody').toBe(429);
    expect((await login(B)).status).toBe(200);
    expect((await login(C)).status).toBe(200);
    now += 60_000;
    expect((await login(A)).status).toBe(200);
    expect(await wrong(A)).toEqual([400, 'invalid client credentials']);
  });

  it('addresses are those that the proxy saw, not those that callers make up; IPv6 counts by network', async () => {
    for (let i = 0; i < 4; i++) await wrong(`2001:db8:1:2::${i}`);
    expect((await wrong('2001:db8:1:2:ffff::1'))[0]).toBe(429);
    expect((await wrong('2001:db8:1:3::1'))[0]).toBe(400);
  });

  it('tokens of one client: 429 above the limit, without harm to others; failures in its name do not count', async () => {
    for (let i = 0; i < 3; i++) await wrong(A);
    for (let i = 0; i < 4; i++) expect((await login(B)).status).toBe(200);
    const reply = await login(B);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await login(B, { ...served.addClient() })).status).toBe(200);
    now += 60_000;
    expect((await login(B)).status).toBe(200);
  });

  it('a replayed assertion is refused over HTTP, and does not use up the tokens of the client whose it is', async () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const publicKeyFile = join(served.dataFolder, 'client.pem');
    writeFileSync(publicKeyFile, pair.publicKey.export({ type: 'spki', format: 'pem' }));
    const { client_id } = served.addClient({ publicKeyFile });
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const assertion = (jti: string): string => {
      const claims = { iss: client_id, sub: 'someone', aud: served.url, exp: Math.floor(now / 1000) + 60, jti };
      const signed = `${encode({ alg: 'RS256' })}.${encode(claims)}`;
      return `${signed}.${createSign('sha256').update(signed).sign(pair.privateKey, 'base64url')}`;
    };
    const use = (text: string, address: string) =>
      served.call('POST', TOKEN, {
        body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: text }),
        headers: { authorization: undefined, 'x-forwarded-for': address },
      });
    const heard = assertion('1');
    expect((await use(heard, B)).status).toBe(200);
    for (let i = 0; i < 3; i++) {
      const reply = await use(heard, A);
      expect([reply.status, reply.body.error_description]).toEqual([400, 'this assertion was used before']);
    }
    for (const jti of ['2', '3', '4']) expect((await use(assertion(jti), B)).status).toBe(200);
    const refused = assertion('5');
    expect((await use(refused, B)).status).toBe(429);
    // An assertion refused by the rate limit is not used up: it is valid again when the limit resets.
    now += 60_000 - 1;
    expect((await use(refused, B)).status).toBe(429);
    now += 1;
    expect((await use(refused, B)).status).toBe(200);
  });
});
