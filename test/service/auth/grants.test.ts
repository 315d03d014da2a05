import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Auth } from '../../../src/service/auth/auth.js';
import { addClient, revokeClient, type ClientCredentials } from '../../../src/service/auth/client-store.js';
import type { GrantError } from '../../../src/service/auth/grant-error.js';
import type { TokenResponse } from '../../../src/service/auth/grants.js';
import { newFolder } from '../../support/temporary-folder.js';

const URL = 'http://127.0.0.1:8080';
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const mine = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });

describe('grants of the token endpoint', () => {
  const start = 1_800_000_000_000;
  let now: number;
  let folder: string;
  let auth: Auth;
  let client: ClientCredentials;
  beforeEach(() => {
    now = start;
    folder = newFolder();
    auth = new Auth({ dataFolder: folder, now: () => now });
    const publicKeyFile = join(folder, 'key.pem');
    writeFileSync(publicKeyFile, mine.publicKey.export({ type: 'spki', format: 'pem' }));
    client = addClient(folder, { name: 'x', licence: { state: 'none' }, publicKeyFile });
  });

  const grant = (form: Record<string, string>): TokenResponse =>
    auth.grants.grant({
      form: new Map(Object.entries(form)),
      authorization: undefined,
      address: '192.0.2.1',
      instanceUrl: URL,
      audiences: [URL, `${URL}/services/oauth2/token`],
    }).answer;
  const refusal = (form: Record<string, string>): string => {
    try {
      grant(form);
    } catch (error) {
      return (error as GrantError).error;
    }
    return 'granted';
  };

  it('client_credentials answers in the form of the platform', () => {
    const answer = grant({ grant_type: 'client_credentials', ...client });
    expect(Object.keys(answer)).toEqual('access_token token_type instance_url id issued_at signature scope'.split(' '));
    expect(answer).toMatchObject({
      token_type: 'Bearer',
      instance_url: URL,
      issued_at: String(start),
      scope: 'api search upsert read',
    });
    expect(answer.id).toMatch(/^http:\/\/127\.0\.0\.1:8080\/id\/00D[A-Za-z0-9]{15}\/005[A-Za-z0-9]{15}$/);
    const signed = createHmac('sha256', client.client_secret).update(answer.id + answer.issued_at);
    expect(answer.signature).toBe(signed.digest('base64'));
  });

  it('a revoked client gets no token', () => {
    revokeClient(folder, client.client_id);
    expect(refusal({ grant_type: 'client_credentials', ...client })).toBe('invalid_client');
    expect(refusal({ grant_type: JWT_BEARER, assertion: assertion() })).toBe('invalid_client');
  });

  const seconds = start / 1000;
  function assertion(claims: object = {}, header: object = {}, key: KeyObject = mine.privateKey): string {
    const payload = { iss: client.client_id, sub: 'user@example.com', aud: URL, exp: seconds + 180, ...claims };
    const signed = `${encode({ alg: 'RS256', ...header })}.${encode(payload)}`;
    return `${signed}.${createSign('sha256').update(signed).sign(key, 'base64url')}`;
  }
  const bearer = (claims?: object, header?: object, key?: KeyObject) =>
    refusal({ grant_type: JWT_BEARER, assertion: assertion(claims, header, key) });

  it.each([
    ['plain', {}],
    ['exp in milliseconds', { exp: start + 180_000 }],
    ['exp in milliseconds, as @salesforce/core writes it', { exp: start + 300, iat: seconds }],
    ['exp as a string', { exp: String(seconds + 180) }],
    ['far exp, with iat', { exp: seconds + 86_400, iat: seconds }],
    ['aud of the token endpoint', { aud: `${URL}/services/oauth2/token` }],
    ['aud with a trailing slash', { aud: `${URL}/` }],
    ['aud of the platform', { aud: 'https://login.salesforce.com' }],
    ["aud of the platform's test address", { aud: 'https://test.salesforce.com' }],
    ['several aud', { aud: ['https://other.example', URL] }],
  ])('jwt-bearer: %s is granted', (_name, claims) => expect(bearer(claims)).toBe('granted'));

  it.each<[string, object, object?]>([
    ['no exp', { exp: undefined }],
    ['past exp', { exp: seconds - 120 }],
    ['past exp in milliseconds', { exp: start - 120_000 }],
    ['far exp without iat', { exp: seconds + 3_600 }],
    ['exp that is no number', { exp: 'soon' }],
    ['exp 1e999', { exp: null }],
    ['old iat, although exp is far', { iat: seconds - 600, exp: seconds + 3_600 }],
    ['future iat', { iat: seconds + 120 }],
    ['future nbf', { nbf: seconds + 120 }],
    ['another aud', { aud: 'https://login.example.com' }],
    ['no aud', { aud: undefined }],
    ['no sub', { sub: undefined }],
    ['crit', {}, { crit: ['exp'], exp: 1 }],
  ])('jwt-bearer: %s: invalid_grant', (_name, claims, header) => expect(bearer(claims, header)).toBe('invalid_grant'));

  it('jwt-bearer: another key, alg none, HS256 by the public key: invalid_grant', () => {
    expect(bearer({}, {}, other.privateKey)).toBe('invalid_grant');
    const [, payload] = assertion().split('.');
    const none = `${encode({ alg: 'none' })}.${payload!}`;
    expect(refusal({ grant_type: JWT_BEARER, assertion: `${none}.` })).toBe('invalid_grant');
    const signed = `${encode({ alg: 'HS256' })}.${payload!}`;
    const pem = mine.publicKey.export({ type: 'spki', format: 'pem' });
    const forged = `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`;
    expect(refusal({ grant_type: JWT_BEARER, assertion: forged })).toBe('invalid_grant');
    const rs512 = `${encode({ alg: 'RS512' })}.${payload!}`;
    const other512 = `${rs512}.${createSign('sha512').update(rs512).sign(mine.privateKey, 'base64url')}`;
    expect(refusal({ grant_type: JWT_BEARER, assertion: other512 })).toBe('invalid_grant');
  });

  it('jwt-bearer: an unknown iss is invalid_client_id, a client without key invalid_grant', () => {
    expect(bearer({ iss: '__proto__' })).toBe('invalid_client_id');
    expect(bearer({ iss: undefined })).toBe('invalid_client_id');
    const keyless = addClient(folder, { name: 'y', licence: { state: 'none' } });
    expect(bearer({ iss: keyless.client_id })).toBe('invalid_grant');
  });

  it('jwt-bearer: a replayed assertion is refused, by jti or by its text', () => {
    const once = { grant_type: JWT_BEARER, assertion: assertion() };
    expect(refusal(once)).toBe('granted');
    expect(refusal(once)).toBe('invalid_grant');
    expect(bearer({ jti: 'a' })).toBe('granted');
    expect(bearer({ jti: 'a', sub: 'another@example.com' })).toBe('invalid_grant');
    expect(bearer({ jti: 'b' })).toBe('granted');
    now += 300_000;
    expect(bearer({ jti: 'a', exp: seconds + 480 })).toBe('granted');
  });

  it('jwt-bearer: a replayed assertion is refused after a restart too', () => {
    const once = { grant_type: JWT_BEARER, assertion: assertion() };
    expect(refusal(once)).toBe('granted');
    auth = new Auth({ dataFolder: folder, now: () => now });
    expect(refusal(once)).toBe('invalid_grant');
    expect(bearer({ jti: 'another' })).toBe('granted');
  });

  it('jwt-bearer: no token without the note that the assertion was used', () => {
    mkdirSync(join(folder, 'assertions.used'));
    expect(() => grant({ grant_type: JWT_BEARER, assertion: assertion() })).toThrow('EISDIR');
  });

  it('jwt-bearer: a replay with an altered last signature character is refused', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const first = assertion();
    const twin = first.slice(0, -1) + alphabet[alphabet.indexOf(first.at(-1)!) + 1]!;
    expect(Buffer.from(twin.split('.')[2]!, 'base64url')).toEqual(Buffer.from(first.split('.')[2]!, 'base64url'));
    // Refused even if sent first, because an assertion may have only one encoding.
    expect(refusal({ grant_type: JWT_BEARER, assertion: twin })).toBe('invalid_grant');
    expect(refusal({ grant_type: JWT_BEARER, assertion: first })).toBe('granted');
    expect(refusal({ grant_type: JWT_BEARER, assertion: twin })).toBe('invalid_grant');
  });

  it('jwt-bearer: an access token of ours is no assertion', () => {
    const token = auth.issueToken(client.client_id);
    expect(refusal({ grant_type: JWT_BEARER, assertion: token })).toBe('invalid_client_id');
  });
});
