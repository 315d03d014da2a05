import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { administration, type Administration } from '../../../../src/service/config/administration.js';
import { ConfigurationVersions } from '../../../../src/service/config/configuration-versions.js';
import { ProposalStore } from '../../../../src/service/config/proposal-store.js';
import { Learner } from '../../../../src/service/config/learner.js';
import { NodeConfiguration } from '../../../../src/service/config/node-configuration.js';
import type { Actor } from '../../../../src/service/config/live-configuration.js';
import { versionOf } from '../../../../src/store/config/scenario-definition.js';
import { loadConfiguration } from '../../../../src/store/config/load.js';
import type { Likeness } from '../../../../src/service/likeness.js';
import { KeptFiles } from '../../../../src/service/import/kept-files.js';
import { KeptJobs } from '../../../../src/service/jobs/kept-jobs.js';
import { openLikeness } from '../../../../src/service/open.js';
import { PostgresHome } from '../../../../src/extensions/postgres/home/postgres-home.js';
import { PostgresLease } from '../../../../src/extensions/postgres/home/postgres-lease.js';
import { NodeDatabase } from '../../../../src/extensions/postgres/store/node-database.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { cli, done, json } from '../../../support/command-line.js';
import { newFolder } from '../../../support/temporary-folder.js';
import { emptyDatabase, postgres, type TestDatabase } from './postgres.js';

const actor: Actor = { by: 'test' };

interface Node extends Pick<Administration, 'proposals' | 'scenarioEditing'> {
  readonly likeness: Likeness;
  readonly lease: PostgresLease;
  readonly learner: Learner;
  /** Log messages of its learner. */
  readonly said: string[];
}

async function openNode(database: TestDatabase): Promise<Node> {
  const connection = await NodeDatabase.open(database.url());
  const dataFolder = newFolder();
  const shared = new NodeConfiguration(
    new ConfigurationVersions(new PostgresHome(connection)),
    join(dataFolder, 'configuration'),
  );
  mkdirSync(shared.folder);
  await shared.begin(() => Promise.resolve(new Map()));
  const store = await openPostgresStore(database.url());
  const likeness = await openLikeness({ configuration: await loadConfiguration(shared.folder), store });
  const lease = new PostgresLease(connection, 'learning');
  const home = new PostgresHome(connection);
  const proposalPlace = new ProposalStore(home);
  const changing = administration({
    likeness,
    auth: {
      audit: { record: () => undefined, search: () => Promise.resolve([]) },
      mayGoOn: () => undefined,
      nameOf: () => undefined,
    },
    dataFolder,
    configurationFolder: shared.folder,
    nodeConfiguration: shared,
    home,
    nodes: {
      webhooks: { lease, share: (work) => Promise.resolve(work()) },
      learning: lease,
      jobs: new KeptJobs({ home, lease, folder: join(dataFolder, 'jobs') }),
      files: new KeptFiles({ home, lease, folder: join(dataFolder, 'files-on-their-way') }),
    },
  });
  const { proposals, scenarioEditing, liveConfiguration } = changing;
  shared.follow(
    () => liveConfiguration.follow(),
    () => undefined,
  );
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const log = { info: say, warn: say };
  const learner = new Learner({ likeness, place: proposalPlace, proposals, duty: lease, log });
  onTestFinished(async () => {
    learner.close();
    await lease.close();
    await shared.close();
    await connection.close();
    await likeness.close();
  });
  return { likeness, proposals, scenarioEditing, lease, learner, said };
}

async function twoNodes(): Promise<{ database: TestDatabase; nodes: [Node, Node] }> {
  const database = await emptyDatabase();
  const nodes: [Node, Node] = [await openNode(database), await openNode(database)];
  await nodes[0].lease.take();
  return { database, nodes };
}

/** Leads. One lead in ten is stored twice. */
const people = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => {
    const n = from + at;
    const i = n % 10 === 9 ? n - 1 : n;
    return {
      FirstName: `First${i % 12}`,
      LastName: `Last${i % 83}`,
      Company: `C${i % 97}`,
      Email: `p${i}@example.org`,
    };
  });

/** Runs both learners until nothing changes. */
async function learn([first, second]: readonly [Node, Node]): Promise<void> {
  const stored = ({ likeness }: Node) => likeness.statistics().store.records;
  await expect.poll(() => stored(second) - stored(first)).toBe(0);
  for (const { lease, learner } of [first, second, first, second]) {
    await lease.take();
    await learner.look();
  }
}

const importing = ({ likeness }: Node, from: number, to: number) =>
  likeness.importBatch('Lead', people(from, to), { check: false }, { clientId: 'test', requestId: 'test' });
const idsAt = async ({ proposals }: Node) => (await proposals.list()).map(({ id }) => id);
const uses = ({ likeness }: Node) => likeness.configuration.scenarios.some(({ id }) => id === 'lead-learned');

postgres.describe('learning at nodes over one database', () => {
  it('one node learns, and all show what waits; accepted at one it is in use at all', async () => {
    const { database, nodes } = await twoNodes();
    const [first, second] = nodes;
    await importing(second, 0, 300);
    await learn(nodes);
    expect(first.said.filter((line) => line.includes('was learned'))).toHaveLength(1);
    expect(second.said).toEqual([]);
    expect([await idsAt(first), await idsAt(second)]).toEqual([['lead-learned'], ['lead-learned']]);
    const store = ['--store', database.url()];
    expect(await json(['scenarios', '--proposals', ...store, '--json'])).toMatchObject([{ id: 'lead-learned' }]);

    await second.proposals.accept('lead-learned', actor);
    await expect.poll(() => [uses(first), uses(second)]).toEqual([true, true]);
    expect(await idsAt(first)).toEqual([]);
    expect(await done(['scenarios', '--proposals', ...store])).toBe('no learned scenarios await acceptance\n');

    // The other node continues and knows which records were learned from.
    await first.lease.close();
    await importing(second, 300, 310);
    await second.lease.take();
    await learn([second, first]);
    expect(second.said).toEqual([]);
    await importing(second, 310, 400);
    await learn([second, first]);
    expect(second.said.filter((line) => line.includes('was learned'))).toHaveLength(1);
    expect(await done(['scenarios', 'discard', 'lead-learned', ...store])).toBe('discarded lead-learned\n');
    expect([await idsAt(first), await idsAt(second)]).toEqual([[], []]);
  });

  it('a node that cannot ask its database learns nothing, says so once, and continues', async () => {
    const database = await emptyDatabase();
    const connection = await NodeDatabase.open(database.url());
    const likeness = await openLikeness({
      configuration: await loadConfiguration(),
      store: await openPostgresStore(database.url()),
    });
    onTestFinished(() => likeness.close());
    const said: string[] = [];
    const warn = (message: string) => void said.push(message);
    const learner = new Learner({
      likeness,
      place: new ProposalStore(new PostgresHome(connection)),
      proposals: { accept: () => Promise.reject(new Error('nothing is to be accepted')) },
      log: { info: warn, warn },
    });
    onTestFinished(() => learner.close());
    await connection.close();
    await learner.look();
    await learner.look();
    expect(said).toEqual([expect.stringContaining('scenarios learned by other nodes cannot be read: ')]);
  });

  it('the command accepts for all nodes', async () => {
    const { database, nodes } = await twoNodes();
    await importing(nodes[0], 0, 300);
    await learn(nodes);
    const accept = ['scenarios', 'accept', 'lead-learned', '--store', database.url()];
    expect(await done(accept)).toBe('lead-learned is in use\n');
    await expect.poll(() => nodes.map(uses)).toEqual([true, true]);
    expect(await cli(accept)).toMatchObject({ code: 1, stderr: expect.stringContaining('none is open') as string });
  });

  it('earlier versions of a scenario are listed and restored at any node', async () => {
    const {
      nodes: [first, second],
    } = await twoNodes();
    const fields = [{ field: 'Email', method: 'email', weight: 100 }];
    const edited = (threshold: number) =>
      ({
        id: 'strict',
        name: 'Strict',
        object: 'Lead',
        threshold,
        usage: ['restSearch'],
        fields,
        minimumEvidence: 1,
      }) as never;
    const current = ({ likeness }: Node) =>
      likeness.configuration.scenarioDefinitions.find(({ id }) => id === 'strict');
    await first.scenarioEditing.save(actor, 'strict', edited(90), null);
    await expect.poll(() => current(second)?.threshold).toBe(90);
    await second.scenarioEditing.save({ by: 'other' }, 'strict', edited(95), versionOf(current(second))!);
    await expect.poll(() => current(first)?.threshold).toBe(95);
    const shown = (node: Node) =>
      node.scenarioEditing
        .versions('strict')
        .then((all) => all.map(({ number, by, definition }) => [number, by, definition?.threshold]));
    expect(await shown(first)).toEqual([
      [2, 'other', 95],
      [1, 'test', 90],
    ]);
    expect(await shown(second)).toEqual(await shown(first));
    await expect(second.scenarioEditing.save(actor, 'strict', edited(99), 'nonsense')).rejects.toMatchObject({
      message: expect.stringContaining('by other') as string,
    });
    await first.scenarioEditing.revert(actor, 'strict', 1, versionOf(current(first))!);
    await expect.poll(() => current(second)?.threshold).toBe(90);
    expect((await shown(second))[0]).toEqual([3, 'test', 90]);
  });
});
