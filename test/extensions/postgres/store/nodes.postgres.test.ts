import { expect, it, onTestFinished } from 'vitest';
import { cases } from '../../../support/draws.js';
import { needs } from '../../../support/needs.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import type { PostgresStore } from '../../../../src/extensions/postgres/store/postgres-store.js';
import type { Likeness } from '../../../../src/service/likeness.js';
import { caller, count, openService, searchIds, upsert } from '../../../service/open-service.js';
import { startPool } from '../../../support/pgbouncer.js';
import { emptyDatabase, postgres, serverUrl, type TestDatabase } from './postgres.js';

/** Number of runs with all clients. The full test uses `LIKENESS_REPEAT=50`. */
const REPEAT = Number(process.env['LIKENESS_REPEAT'] ?? 1);
const CLIENTS = 16;

interface Node {
  readonly likeness: Likeness;
  readonly store: PostgresStore;
}

async function openNodes(
  number: number,
  parameters?: string,
  of?: string,
): Promise<{ database: TestDatabase; nodes: Node[] }> {
  const database = await emptyDatabase(of);
  const open = async (): Promise<Node> => {
    const store = await openPostgresStore(database.url(parameters));
    return { store, likeness: await openService({ store }) };
  };
  return { database, nodes: await Promise.all(Array.from({ length: number }, open)) };
}

/** People that no scenario matches with each other. */
function person(number: number): Record<string, string> {
  const letters = (seed: number): string =>
    Array.from({ length: 9 }, (_, i) => {
      const drawn = Math.imul(seed * 31 + i * 7919 + 13, 2_654_435_761) >>> 9;
      const alphabet = i % 2 === 0 ? 'bdfgklmnprstvz' : 'aeiou';
      return alphabet[drawn % alphabet.length];
    }).join('');
  const [first, last] = [letters(2 * number + 1), letters(2 * number + 2)];
  return { FirstName: first, LastName: last, Email: `${first}.${last}.${number}@example.org` };
}

/** Waits until all nodes have reached the same position, and checks that they show the same records. */
async function settled(nodes: readonly Node[]): Promise<void> {
  const last = Math.max(...nodes.map(({ store }) => store.position));
  await Promise.all(nodes.map(({ store }) => store.waitFor(last)));
}

async function expectOneTruth(nodes: readonly Node[], expected: number): Promise<void> {
  await settled(nodes);
  for (const { likeness } of nodes) {
    expect(count(likeness, 'Contact')).toBe(expected);
    expect(await likeness.checkConsistency({ sample: 200 })).toEqual([]);
  }
  const pictures = nodes.map(({ likeness }) => JSON.stringify([...likeness.records('Contact')]));
  expect(new Set(pictures).size).toBe(1);
}

async function sendSamePersons(nodes: readonly Node[], persons: number): Promise<void> {
  const created: string[] = [];
  await Promise.all(
    nodes.flatMap(({ likeness }, node) =>
      Array.from({ length: CLIENTS }, async (_, client) => {
        for (let i = 0; i < persons; i++) {
          const objectData = person((i + 7 * client + 66 * node) % persons);
          const input = { objectType: 'Contact', objectData, duplicateCheck: true };
          const output = await likeness.upsert(input, { clientId: `${node}-${client}` });
          expect(output.isSuccess).toBe(true);
          if (output.isCreated) created.push(output.objectId!);
        }
      }),
    ),
  );
  expect([created.length, new Set(created).size]).toEqual([persons, persons]);
  await expectOneTruth(nodes, persons);
}

postgres.describe('nodes over one database', () => {
  for (const [persons, parameters] of cases(2, [
    [40, ''],
    [40, 'listen=off'],
    [200, ''],
  ] as const))
    it(
      `3 nodes with 16 clients each that send the same ${persons} persons give exactly ${persons} records (${REPEAT} times) ${parameters}`,
      { timeout: 1_200_000 },
      async () => {
        for (let round = 0; round < REPEAT; round++) {
          const { nodes } = await openNodes(3, parameters);
          await sendSamePersons(nodes, persons);
        }
      },
    );

  it('nodes work through a proxy that pools transactions', needs('pgbouncer'), async () => {
    // The pool has only as many connections as the nodes need, so no node can reserve one.
    const pool = await startPool(await serverUrl(), 9);
    onTestFinished(() => pool.close());
    const { nodes } = await openNodes(3, 'listen=off', pool.url);
    await sendSamePersons(nodes, 40);
  });

  it('what one node acknowledged, another one finds once it has reached its position', async () => {
    const { nodes } = await openNodes(2);
    const [first, second] = nodes as [Node, Node];
    for (let i = 0; i < 20; i++) {
      const output = await upsert(first.likeness, 'Contact', person(i));
      await second.store.waitFor(first.store.position);
      expect(await searchIds(second.likeness, '003', person(i))).toEqual([output.objectId]);
      const found = await upsert(second.likeness, 'Contact', person(i));
      expect(found).toMatchObject({ isCreated: false, objectId: output.objectId });
    }
    await expectOneTruth(nodes, 20);
  });

  it('an Id that was given out for nothing on one node is another node’s to give', async () => {
    const { nodes } = await openNodes(2);
    const [first, second] = nodes as [Node, Node];
    await upsert(first.likeness, 'Contact', person(0));
    await settled(nodes);
    const refused = await upsert(first.likeness, 'Contact', { FirstName: 'Nameless' });
    expect(refused.isSuccess).toBe(false);
    const one = await upsert(second.likeness, 'Contact', person(1));
    const other = await upsert(first.likeness, 'Contact', person(2));
    expect([one.isCreated, other.isCreated]).toEqual([true, true]);
    await expectOneTruth(nodes, 3);
    for (const { store } of nodes) expect(store.writable).toBe(true);
  });

  it('an idempotency key counts once over all nodes', async () => {
    const { nodes } = await openNodes(3);
    for (let i = 0; i < 30; i++) {
      const input = { objectType: 'Contact', objectData: person(i) };
      const answers = await Promise.all(
        nodes.flatMap(({ likeness }) => [
          likeness.upsert(input, caller, `key-${i}`),
          likeness.upsert(input, caller, `key-${i}`),
        ]),
      );
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }
    await expectOneTruth(nodes, 30);
  });

  it('updates, deletions, merges, undos and erasures of one node reach the indexes of the others', async () => {
    const { nodes } = await openNodes(2);
    const [first, second] = nodes as [Node, Node];
    const ids: string[] = [];
    for (let i = 0; i < 8; i++) ids.push((await upsert(first.likeness, 'Contact', person(i))).objectId!);
    await settled(nodes);
    await upsert(second.likeness, 'Contact', { Id: ids[0], LastName: 'Changed', Email: 'changed@example.org' });
    await second.likeness.deleteRecord('Contact', ids[1]!, caller);
    await second.likeness.merging.merge({ objectType: 'Contact', masterId: ids[2]!, ids: [ids[3]!] }, caller);
    await settled(nodes);
    await first.likeness.erase(ids[4]!, caller);
    await expectOneTruth(nodes, 5);
    expect(await searchIds(first.likeness, '003', person(1))).toEqual([]);
  });
});
