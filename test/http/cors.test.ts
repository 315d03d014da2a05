import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../src/store/config/load.js';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SEARCH, TOKEN, UPSERT, serveForAll, serveForTest } from './serve.js';
import { newFolder } from '../support/temporary-folder.js';

const APP = 'https://app.example.com';

describe('scripts of other origins', () => {
  const served = serveForAll({ files: { 'settings.json': { corsOrigins: [APP] } } });

  const preflight = (path: string, origin = APP) =>
    served.call('OPTIONS', path, {
      headers: { authorization: undefined, origin, 'access-control-request-method': 'POST' },
    });

  it('a preflight of a named origin is answered without a token', async () => {
    const { status, headers } = await preflight(SEARCH);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(APP);
    expect(headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
    expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization, content-type');
    expect(headers.get('access-control-max-age')).toBe('600');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toBe('Origin');
    expect((await preflight(TOKEN)).headers.get('access-control-allow-origin')).toBe(APP);
  });

  it.each(['https://evil.example', 'null', 'http://app.example.com', `${APP}.evil.example`, `${APP}:8443`])(
    'origin %s is not named: neither a preflight nor an answer lets it read',
    async (origin) => {
      for (const reply of [
        await preflight(SEARCH, origin),
        await served.call('GET', '/healthz', { headers: { origin } }),
      ]) {
        expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
        expect(reply.headers.get('vary')).toBe('Origin');
      }
    },
  );

  it('answers and refusals may be read, with the headers that matter', async () => {
    const body = JSON.stringify({ input: { objectType: 'Account', objectData: { Name: 'Origin Ltd' } } });
    const headers = { origin: APP, 'content-type': 'application/json' };
    const replies = [
      await served.call('POST', UPSERT, { body, headers }),
      await served.call('POST', UPSERT, { body: '{', headers }),
      await served.call('POST', UPSERT, { body, headers: { ...headers, authorization: undefined } }),
      await served.call('GET', '/nothing', { headers }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 400, 401, 404]);
    for (const reply of replies) {
      expect(reply.headers.get('access-control-allow-origin')).toBe(APP);
      expect(reply.headers.get('access-control-expose-headers')).toContain('X-Request-Id, Likeness-Incomplete');
    }
  });

  it.each(['*', 'app.example.com', 'https://app.example.com/', 'https://app.example.com/x', 'null', 'file://x', ''])(
    'corsOrigins: %s is refused: no origin',
    async (origin) => {
      const folder = newFolder();
      await writeFile(join(folder, 'settings.json'), JSON.stringify({ corsOrigins: [origin] }));
      await expect(loadConfiguration(folder)).rejects.toThrow(/corsOrigins.*expected an origin such as/);
      await rm(folder, { recursive: true });
    },
  );

  it('without the setting no origin is let in', async () => {
    const other = await serveForTest();
    const headers = { origin: APP, 'access-control-request-method': 'POST' };
    for (const method of ['OPTIONS', 'GET']) {
      const reply = await other.call(method, '/services/data', { headers });
      expect([...reply.headers.keys()].filter((name) => /^(access-control.*|vary)$/.test(name))).toEqual([]);
    }
  });
});
