import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Auth } from '../../../src/service/auth/auth.js';
import { addClient, revokeClient } from '../../../src/service/auth/client-store.js';
import type { RequestError } from '../../../src/records/contract/request-error.js';
import { newFolder } from '../../support/temporary-folder.js';

const ISSUER = 'https://id.example.com';
const AUDIENCE = 'likeness';

describe('tokens of an outside identity provider', () => {
  let folder: string;
  let jwksFile: string;
  let key: CryptoKey;
  let jwks: string;
  let otherKey: CryptoKey;
  let otherJwks: string;
  beforeAll(async () => {
    const pair = await generateKeyPair('RS256');
    const other = await generateKeyPair('RS256');
    key = pair.privateKey;
    otherKey = other.privateKey;
    jwks = JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256' }] });
    otherJwks = JSON.stringify({ keys: [{ ...(await exportJWK(other.publicKey)), kid: 'k1', alg: 'RS256' }] });
  });
  beforeEach(() => {
    folder = newFolder();
    jwksFile = join(folder, 'jwks.json');
    writeFileSync(jwksFile, jwks);
  });

  const provider = () => ({ issuer: ISSUER, audience: AUDIENCE, jwksFile });
  const open = (identityProviders: ConstructorParameters<typeof Auth>[0]['identityProviders'] = [provider()]) =>
    new Auth({ dataFolder: folder, identityProviders });
  const sign = (claims: JWTPayload = {}, signer = key, header = {}) => {
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: 'app-1', iat: now, exp: now + 600, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header })
      .sign(signer);
  };
  const admit = async (auth: Auth, token: string): Promise<string> => {
    try {
      return (await auth.admit(`Bearer ${token}`)).name;
    } catch (error) {
      return String((error as RequestError).status);
    }
  };
  const named = (subject: string, name = 'partner') =>
    addClient(folder, { name, licence: { state: 'valid' }, outside: { issuer: ISSUER, subject } });

  it('count as the registered client that they name, whose licence counts', async () => {
    const { client_id } = named('app-1');
    const auth = open();
    const token = await sign();
    expect(await admit(auth, token)).toBe('partner');
    expect(await admit(auth, token)).toBe('partner');
    revokeClient(folder, client_id);
    expect(await admit(auth, token)).toBe('401');
  });

  it('name it by client_id, else azp, else sub', async () => {
    named('by-client', 'by client_id');
    named('by-azp', 'by azp');
    named('app-1', 'by sub');
    const auth = open();
    expect(await admit(auth, await sign({ client_id: 'by-client', azp: 'by-azp' }))).toBe('by client_id');
    expect(await admit(auth, await sign({ azp: 'by-azp' }))).toBe('by azp');
    expect(await admit(auth, await sign())).toBe('by sub');
  });

  it('may name the Id of a client that has no outside name', async () => {
    const { client_id } = addClient(folder, { name: 'own', licence: { state: 'valid' } });
    expect(await admit(open(), await sign({ client_id }))).toBe('own');
    const taken = named('app-9', 'elsewhere');
    expect(await admit(open(), await sign({ client_id: taken.client_id }))).toBe('403');
  });

  it('of somebody not registered: no licence, 403', async () => expect(await admit(open(), await sign())).toBe('403'));

  it('cannot claim the name that another provider gave', async () => {
    addClient(folder, {
      name: 'x',
      licence: { state: 'valid' },
      outside: { issuer: 'https://other.example.com', subject: 'app-1' },
    });
    expect(await admit(open(), await sign())).toBe('403');
  });

  it.each<[string, JWTPayload, object?]>([
    ['another issuer', { iss: 'https://evil.example.com' }],
    ['another audience', { aud: 'other' }],
    ['no exp', { exp: undefined } as unknown as JWTPayload],
    ['expired', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['no iat', { iat: undefined } as unknown as JWTPayload],
    ['future iat', { iat: Math.floor(Date.now() / 1000) + 600 }],
    ['no subject', { sub: undefined } as unknown as JWTPayload],
    ['the token is not an access token', {}, { typ: 'logout+jwt' }],
    ['unknown kid', {}, { kid: 'k2' }],
  ])('%s: 401', async (_name, claims, header) => {
    named('app-1');
    expect(await admit(open(), await sign(claims, key, header))).toBe('401');
  });

  it('signed by another key, or when no provider is configured: 401', async () => {
    named('app-1');
    expect(await admit(open(), await sign({}, otherKey))).toBe('401');
    expect(await admit(open([]), await sign())).toBe('401');
  });

  it('a changed key file counts at once for tokens not seen before', async () => {
    named('app-1');
    const auth = open();
    expect(await admit(auth, await sign({}, otherKey))).toBe('401');
    writeFileSync(jwksFile, otherJwks);
    expect(await admit(auth, await sign({}, otherKey))).toBe('partner');
    expect(await admit(auth, await sign())).toBe('401');
  });

  it('a provider that cannot work is refused at the start', () => {
    expect(() => open([{ ...provider(), jwksFile: join(folder, 'none.json') }])).toThrow('the file does not exist');
    writeFileSync(jwksFile, '[]');
    expect(() => open()).toThrow('expected a JSON Web Key Set');
    expect(() => open([{ issuer: ISSUER, audience: AUDIENCE }])).toThrow('expected jwksFile or jwksUri');
    expect(() => open([{ issuer: ISSUER, audience: AUDIENCE, jwksUri: 'http://id.example.com/keys' }])).toThrow(
      'https://',
    );
  });

  describe('by address', () => {
    let server: Server;
    let answer: { status: number; body: string };
    let jwksUri: string;
    beforeEach(async () => {
      answer = { status: 200, body: jwks };
      server = createServer((_request, response) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      jwksUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
    });
    afterEach(() => void server.close());
    const remote = () => open([{ issuer: ISSUER, audience: AUDIENCE, jwksUri }]);

    it('keys are fetched', async () => {
      named('app-1');
      const auth = remote();
      expect(await admit(auth, await sign())).toBe('partner');
      expect(await admit(auth, await sign({}, otherKey))).toBe('401');
    });

    it.each([
      [500, 'oops'],
      [200, 'oops'],
      [200, '{"no":"keys"}'],
    ])(
      'keys that cannot be had (%d %s): 503, not 401, so that clients do not ask for new tokens',
      async (status, body) => {
        answer = { status, body };
        expect(await admit(remote(), await sign())).toBe('503');
      },
    );
  });
});
