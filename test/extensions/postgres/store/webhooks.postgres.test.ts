import { expect, it, onTestFinished } from 'vitest';
import type { ShownWebhook } from '../../../../src/extensions/webhooks/backlogs.js';
import { done } from '../../../support/command-line.js';
import { isSignedBy, Receiver } from '../../../service/events/receiver.js';
import { postgres } from './postgres.js';
import { servedNodes, type ServedNode } from './served-nodes.js';

/** Starting node processes is slow on a busy machine. */
const shownAt = async (node: ServedNode) => (await node.call<ShownWebhook[]>('GET', 'webhooks'))[0];

async function listening(): Promise<{ receiver: Receiver; url: string }> {
  const receiver = new Receiver();
  const url = await receiver.listen();
  onTestFinished(() => receiver.close());
  return { receiver, url };
}

async function save(node: ServedNode, name: string): Promise<string> {
  const objectData = { LastName: name, Company: `Company of ${name}` };
  const saved = await node.call<{ objectId: string }>('POST', 'dc3DataApi', {
    input: { objectType: 'Lead', objectData },
  });
  return saved.objectId;
}

postgres.describe('webhooks of nodes over one database', () => {
  it('one node sends each event, once; when it is killed another continues, and nothing is lost', async () => {
    const { receiver, url } = await listening();
    const webhook = { id: 'crm', url, attempts: 50, firstRetrySeconds: 0.01, events: ['record.created'] };
    const nodes = await servedNodes({ 'webhooks.json': [webhook] });
    const first = await nodes.start();
    await expect.poll(() => shownAt(first)).toMatchObject({ id: 'crm', status: 'sending' });
    const second = await nodes.start();
    await expect.poll(() => shownAt(second)).toMatchObject({ id: 'crm', status: 'sending' });

    const saved: string[] = [];
    for (let i = 0; i < 10; i++) saved.push(await save(i % 2 === 0 ? first : second, `Early${i}`));
    await receiver.until(() => receiver.taken.length >= 10);
    await expect.poll(() => shownAt(second)).toMatchObject({ delivered: 10, waiting: 0, behind: 0 });
    expect(receiver.taken.map(({ recordId }) => recordId).sort()).toEqual([...saved].sort());
    const secret = await done(['webhooks', 'secret', 'crm', ...nodes.store]);
    expect(receiver.taken.every((taken) => isSignedBy(taken, secret.trim()))).toBe(true);

    // Pending deliveries die with the node.
    receiver.answer = () => undefined;
    for (let i = 0; i < 12; i++) saved.push(await save(second, `Late${i}`));
    await receiver.until(() => receiver.received.length === 18);
    await first.stop('SIGKILL');
    receiver.answer = (received, response) => receiver.take(received, response);
    for (let i = 0; i < 5; i++) saved.push(await save(second, `Last${i}`));
    const told = () => new Set(receiver.taken.map(({ recordId }) => recordId));
    await receiver.until(() => saved.every((id) => told().has(id)));
    expect(receiver.taken.every((taken) => isSignedBy(taken, secret.trim()))).toBe(true);
  });

  it('dead letters are one list, which every node shows, sends again and discards', async () => {
    const { receiver, url } = await listening();
    receiver.answer = (_received, response) => receiver.refuse(response, 410);
    const webhook = { id: 'crm', url, attempts: 1, firstRetrySeconds: 0.01, events: ['record.created'] };
    const nodes = await servedNodes({ 'webhooks.json': [webhook] });
    const sender = await nodes.start();
    await expect.poll(() => shownAt(sender)).toBeDefined();
    const other = await nodes.start();
    for (let i = 0; i < 3; i++) await save(other, `Lead${i}`);
    const letters = (node: ServedNode) => node.call<{ event: string }[]>('GET', 'webhooks/crm/deadLetters');
    await expect.poll(() => letters(other)).toHaveLength(3);
    expect(await letters(sender)).toEqual(await letters(other));

    const [one] = await letters(other);
    const revive = (body: unknown) => other.call('POST', 'webhooks/crm/deadLetters', body);
    expect(await revive({ action: 'discard', events: [one!.event, 'nonsense'] })).toEqual({ letters: 1 });
    await expect.poll(() => letters(sender)).toHaveLength(2);
    receiver.answer = (received, response) => receiver.take(received, response);
    expect(await revive({ action: 'replay' })).toEqual({ letters: 2 });
    await receiver.until(() => receiver.taken.length === 2);
    await expect.poll(() => letters(other)).toEqual([]);
  });
});
