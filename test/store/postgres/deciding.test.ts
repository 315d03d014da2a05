import { expect, it } from 'vitest';
import { postgres } from './postgres.js';
import { servedNodes, type ServedNode } from './served-nodes.js';

interface Health {
  readonly decider: { readonly role: string; readonly epoch: number };
}

const UPSERT = 'dc3DataApi';
const contact = (name: string) => ({
  input: {
    objectType: 'Contact',
    objectData: { LastName: name, Email: `${name}@example.com` },
    duplicateCheck: true,
  },
});

async function healthOf(node: ServedNode): Promise<Health> {
  return (await (await fetch(`${node.url}/healthz`)).json()) as Health;
}

async function deciderOf(nodes: readonly ServedNode[]): Promise<ServedNode | undefined> {
  const all = await Promise.all(nodes.map(healthOf));
  const deciding = nodes.filter((_, i) => all[i]!.decider.role === 'decider');
  return deciding.length === 1 ? deciding[0] : undefined;
}

postgres.describe('one node decides', () => {
  it('the others pass on to it, and show what it has answered', { timeout: 120_000 }, async () => {
    const served = await servedNodes();
    const nodes = [await served.start(), await served.start(), await served.start()];
    expect(await deciderOf(nodes)).toBe(nodes[0]);
    const { epoch } = (await healthOf(nodes[0]!)).decider;
    for (let i = 0; i < 30; i++) {
      const node = nodes[i % 3]!;
      const { objectId } = await node.call<{ objectId: string }>('POST', UPSERT, contact(`person${i}`));
      const found = await node.call<{ '003': { record: { Id: string } }[] }>('POST', 'dc3Api/search', {
        objectPrefix: '003',
        objectData: contact(`person${i}`).input.objectData,
      });
      expect(objectId).toMatch(/^003/);
      expect(found['003'].map(({ record }) => record.Id)).toContain(objectId);
    }
    expect((await healthOf(nodes[2]!)).decider).toEqual({ role: 'follower', epoch });
  });
});
