import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SEARCH, serve, TOKEN, type ServeOptions, type Served } from './serve.js';

const ISSUER = 'https://id.example.com';
const FLOOD = 400;
/** Number of concurrent callers. */
const CALLERS = 16;
const search = { objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } };
const NOTHING = { tokens: 0, assertions: 0, logins: 0 };

async function flood(count: number, one: (number: number) => Promise<number>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < count) {
      const status = await one(next++);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return statuses;
}

/** A refused token must store nothing and send no request. The test counts both instead of measuring time. */
describe('floods of tokens', () => {
  let key: CryptoKey;
  let jwks: string;
  let provider: Server;
  /** Number of requests for the provider's keys, and whether the provider responds. */
  let asked: number;
  let answers: boolean;
  beforeAll(async () => {
    const pair = await generateKeyPair('RS256');
    key = pair.privateKey;
    jwks = JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256' }] });
    provider = createServer((_request, response) => {
      asked++;
      response.writeHead(answers ? 200 : 500, { 'content-type': 'application/json' }).end(jwks);
    }).listen(0, '127.0.0.1');
    await once(provider, 'listening');
  });
  afterAll(() => void provider.close());
  beforeEach(() => {
    asked = 0;
    answers = true;
  });

  async function open(options: ServeOptions = {}): Promise<Served> {
    const jwksUri = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/keys`;
    const served = await serve({
      settings: { identityProviders: [{ issuer: ISSUER, audience: 'likeness', jwksUri }] },
      ...options,
    });
    onTestFinished(async () => {
      // Clients with a valid token are not affected.
      expect((await served.post(SEARCH, search)).status).toBe(200);
      await served.close();
    });
    served.addClient({ outside: { issuer: ISSUER, subject: 'app-1' } });
    return served;
  }

  const sign = (kid: string, claims: object = {}): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: ISSUER, aud: 'likeness', sub: 'app-1', iat: now, exp: now + 600, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(key);
  };
  const status = async (served: Served, token: string): Promise<number> =>
    (await served.post(SEARCH, search, { authorization: `Bearer ${token}` })).status;

  it('with unknown kids: 401, the provider is asked once, nothing is remembered', async () => {
    const served = await open();
    const statuses = await flood(FLOOD, async (i) => status(served, await sign(`unknown-${i}`)));
    expect([...statuses]).toEqual([[401, FLOOD]]);
    expect(asked).toBe(1);
    expect(served.auth.remembered).toEqual(NOTHING);
    expect(await status(served, await sign('k1'))).toBe(200);
    expect(asked).toBe(1);
    expect(served.auth.remembered.tokens).toBe(1);
  });

  it('from unknown issuers, and from issuers that are not strings: 401, and nobody is asked', async () => {
    const served = await open();
    const issuers = [() => ({ iss: '__proto__' }), () => ({ iss: { a: 1 } }), (i: number) => ({ iss: `urn:${i}` })];
    const statuses = await flood(FLOOD, async (i) => status(served, await sign('k1', issuers[i % 3]!(i))));
    expect([...statuses]).toEqual([[401, FLOOD]]);
    expect(asked).toBe(0);
    expect(served.auth.remembered).toEqual(NOTHING);
  });

  it('of kids, issuers and claims as long as a header may be, and of noise: 401, and nobody is asked', async () => {
    const served = await open();
    const long = 'x'.repeat(20_000);
    const statuses = await flood(FLOOD, async (i) => {
      switch (i % 4) {
        case 0:
          return status(served, await sign(`${i}${long}`));
        case 1:
          return status(served, await sign('k1', { [`claim-${i}`]: long }));
        case 2:
          return status(served, `${'eyJ'.repeat(10_000)}.${i}.x`);
        default:
          return status(served, '.'.repeat(30_000 + i));
      }
    });
    expect([...statuses]).toEqual([[401, FLOOD]]);
    expect(asked).toBe(0);
    expect(served.auth.remembered).toEqual(NOTHING);
  });

  it('in the name of a provider that does not answer: 503, and it is left in peace for a while', async () => {
    let now = Date.now();
    const served = await open({ now: () => now });
    answers = false;
    const statuses = await flood(FLOOD, async (i) => status(served, await sign(`k${i}`)));
    expect([...statuses]).toEqual([[503, FLOOD]]);
    expect(asked).toBe(1);
    answers = true;
    expect(await status(served, await sign('k1'))).toBe(503);
    now += 11_000;
    expect(await status(served, await sign('k1'))).toBe(200);
    expect(asked).toBe(2);
    expect(served.auth.remembered).toEqual({ ...NOTHING, tokens: 1 });
  });

  it('of good tokens: no more are remembered than there is room for, and each still counts', async () => {
    const served = await open();
    const { auth, client } = served;
    for (let i = 0; i < 10_500; i++) void auth.admit(`Bearer ${auth.issueToken(client.client_id)}`);
    expect(auth.remembered.tokens).toBe(10_000);
    expect(await status(served, auth.issueToken(client.client_id))).toBe(200);
    expect((await served.call('GET', '/metrics')).text).toContain('likeness_auth_remembered{what="tokens"} 10000');
  });

  it('of assertions by unknown clients, by known ones without a key, and huge: 400, none is remembered', async () => {
    const served = await open({ limits: { failedLogins: 10_000, failedLoginsInTotal: 10_000 } });
    const login = async (assertion: string): Promise<number> =>
      (
        await served.call('POST', TOKEN, {
          headers: { authorization: undefined },
          body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
        })
      ).status;
    const statuses = await flood(FLOOD, async (i) => {
      const iss = [`unknown-${i}`, served.client.client_id, { i }][i % 3];
      return login(i % 4 === 3 ? 'x'.repeat(60_000) + String(i) : await sign(`k${i}`, { iss }));
    });
    expect([...statuses]).toEqual([[400, FLOOD]]);
    expect(served.auth.remembered.assertions).toBe(0);
    // All requests come from the same address.
    expect(served.auth.remembered.logins).toBe(1);
    expect(asked).toBe(0);
  });
});
