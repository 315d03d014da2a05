import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { signingKey } from '../../src/service/auth/signing-keys.js';
import { createService } from '../../src/cli/library/open-service.js';
import { WebhookSecrets } from '../../src/extensions/webhooks/secrets.js';
import { cli, done, json, newToken } from '../support/command-line.js';
import { runProgram, serve } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const FIRST = 'first first first first first first';
const SECOND = 'second second second second second';

afterEach(() => void vi.unstubAllEnvs());

function secretFile(...lines: string[]): string {
  const path = fileIn(newFolder(), 'secret', lines.join('\n'));
  vi.stubEnv('LIKENESS_SECRET_FILE', path);
  return path;
}
const contents = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
const statusOf = async (url: string, token: string): Promise<number> =>
  (await fetch(`${url}/services/apexrest/dupcheck/scenarios`, { headers: { Authorization: `Bearer ${token}` } }))
    .status;

describe('LIKENESS_SECRET_FILE over a data folder', () => {
  it('a folder with plain secrets is wrapped by the next start; its tokens count, and commands work while the server runs', async () => {
    const data = newFolder();
    const token = await newToken(data);
    const webhook = new WebhookSecrets(data).of('crm', Date.now());
    const plain = readFileSync(join(data, 'signing.key'), 'utf8').trim();
    const path = secretFile(FIRST);
    const served = await serve(data, [], { LIKENESS_SECRET_FILE: path });
    for (const name of ['signing.key', 'webhooks.secrets'])
      expect(readFileSync(join(data, name), 'utf8')).toMatch(/^likeness-wrapped:1:[\w+/=]+\n$/);
    expect(readFileSync(join(data, 'signing.key'), 'latin1')).not.toContain(plain);
    expect(await statusOf(served.url, token)).toBe(200);
    expect(new WebhookSecrets(data).of('crm', Date.now())).toEqual(webhook);
    await done(['key', 'rotate', '--now', '--data', data]);
    await expect.poll(() => statusOf(served.url, token)).toBe(401);
    // Replaces the secret while the server runs.
    writeFileSync(path, `${SECOND}\n${FIRST}\n`);
    expect(await json(['key', 'wrap', '--data', data, '--json'])).toEqual({
      changed: ['signing.key', 'webhooks.secrets'],
    });
    expect(await json(['key', 'wrap', '--data', data, '--json'])).toEqual({ changed: [] });
    writeFileSync(path, SECOND);
    expect(await statusOf(served.url, await newToken(data))).toBe(200);
    expect(await served.stop()).toBe(0);
  });

  it('without the setting, or with another secret, nothing is served and nothing is changed', async () => {
    const data = newFolder();
    const path = secretFile(FIRST);
    await newToken(data);
    const before = contents(data);
    const serving = ['serve', '--port', '0', '--data', data];
    const unset = await runProgram(serving);
    expect(unset.code).toBe(1);
    expect(unset.stderr).toMatch(/signing\.key: .*LIKENESS_SECRET_FILE/);
    writeFileSync(path, SECOND);
    const wrong = await runProgram(serving, { LIKENESS_SECRET_FILE: path });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(/a secret that is not in/);
    const missing = await runProgram(serving, { LIKENESS_SECRET_FILE: join(data, 'none') });
    expect(missing.code).toBe(1);
    expect(missing.stderr).toMatch(/file not found/);
    expect(contents(data)).toEqual(before);
  });

  it('commands that need a secret are refused without it, those that need none are not', async () => {
    const data = newFolder();
    secretFile(FIRST);
    const { client_id } = await json<{ client_id: string }>(['client', 'add', 'a', '--data', data, '--json']);
    await done(['token', '--client', client_id, '--data', data]);
    const key = readFileSync(join(data, 'signing.key'), 'utf8');
    vi.unstubAllEnvs();
    for (const args of [['token', '--client', client_id], ['key', 'rotate'], ['console']]) {
      const { code, stderr } = await cli([...args, '--data', data]);
      expect([code, stderr]).toEqual([1, expect.stringContaining('LIKENESS_SECRET_FILE is not set')]);
    }
    expect((await cli(['key', 'wrap', '--data', data])).code).toBe(2);
    await done(['client', 'add', 'b', '--data', data]);
    const service = await createService({ data });
    await service.close();
    await done(['backup', join(newFolder(), 'copy'), '--data', data]);
    expect(readFileSync(join(data, 'signing.key'), 'utf8')).toBe(key);
  });

  it('key wrap --off writes them as they were, and verify says how they rest', async () => {
    const data = newFolder();
    const before = signingKey(data);
    await (await createService({ data })).close();
    const rest = async (): Promise<unknown> =>
      (await json<{ secrets: unknown }>(['verify', '--data', data, '--json'])).secrets;
    expect(await rest()).toEqual({ 'signing.key': 'plain' });
    secretFile(FIRST);
    expect(await done(['key', 'wrap', '--data', data])).toMatch(/^signing\.key: now encrypted with/);
    expect(await rest()).toEqual({ 'signing.key': 'wrapped' });
    await done(['key', 'wrap', '--off', '--data', data]);
    vi.unstubAllEnvs();
    expect(signingKey(data).equals(before)).toBe(true);
  });
});
