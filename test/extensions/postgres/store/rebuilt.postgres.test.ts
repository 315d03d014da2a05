import { expect, it } from 'vitest';
import { makeId } from '../../../../src/records/ids.js';
import { newToken } from '../../../support/command-line.js';
import { contact } from '../../../store/contact.js';
import { loseTail } from './lost-tail.js';
import { postgres } from './postgres.js';
import { servedNodes, type ServedNode } from './served-nodes.js';

interface Health {
  readonly status: string;
  readonly position: number;
  readonly message: string;
}

async function ready(node: ServedNode): Promise<Health & { readonly code: number }> {
  const response = await fetch(`${node.url}/readyz`);
  return { code: response.status, ...((await response.json()) as Health) };
}

const upsert = (node: ServedNode, name: string) =>
  node.call<{ objectId: string }>('POST', 'dc3DataApi', {
    input: { objectType: 'Contact', objectData: { LastName: name }, duplicateCheck: false },
  });

/** Returns whether a node shows a record; `undefined` if it does not respond with 200 or 404. */
async function shows(node: ServedNode, id: string, token: string): Promise<boolean | undefined> {
  const { status } = await fetch(`${node.url}/services/data/v62.0/sobjects/Contact/${id}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return status === 503 ? undefined : status === 200;
}

const KEPT = 3;

postgres.describe('nodes whose database was set back', () => {
  it('leave the pool, read it again and come back by themselves, on the same port, with what it holds', async () => {
    const { database, start } = await servedNodes();
    const [writer, idle] = [await start(), await start()];
    const token = await newToken(database.url(), '--store');
    const ids: string[] = [];
    for (const name of ['Aa', 'Bb', 'Cc', 'Dd', 'Ee']) ids.push((await upsert(writer, name)).objectId);
    await expect.poll(async () => (await ready(idle)).position).toBe(5);
    await expect.poll(() => shows(idle, ids[4]!, token)).toBe(true);

    const heard = new Set<string>();
    // Another node commits as many changes as were lost.
    await loseTail(database, KEPT, 4, 6);
    for (const node of [writer, idle]) {
      await expect
        .poll(
          async () => {
            const before = await ready(node);
            heard.add(`${before.code} ${before.status}`);
            if (before.code === 503) expect((await fetch(`${node.url}/healthz`)).status).toBe(200);
            return [before.status, await shows(node, contact(6).id, token)];
          },
          { interval: 20 },
        )
        .toEqual(['ok', true]);
      // The node has discarded everything that it had read before.
      expect(await shows(node, ids[4]!, token)).toBe(ids[4] === contact(6).id);
      expect(await shows(node, makeId('003', 5), token)).toBe(false);
      expect((await ready(node)).position).toBe(5);
      expect(node.errors()).toMatch(/state diverged, previously ok.*has commit 2 of .* at position 5/);
    }
    expect([...heard]).toContain('503 diverged');
    for (const node of [writer, idle])
      expect(node.errors()).toMatch(/diverged-\S+\.jsonl in the data folder has 2 changes that the log has lost/);
    const { objectId } = await upsert(writer, 'Ff');
    await expect.poll(() => shows(idle, objectId, token)).toBe(true);
    expect((await ready(idle)).position).toBe(6);
    const metrics = await fetch(`${idle.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
    const text = await metrics.text();
    expect(text).toContain('likeness_log_diverged_total 1\n');
    expect(text).toContain('likeness_log_diverged_position 5\n');
  });
});
