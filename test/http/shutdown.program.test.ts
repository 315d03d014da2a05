import { describe, expect, it } from 'vitest';
import { done, newToken } from '../support/command-line.js';
import { serve } from '../support/program.js';
import { newFolder } from '../support/temporary-folder.js';

const CLIENTS = 16;

/** Creates contacts until the service stops, and collects the names of the acknowledged contacts. */
async function createUntilGone(url: string, token: string, name: string, acknowledged: string[]): Promise<string[]> {
  const unexpected: string[] = [];
  for (let i = 0; ; i++) {
    const LastName = `${name}-${i}`;
    const input = { objectType: 'Contact', objectData: { LastName }, duplicateCheck: true };
    let status: number;
    let text: string;
    try {
      const response = await fetch(`${url}/services/apexrest/dupcheck/dc3DataApi`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ input }),
      });
      status = response.status;
      text = await response.text();
    } catch {
      return unexpected;
    }
    const answer = JSON.parse(text) as { isSuccess?: boolean };
    if (status === 200 && answer.isSuccess === true) acknowledged.push(LastName);
    else unexpected.push(`${status} ${text}`);
  }
}

describe('a graceful stop under load', () => {
  it('finishes what it has taken, ends with 0, and keeps every acknowledged record once', async () => {
    const data = newFolder();
    const served = await serve(data);
    const token = await newToken(data);
    const acknowledged: string[] = [];
    const clients = Array.from({ length: CLIENTS }, (_, i) =>
      createUntilGone(served.url, token, `client-${i}`, acknowledged),
    );
    await expect.poll(() => acknowledged.length).toBeGreaterThan(300);
    expect(await served.stop('SIGTERM')).toBe(0);
    expect((await Promise.all(clients)).flat()).toEqual([]);
    const csv = await done(['export', '--object', 'Contact', '--data', data, '--format', 'ndjson']);
    const stored = csv
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { LastName: string }).LastName);
    expect(new Set(stored).size).toBe(stored.length);
    expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([]);
    // No acknowledged response was interrupted, so all stored records were acknowledged.
    expect(stored.filter((name) => !acknowledged.includes(name))).toEqual([]);
    expect(await done(['verify', '--data', data])).toBeTruthy();
  });
});
