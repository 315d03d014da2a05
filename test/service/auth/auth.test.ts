import { readFileSync, statSync, writeFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { Auth } from '../../../src/service/auth/auth.js';
import { addClient } from '../../../src/service/auth/client-store.js';
import { takeApart } from '../../../src/service/auth/compact-jws.js';
import { ExpiringMap } from '../../../src/service/auth/expiring-map.js';
import { organisationIdOf, userIdOf, usernameOf } from '../../../src/service/auth/identity.js';
import { signingKey, SigningKeys } from '../../../src/service/auth/signing-keys.js';
import { licenseFault } from '../../../src/service/auth/api-license.js';
import { AccessTokens, TOKEN_LIFE } from '../../../src/service/auth/access-tokens.js';
import { normaliseId } from '../../../src/records/ids.js';
import { newFolder } from '../../support/temporary-folder.js';

describe('keys and tokens', () => {
  let folder: string;
  beforeEach(() => void (folder = newFolder()));

  it('the signing key is made on first use: 256 random bits, of its owner only, kept', () => {
    const key = signingKey(folder);
    expect(key.symmetricKeySize).toBe(32);
    expect(statSync(join(folder, 'signing.key')).mode & 0o777).toBe(0o600);
    expect(signingKey(folder).equals(key)).toBe(true);
    const other = newFolder();
    expect(signingKey(other).equals(key)).toBe(false);
  });

  it('a key that others may read, or that is none, is refused', () => {
    signingKey(folder);
    const path = join(folder, 'signing.key');
    chmodSync(path, 0o644);
    expect(() => signingKey(folder)).toThrow(/others can read this file.*chmod 600/);
    writeFileSync(path, 'secret');
    chmodSync(path, 0o600);
    expect(() => signingKey(folder)).toThrow(/expected 64 hexadecimal digits/);
    expect(readFileSync(path, 'utf8')).toBe('secret');
  });

  it('Ids of the organisation and of users are Ids: 18 characters, checksum right, constant', () => {
    const key = signingKey(folder);
    expect(organisationIdOf(key)).toBe(organisationIdOf(key));
    expect(organisationIdOf(key)).toMatch(/^00D/);
    expect(normaliseId(organisationIdOf(key))).toBe(organisationIdOf(key));
    fc.assert(
      fc.property(fc.string(), (clientId) => {
        const id = userIdOf(clientId);
        expect(id).toMatch(/^005[A-Za-z0-9]{15}$/);
        expect(normaliseId(id)).toBe(id);
      }),
    );
  });

  it('usernames are like e-mail addresses, at most 80 characters, and one for each client', () => {
    const ids = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'];
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 255, unit: 'binary' }), (name) => {
        const made = ids.map((client_id) => usernameOf({ client_id, name }));
        expect(new Set(made).size).toBe(2);
        for (const username of made) {
          expect(username).toMatch(/^[a-z0-9][a-z0-9-]*-[0-9a-f]{8}@likeness\.invalid$/);
          expect(username.length).toBeLessThanOrEqual(80);
        }
      }),
    );
    const slug = usernameOf({ client_id: ids[0]!, name: ' Café  Łódź! ' }).split('@')[0];
    expect(slug).toBe('cafe-lodz-01234567');
  });

  it('an access token lives two hours and names its client', () => {
    let now = 1_800_000_000_000;
    const tokens = new AccessTokens(new SigningKeys(folder), () => now);
    const token = tokens.issue('client');
    expect(tokens.verify(token)).toMatchObject({ clientId: 'client', expires: now + TOKEN_LIFE * 1000 });
    now += TOKEN_LIFE * 1000 - 1_000;
    expect(tokens.verify(token).clientId).toBe('client');
    now += 1_000;
    expect(() => tokens.verify(token)).toThrow('jwt expired');
    expect(new Set(Array.from({ length: 100 }, () => tokens.issue('client'))).size).toBe(100);
  });

  it('takeApart throws InvalidTokenError, never anything else', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.base64String(), { maxLength: 4 }).map((parts) => parts.join('.')),
        ),
        (text) => {
          try {
            takeApart(text);
          } catch (error) {
            expect((error as Error).name).toBe('InvalidTokenError');
          }
        },
      ),
    );
  });

  it('a verified token is remembered, and still expires', async () => {
    let now = Date.now();
    const auth = new Auth({ dataFolder: folder, now: () => now });
    const { client_id } = addClient(folder, { name: 'x', licence: { state: 'valid' } });
    const header = `Bearer ${auth.issueToken(client_id)}`;
    const admitted = async () => (await auth.admit(header)).client_id;
    expect(await admitted()).toBe(client_id);
    expect(await admitted()).toBe(client_id);
    now += TOKEN_LIFE * 1000;
    await expect(admitted()).rejects.toThrow('Session expired or invalid');
  });

  it('a licence with an end stops counting at it', async () => {
    let now = Date.parse('2030-06-30T23:59:59Z');
    const auth = new Auth({ dataFolder: folder, now: () => now });
    const { client_id } = addClient(folder, { name: 'x', licence: { state: 'valid', until: '2030-06-30' } });
    const header = `Bearer ${auth.issueToken(client_id)}`;
    expect(await auth.admit(header)).toMatchObject({ client_id });
    now += 1_000;
    await expect(auth.admit(header)).rejects.toThrow('the license of this client expired on 2030-06-30');
  });
});

describe('licences', () => {
  const at = Date.parse('2026-06-30T12:00:00Z');
  it.each([
    [undefined, /has no license/],
    [{ state: 'none' }, /has no license/],
    [{ state: 'revoked' }, /revoked/],
    [{ state: 'revoked', until: '2999-01-01' }, /revoked/],
    [{ state: 'valid', until: '2026-06-29' }, /expired on 2026-06-29/],
    [{ state: 'valid', until: '2026-06-30T12:00:00Z' }, /expired/],
    [{ state: 'valid', until: '2026-06-30T13:00:00+02:00' }, /expired/],
  ] as const)('%j does not count', (licence, reason) => {
    expect(licenseFault(licence, at)).toMatch(reason);
  });
  it.each([
    { state: 'valid' },
    { state: 'valid', until: '2026-06-30' },
    { state: 'valid', until: '2026-06-30T12:00:01Z' },
  ] as const)('%j counts', (licence) => {
    expect(licenseFault(licence, at)).toBeUndefined();
  });
});

describe('the expiring map', () => {
  it('agrees with a plain list of entries, and keeps within its capacity when asked for room', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd', '__proto__');
    fc.assert(
      fc.property(fc.array(fc.record({ key, life: fc.integer({ min: 1, max: 5 }) })), (steps) => {
        const map = new ExpiringMap<number>(3);
        const naive = new Map<string, { value: number; expires: number }>();
        steps.forEach(({ key, life }, now) => {
          for (const [name, entry] of naive) if (entry.expires <= now) naive.delete(name);
          for (const name of ['a', 'b', 'c', 'd', '__proto__']) expect(map.get(name, now)).toBe(naive.get(name)?.value);
          if (!map.hasRoom(now)) return;
          map.set(key, now, now + life);
          naive.set(key, { value: now, expires: now + life });
          expect(map.size).toBeLessThanOrEqual(3);
        });
      }),
    );
  });
});
