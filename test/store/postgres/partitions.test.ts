import { expect, it, onTestFinished } from 'vitest';
import type { Partition } from '../../../src/index/parts/partition.js';
import { openLikeness } from '../../../src/service/open.js';
import type { Service } from '../../../src/service/service.js';
import { loadConfiguration } from '../../../src/config/load.js';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.js';
import type { PostgresStore } from '../../../src/store/postgres/postgres-store.js';
import { draws } from '../../support/draws.js';
import { testPart, type TestPart } from '../../support/partitioned-node.js';
import { freshSeed, Random } from '../../index/random.js';
import { caller, configurationFolder, count } from '../../service/open-service.js';
import { newDatabase, postgres, type TestDatabase } from './postgres.js';

interface Node {
  readonly likeness: Service;
  readonly store: PostgresStore;
  readonly part: TestPart | undefined;
  close(): Promise<void>;
}

/** A node with a part of the indexes, or with all of them. */
async function openNode(database: TestDatabase, partition?: Partition): Promise<Node> {
  const part = partition && (await testPart(database.url(), partition));
  const store = await openPostgresStore(database.url());
  const configuration = await loadConfiguration(await configurationFolder({}));
  const likeness = await openLikeness({ configuration, store, partitioning: part?.node });
  await part?.listen(likeness);
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= likeness.close().then(() => part?.close()));
  onTestFinished(close);
  return { likeness, store, part, close };
}

async function openNodes(...parts: (Partition | undefined)[]): Promise<{ database: TestDatabase; nodes: Node[] }> {
  const database = await newDatabase();
  onTestFinished(() => database.drop());
  const nodes: Node[] = [];
  for (const partition of parts) nodes.push(await openNode(database, partition));
  return { database, nodes };
}

const FIRST = { part: 0, parts: 2 };
const SECOND = { part: 1, parts: 2 };
const NAMES = [
  'Berit',
  'Berrit',
  'Anna',
  'Ana',
  'Anne',
  'John',
  'Jon',
  'Sandvik',
  'Sandvig',
  'Smith',
  'Smyth',
  'Keller',
];

function draw(random: Random): Record<string, string> {
  const name = () => random.pick(NAMES);
  const [FirstName, LastName] = [name(), name()];
  return { FirstName, LastName, Email: `${FirstName}.${LastName}.${random.below(3)}@example.org` };
}

async function settled(nodes: readonly Node[]): Promise<void> {
  const last = Math.max(...nodes.map(({ store }) => store.position));
  await Promise.all(nodes.map(({ store }) => store.waitFor(last)));
}

postgres.describe('nodes that index a part of the records each', () => {
  it('find what a node with all of them finds, whatever is written meanwhile', { timeout: 120_000 }, async () => {
    const { nodes } = await openNodes(FIRST, SECOND, undefined);
    const [first, second, whole] = nodes as [Node, Node, Node];
    const seed = freshSeed('partitions against the whole');
    const random = new Random(seed);
    const ids: string[] = [];
    for (let round = 0; round < draws(15); round++) {
      await Promise.all(
        [first, second, whole, first, second].map(async ({ likeness }) => {
          const known = ids.length > 0 && random.chance(0.3) ? { Id: random.pick(ids) } : {};
          const objectData = { ...draw(random), ...known };
          const output = await likeness.upsert(
            { objectType: 'Contact', objectData, duplicateCheck: random.chance(0.3) },
            caller,
          );
          if (output.isCreated) ids.push(output.objectId!);
          // While others write: it must be answered, by records that are there.
          const found = await likeness.search({ objectPrefix: '003', objectData: draw(random) });
          expect(found.output['003']!.length).toBeLessThanOrEqual(100);
        }),
      );
      if (ids.length > 20) await second.likeness.deleteRecord('Contact', ids.splice(random.below(10), 1)[0]!, caller);
      await settled(nodes);
      for (let i = 0; i < 5; i++) {
        const input = { objectPrefix: '003', objectData: draw(random) };
        const [one, two, expected] = await Promise.all(nodes.map(({ likeness }) => likeness.search(input)));
        expect(one!.json, `seed ${seed}`).toBe(expected!.json);
        expect(two!.json, `seed ${seed}`).toBe(expected!.json);
      }
    }
    for (const { likeness } of nodes) expect(await likeness.checkConsistency({ sample: 50 })).toEqual([]);
    // Of so few records the room that is kept free is the most of an index.
    const rows = Array.from({ length: 2_000 }, () => draw(random));
    await first.likeness.importBatch('Contact', rows, { check: false }, caller);
    await settled(nodes);
    const sizes = nodes.map(({ likeness }) => likeness.statistics().indexes.get('Contact')!.bytes);
    expect(Math.max(sizes[0]!, sizes[1]!)).toBeLessThan(sizes[2]!);
    expect(first.part!.node.counts).toMatchObject({ retried: 0, failed: 0 });
    expect([...first.part!.troubles, ...second.part!.troubles]).toEqual([]);
  });

  it('equal persons sent to both by many clients give one record each', { timeout: 120_000 }, async () => {
    const { nodes } = await openNodes(FIRST, SECOND);
    const persons = 40;
    const created: string[] = [];
    await Promise.all(
      nodes.flatMap(({ likeness }, node) =>
        Array.from({ length: 8 }, async (_, client) => {
          for (let i = 0; i < persons; i++) {
            const number = (i + 7 * client + 13 * node) % persons;
            const objectData = {
              LastName: `Sandvik${number}`,
              FirstName: 'Berit',
              Email: `berit${number}@example.org`,
            };
            const input = { objectType: 'Contact', objectData, duplicateCheck: true };
            const output = await likeness.upsert(input, { clientId: `${node}-${client}` });
            expect(output.isSuccess).toBe(true);
            if (output.isCreated) created.push(output.objectId!);
          }
        }),
      ),
    );
    expect([created.length, new Set(created).size]).toEqual([persons, persons]);
    await settled(nodes);
    for (const { likeness } of nodes) {
      expect(count(likeness, 'Contact')).toBe(persons);
      expect(await likeness.checkConsistency({ sample: 40 })).toEqual([]);
    }
  });

  it('without one of the parts nothing is found and nothing is created, until it is back or a twin is there', async () => {
    const { nodes, database } = await openNodes(FIRST, SECOND);
    const [first, second] = nodes as [Node, Node];
    const objectData = { LastName: 'Sandvik', FirstName: 'Berit', Email: 'berit@example.org' };
    const upsert = () => first.likeness.upsert({ objectType: 'Contact', objectData, duplicateCheck: true }, caller);
    const search = () => first.likeness.search({ objectPrefix: '003', objectData });
    const { objectId } = await upsert();
    await second.close();
    await expect(search()).rejects.toThrow('part 2/2 of the index does not answer');
    await expect(upsert()).rejects.toThrow('part 2/2 of the index does not answer');
    expect(first.part!.node.counts.failed).toBe(2);
    await expect.poll(() => first.part!.node.missing).toEqual([1]);
    // What needs no search goes on.
    expect(first.likeness.readRecord('Contact', objectId!)).toMatchObject({ LastName: 'Sandvik' });
    await first.likeness.upsert({ objectType: 'Contact', objectData: { LastName: 'Keller' } }, caller);
    await openNode(database, SECOND);
    expect((await search()).output['003']).toHaveLength(1);
    expect(await upsert()).toMatchObject({ isCreated: false, objectId });
    expect(count(first.likeness, 'Contact')).toBe(2);
  });

  it('a scenario that is not the asker’s own is searched by on no part', async () => {
    const { nodes } = await openNodes(FIRST, SECOND);
    const [first, second] = nodes as [Node, Node];
    const { configuration } = first.likeness;
    const change = (threshold: number) => ({
      ...configuration,
      scenarios: configuration.scenarios.map((one) => (one.object === 'Contact' ? { ...one, threshold } : one)),
      scenarioDefinitions: configuration.scenarioDefinitions.map((one) =>
        one.object === 'Contact' ? { ...one, threshold: threshold / 100 } : one,
      ),
    });
    const objectData = { LastName: 'Sandvik', FirstName: 'Berit', Email: 'berit@example.org' };
    const search = () => first.likeness.search({ objectPrefix: '003', objectData });
    const leads = () => first.likeness.search({ objectPrefix: '00Q', objectData: { LastName: 'Sandvik' } });
    await first.likeness.reconfigure(change(8_100));
    await expect(search()).rejects.toThrow('part 2/2 of the index does not answer');
    expect(first.part!.troubles.join()).toContain('another configuration');
    expect((await leads()).output['00Q']).toEqual([]);
    await second.likeness.reconfigure(change(8_100));
    expect((await search()).output['003']).toEqual([]);
  });
});
