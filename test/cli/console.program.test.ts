import { describe, expect, it } from 'vitest';
import { cli, done, json } from '../support/command-line.js';
import { serve } from '../support/program.js';
import { newFolder } from '../support/temporary-folder.js';

interface Session {
  readonly name: string;
  readonly scopes: readonly string[];
}

describe('likeness console', () => {
  const data = newFolder();
  const codeIn = (line: string): string => line.trim().split('#')[1]!;
  const logIn = async (url: string, code: string): Promise<Session> => {
    const response = await fetch(`${url}/services/oauth2/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as Session;
  };

  it('prints an address that opens a session of a running server, as any client', async () => {
    const served = await serve(data);
    const line = await done(['console', '--data', data, '--url', served.url]);
    expect(line).toMatch(/^open http:\/\/127\.0\.0\.1:\d+\/console#[\w-]{59}\n$/);
    expect(await logIn(served.url, codeIn(line))).toMatchObject({ name: 'console' });

    const add = ['client', 'add', 'reader', '--scope', 'read', '--data', data, '--json'];
    const { client_id } = await json<{ client_id: string }>(add);
    const asJson = ['console', '--client', client_id, '--data', data, '--json'];
    const { url, expires_in } = await json<{ url: string; expires_in: number }>(asJson);
    expect([url.split('#')[0], expires_in]).toEqual(['http://127.0.0.1:8080/console', 600]);
    expect(await logIn(served.url, codeIn(url))).toMatchObject({ name: 'reader', scopes: ['read'] });
  });

  it('refuses what is no address, and an unknown client', async () => {
    const wrong = await cli(['console', '--url', 'localhost:8080', '--data', data]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--url: expected an address')]);
    const unknown = await cli(['console', '--client', '0'.repeat(32), '--data', data]);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('no active client')]);
  });
});
