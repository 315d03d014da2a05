import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { administration } from '../../../../src/service/config/administration.js';
import { ConfigurationVersions } from '../../../../src/service/config/configuration-versions.js';
import { NodeConfiguration } from '../../../../src/service/config/node-configuration.js';
import type { Actor, LiveConfiguration } from '../../../../src/service/config/live-configuration.js';
import { scenarioPart } from '../../../../src/store/config/scenario-part.js';
import { loadConfiguration } from '../../../../src/store/config/load.js';
import type { Likeness } from '../../../../src/service/likeness.js';
import { openLikeness } from '../../../../src/service/open.js';
import { PostgresHome } from '../../../../src/extensions/postgres/home/postgres-home.js';
import { NodeDatabase } from '../../../../src/extensions/postgres/store/node-database.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { cli, done, json } from '../../../support/command-line.js';
import { newFolder } from '../../../support/temporary-folder.js';
import { emptyDatabase, postgres, type TestDatabase } from './postgres.js';

const actor: Actor = { by: 'test' };
const strict = { id: 'contact-strict', name: 'Strict', object: 'Contact', threshold: 99, usage: ['restSearch'] };
const scenario = { ...strict, fields: [{ field: 'Email', method: 'email', weight: 100 }], minimumEvidence: 1 };

interface Node {
  readonly likeness: Likeness;
  readonly shared: NodeConfiguration;
  readonly live: LiveConfiguration;
  readonly told: string[];
}

/** @param first configuration files of its folder, used if no node has stored any */
async function openNode(database: TestDatabase, first: ReadonlyMap<string, Buffer> = new Map()): Promise<Node> {
  const connection = await NodeDatabase.open(database.url());
  const dataFolder = newFolder();
  const shared = new NodeConfiguration(
    new ConfigurationVersions(new PostgresHome(connection)),
    join(dataFolder, 'configuration'),
  );
  await shared.begin(() => Promise.resolve(first));
  const store = await openPostgresStore(database.url());
  const likeness = await openLikeness({ configuration: await loadConfiguration(shared.folder), store });
  const { liveConfiguration: live } = administration({
    likeness,
    auth: {
      audit: { record: () => undefined, search: () => Promise.resolve([]) },
      mayGoOn: () => undefined,
      nameOf: () => undefined,
    },
    dataFolder,
    configurationFolder: shared.folder,
    nodeConfiguration: shared,
  });
  const told: string[] = [];
  shared.follow(
    () => live.follow(),
    (message) => told.push(message),
  );
  onTestFinished(async () => {
    await shared.close();
    await connection.close();
    await likeness.close();
  });
  return { likeness, shared, live, told };
}

function folderOf(files: Readonly<Record<string, unknown>>): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'lists'));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return folder;
}

const has = ({ likeness }: Node, id: string): boolean => likeness.configuration.scenarios.some((one) => one.id === id);
const push = (database: TestDatabase, folder: string, ...more: string[]) =>
  cli(['config', 'push', '--store', database.url(), '--config', folder, ...more]);

postgres.describe('the configuration of nodes over one database', () => {
  it('is what the first node has, and every node goes over to what is pushed', async () => {
    const database = await emptyDatabase();
    const first = await openNode(database, new Map([['scenarios.json', Buffer.from(JSON.stringify([scenario]))]]));
    const second = await openNode(database, new Map([['scenarios.json', Buffer.from('[]')]]));
    expect([has(first, scenario.id), has(second, scenario.id)]).toEqual([true, true]);

    const folder = folderOf({ 'scenarios.json': [], 'lists/people.txt': 'Jürgen\n' });
    expect(await push(database, folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('this folder is based on an earlier version') as string,
    });
    expect(await push(database, folder, '--over')).toMatchObject({ code: 0, stdout: 'pushed version 2\n' });
    await expect.poll(() => has(first, scenario.id) || has(second, scenario.id)).toBe(false);
    await expect.poll(() => [first.shared.version, second.shared.version]).toEqual([2, 2]);
    expect(await push(database, folder)).toMatchObject({ stdout: 'nothing to push: version 2 is identical\n' });
    expect(readFileSync(join(second.shared.folder, 'lists/people.txt'), 'utf8')).toBe('Jürgen\n');

    const pulled = newFolder();
    await done(['config', 'pull', '--store', database.url(), '--config', pulled, '--version', '1']);
    expect(JSON.parse(readFileSync(join(pulled, 'scenarios.json'), 'utf8'))).toEqual([scenario]);
    rmSync(join(pulled, 'scenarios.json'));
    writeFileSync(join(pulled, 'scenarios.json'), '[ ]');
    expect(await cli(['config', 'pull', '--store', database.url(), '--config', pulled])).toMatchObject({ code: 1 });
    const versions = ['config', 'versions', '--store', database.url(), '--json'];
    expect(await json(versions)).toMatchObject([
      { version: 2, by: 'command-line' },
      { version: 1, by: 'server' },
    ]);
  });

  it('a change at one node reaches all nodes, and one of two simultaneous changes is refused', async () => {
    const database = await emptyDatabase();
    const [first, second] = [await openNode(database), await openNode(database)];
    await first.live.change(actor, scenarioPart(scenario.id), () => scenario as never);
    expect(has(first, scenario.id)).toBe(true);
    await expect.poll(() => has(second, scenario.id)).toBe(true);
    const change = ({ live }: Node, threshold: number) =>
      live.change(actor, scenarioPart(scenario.id), (before) => ({ ...before!, threshold }));
    const outcomes = await Promise.allSettled([change(first, 91), change(second, 92)]);
    const kept = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(kept).toBeGreaterThan(0);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409, errorCode: 'CONFLICT' });
    const threshold = ({ likeness }: Node) =>
      likeness.configuration.scenarios.find(({ id }) => id === scenario.id)!.threshold;
    await expect.poll(() => first.shared.version).toBe(2 + kept);
    await expect.poll(() => second.shared.version).toBe(2 + kept);
    expect(threshold(first)).toBe(threshold(second));
  });

  it('a node that cannot go over says so, and can be done without once another node has', async () => {
    const database = await emptyDatabase();
    const first = await openNode(database);
    const objects = [{ name: 'Boat__c', keyPrefix: 'a0B', fields: [{ name: 'Sail__c', type: 'string' }] }];
    expect(await push(database, folderOf({ 'objects.json': objects }), '--over')).toMatchObject({ code: 0 });
    await expect.poll(() => first.shared.unapplied).toMatchObject({ version: 2, isElsewhere: false });
    expect(first.shared.unapplied!.reason).toMatch(/A restart is required to change objects\.json: Boat__c/);
    expect(first.shared.version).toBe(1);
    await expect.poll(() => first.told).toHaveLength(1);
    const second = await openNode(database);
    expect(second.likeness.configuration.registry.byName('Boat__c')).toBeDefined();
    await expect.poll(() => first.shared.unapplied?.isElsewhere).toBe(true);
    expect(second.shared.unapplied).toBeUndefined();
    // Restores a configuration that the node can run.
    await done(['config', 'push', '--store', database.url(), '--config', folderOf({}), '--over']);
    await expect.poll(() => first.shared.unapplied).toBeUndefined();
    await expect.poll(() => second.shared.unapplied).toMatchObject({ version: 3, isElsewhere: true });
  });

  it('what cannot be used is not pushed, and commands over the database go by the newest version', async () => {
    const database = await emptyDatabase();
    const wrong = await push(database, folderOf({ 'scenarios.json': [{ id: 'x' }] }));
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('is invalid') as string });
    const store = ['--store', database.url()];
    expect(await json(['config', 'versions', ...store, '--json'])).toEqual([]);
    await done(['config', 'push', ...store, '--config', folderOf({ 'scenarios.json': [scenario] })]);
    expect(await done(['scenarios', ...store])).toContain(scenario.id);
    expect(await cli(['config', 'push'])).toMatchObject({ code: 2 });
  });
});
