import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ClientRegistry } from '../../../src/service/auth/client-registry.js';
import {
  addClient,
  clientsPath,
  listClients,
  revokeClient,
  setLicence,
} from '../../../src/service/auth/client-store.js';
import { newFolder } from '../../support/temporary-folder.js';

describe('the client registry', () => {
  let folder: string;
  beforeEach(() => void (folder = newFolder()));
  const add = (name = 'one') => addClient(folder, { name, licence: { state: 'valid' } });

  it('keeps secrets only as digests, in a file that only its owner can read', () => {
    const { client_id, client_secret } = add();
    expect(client_id).toMatch(/^[0-9a-f]{32}$/);
    expect(client_secret).toMatch(/^[0-9a-f]{64}$/);
    expect(readFileSync(clientsPath(folder), 'utf8')).not.toContain(client_secret);
    expect(statSync(clientsPath(folder)).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['clients.json']);
  });

  it('creates every Id and secret: no default password anywhere', () => {
    const made = Array.from({ length: 5 }, () => add());
    expect(new Set(made.flatMap((one) => [one.client_id, one.client_secret])).size).toBe(10);
  });

  it.each([
    ['a revoked Id that nobody has', () => revokeClient(folder, 'x'), 'no client has the Id "x"'],
    ['__proto__ as Id', () => revokeClient(folder, '__proto__'), 'no client has the Id'],
    ['an empty name', () => add(' '), 'expected 1 to 255'],
    [
      'an end that is no date',
      () => addClient(folder, { name: 'x', licence: { state: 'valid', until: '2026-02-30' } }),
      'such as 2026-12-31',
    ],
  ])('refuses %s', (_name, action, message) => expect(action).toThrow(message));

  it('refuses a damaged file, naming the place, and leaves it alone', () => {
    writeFileSync(clientsPath(folder), '{"version":1,"clients":[{"client_id":"x"}]}', { mode: 0o600 });
    expect(() => add()).toThrow(/clients\.json: clients\.0\.client_id: expected 32 hexadecimal digits/);
    writeFileSync(clientsPath(folder), '{');
    expect(() => add()).toThrow(/invalid JSON/);
    expect(readFileSync(clientsPath(folder), 'utf8')).toBe('{');
  });

  it('a running server sees every change at once', () => {
    const registry = new ClientRegistry(folder);
    const { client_id } = add();
    expect(registry.find(client_id)?.licence.state).toBe('valid');
    for (let i = 0; i < 50; i++) {
      setLicence(folder, client_id, { state: i % 2 ? 'valid' : 'revoked' });
      expect(registry.find(client_id)?.licence.state).toBe(i % 2 ? 'valid' : 'revoked');
    }
    rmSync(clientsPath(folder));
    expect(registry.find(client_id)).toBeUndefined();
    writeFileSync(clientsPath(folder), '{', { mode: 0o600 });
    expect(() => registry.find(client_id)).toThrow(/invalid JSON/);
    expect(() => registry.find(client_id)).toThrow(/invalid JSON/);
  });

  describe('public keys', () => {
    const file = (content: string | object) => {
      const path = join(folder, 'key');
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    };
    const keep = (content: string | object) =>
      addClient(folder, { name: 'x', licence: { state: 'none' }, publicKeyFile: file(content) });
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const spki = rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string;

    it.each([
      ['SPKI', spki],
      ['PKCS #1', rsa.publicKey.export({ type: 'pkcs1', format: 'pem' }) as string],
      ['JWK', rsa.publicKey.export({ format: 'jwk' }) as object],
    ])('are read as %s', (_name, content) => {
      keep(content);
      expect(listClients(folder)[0]?.publicKey).toBe(spki);
    });

    const pem = {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    } as const;
    it.each([
      ['2048 to 8192 bits, found 1024', () => generateKeyPairSync('rsa', { modulusLength: 1024, ...pem }).publicKey],
      [
        'public exponent',
        () => generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3, ...pem }).publicKey,
      ],
      [
        'expected an RSA public key, found ec',
        () => generateKeyPairSync('ec', { namedCurve: 'P-256', ...pem }).publicKey,
      ],
      ['this is a private key', () => rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string],
      ['this is a private key', () => JSON.stringify(rsa.privateKey.export({ format: 'jwk' }))],
      ['PEM or JWK', () => 'hello'],
    ])('are refused: %s', (message, content) => {
      expect(() => keep(content())).toThrow(message);
      expect(listClients(folder)).toEqual([]);
    });

    it('that are not there are refused', () => {
      expect(() =>
        addClient(folder, { name: 'x', licence: { state: 'none' }, publicKeyFile: join(folder, 'no') }),
      ).toThrow('ENOENT');
    });
  });
});
