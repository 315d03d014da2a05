import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { contact } from '../../../store/contact.js';
import { newDatabase, postgres } from './postgres.js';
import { PreviousNode } from './previous-node.js';
import { servedNodes, type ServedNode } from './served-nodes.js';

const put = (number: number) => ({ changes: [{ kind: 'put' as const, record: contact(number) }] });
const body = (number: number): string => JSON.stringify({ t: put(number).changes });

async function openStores(count: number) {
  const database = await newDatabase();
  const stores = await Promise.all(Array.from({ length: count }, () => openPostgresStore(database.url())));
  onTestFinished(async () => {
    for (const store of stores) await store.close();
    await database.drop();
  });
  return { database, stores };
}

postgres.describe('the right to decide', () => {
  it('is handed over on request, and back', async () => {
    const { database, stores } = await openStores(2);
    const [first, second] = stores as [(typeof stores)[0], (typeof stores)[0]];
    const other = await PreviousNode.open(database.url());
    onTestFinished(() => other.close());
    for (let i = 0; i < 5; i++) {
      expect(await first.append(put(3 * i))).toBe(3 * i + 1);
      expect(await second.append(put(3 * i + 1))).toBe(3 * i + 2);
      await other.append(body(3 * i + 2));
      await Promise.all(stores.map((store) => store.waitFor(3 * i + 3)));
    }
    for (const store of stores) expect(store.count('Contact')).toBe(15);
  });

  it('is no longer theirs whom another one has followed: what they send late is not appended', async () => {
    const { database, stores } = await openStores(1);
    const [store] = stores as [(typeof stores)[0]];
    await store.append(put(1));
    const { epoch } = store.decider;
    const other = await PreviousNode.open(database.url());
    onTestFinished(() => other.close());
    // Simulates a process that was suspended for longer than its lease.
    const { schema } = database;
    await database.query(`update ${schema}.head set decider_until = '-infinity'`);
    const give = await other.hold();
    await expect.poll(() => store.decider.isOurs).toBe(false);
    let isAppended = false;
    const late = store.append(put(2)).then((position) => {
      isAppended = true;
      return position;
    });
    await other.appendHeld(body(3));
    expect(isAppended).toBe(false);
    await give();
    expect(await late).toBe(3);
    expect(store.decider.epoch).toBeGreaterThan(epoch + 1);
    expect(store.count('Contact')).toBe(3);
  });

  it('is taken over from one that says nothing more, and handed over at once by one that stops', async () => {
    const { database, stores } = await openStores(2);
    const [first, second] = stores as [(typeof stores)[0], (typeof stores)[0]];
    // A node takes the lease and disappears.
    const look = `select from ${database.schema}.look_decider(0, null, null, gen_random_uuid(), 1500, null, null, true, false)`;
    await database.query(look);
    first.decider.serve('http://first', 'secret');
    await expect.poll(() => first.decider.isOurs).toBe(true);
    second.decider.serve('http://second', 'secret');
    await expect.poll(() => second.decider.find()).toMatchObject({ url: 'http://first' });
    await first.decider.retire();
    await expect.poll(() => second.decider.isOurs).toBe(true);
    expect(await first.decider.find()).toMatchObject({ url: 'http://second', secret: 'secret' });
  });

  it('comes to a node that cannot reach the one that has it', async () => {
    const { stores } = await openStores(2);
    const [first, second] = stores as [(typeof stores)[0], (typeof stores)[0]];
    first.decider.serve('http://first', 'secret');
    await expect.poll(() => first.decider.isOurs).toBe(true);
    second.decider.serve('http://second', 'secret');
    const { epoch } = (await second.decider.find())!;
    second.decider.isUnreachable(epoch);
    expect(await second.decider.find()).toBeUndefined();
    expect(second.decider.isOurs).toBe(true);
  });
});

interface Health {
  readonly decider: { readonly role: string; readonly epoch: number };
}

const UPSERT = 'dc3DataApi';
const person = (name: string) => ({
  input: { objectType: 'Contact', objectData: { LastName: name, Email: `${name}@example.com` }, duplicateCheck: true },
});

async function roleOf({ url }: ServedNode): Promise<string> {
  return ((await (await fetch(`${url}/healthz`)).json()) as Health).decider.role;
}

postgres.describe('nodes that serve', () => {
  async function three(): Promise<ServedNode[]> {
    const served = await servedNodes();
    const nodes = [await served.start(), await served.start(), await served.start()];
    const roles = async (): Promise<string[]> => (await Promise.all(nodes.map(roleOf))).sort();
    await expect.poll(roles).toEqual(['decider', 'follower', 'follower']);
    return nodes;
  }

  const upsert = async (node: ServedNode, name: string): Promise<{ objectId: string; isCreated: boolean }> =>
    node.call('POST', UPSERT, person(name));

  it('pass on what is to be decided, and show what was answered', async () => {
    const nodes = await three();
    for (let i = 0; i < 30; i++) {
      const node = nodes[i % 3]!;
      const { objectId } = await upsert(node, `person${i}`);
      const { objectData } = person(`person${i}`).input;
      const found = await node.call('POST', 'dc3Api/search', { objectPrefix: '003', objectData });
      expect(JSON.stringify(found)).toContain(objectId);
    }
  });

  it('make one record of equal upserts at one instant', async () => {
    const nodes = await three();
    for (let i = 0; i < 20; i++) {
      const answers = await Promise.all(nodes.map((node) => upsert(node, `same${i}`)));
      expect(new Set(answers.map(({ objectId }) => objectId)).size).toBe(1);
      expect(answers.filter(({ isCreated }) => isCreated)).toHaveLength(1);
    }
  });

  it('refuse what claims to be passed on by a node and is not', async () => {
    const [node] = (await three()) as [ServedNode];
    const peer = JSON.stringify({ remoteAddress: '1.2.3.4', localAddress: '1.2.3.4', localPort: 80, encrypted: true });
    for (const header of [peer, `x ${peer}`, ` ${peer}`, '{', ''])
      expect((await fetch(`${node.url}/healthz`, { headers: { 'likeness-peer': header } })).status).toBe(421);
  });
});
