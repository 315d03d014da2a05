import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { recordIn } from '../../../src/auth/audit-log.js';
import { AuditPlace } from '../../../src/auth/audit-place.js';
import { verifyAudit } from '../../../src/auth/audit-verify.js';
import { ConfigurationVersions } from '../../../src/administration/configuration-versions.js';
import { ProposalStore } from '../../../src/administration/proposal-store.js';
import { PartVersions } from '../../../src/administration/part-versions.js';
import { scenarioDefinitionSchema } from '../../../src/config/config-schemas.js';
import { digestOfFiles } from '../../../src/config/folder-files.js';
import { Backlogs } from '../../../src/events/webhooks/backlogs.js';
import { KeptFiles } from '../../../src/files/kept-files.js';
import { PostgresHome } from '../../../src/home/postgres/postgres-home.js';
import { KeptJobs, type NumberedGroup } from '../../../src/jobs/kept-jobs.js';
import { NodeDatabase } from '../../../src/store/postgres/node-database.js';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.js';
import { newFolder } from '../../support/temporary-folder.js';
import { postgres } from './postgres.js';
import { ofVersion19 } from './version-19.js';

postgres.describe('a database of version 19', () => {
  it('has the same records afterwards', async () => {
    const database = await ofVersion19();
    const store = await openPostgresStore(database.url());
    onTestFinished(() => store.close());
    expect([store.position, store.count('Lead')]).toEqual([2, 3]);
  });

  it('has the same proposals and earlier states of scenarios in its home', async () => {
    const database = await ofVersion19();
    const home = new PostgresHome(await NodeDatabase.open(database.url()));
    onTestFinished(() => home.close());
    expect(await new ProposalStore(home).all()).toEqual(
      new Map([['Lead', expect.objectContaining({ status: 'failed', reason: 'too few records' })]]),
    );
    const versions = new PartVersions(home, 'scenario-versions', scenarioDefinitionSchema);
    expect(await versions.list('strict')).toMatchObject([
      { number: 1, action: 'saved', definition: { threshold: 90 } },
    ]);
    await versions.keep('strict', 'removed', undefined, { by: 'test' });
    expect((await versions.list('strict')).map(({ number }) => number)).toEqual([2, 1]);
  });

  it('has the same webhooks in its home, and what was asked for', async () => {
    const database = await ofVersion19();
    const home = new PostgresHome(await NodeDatabase.open(database.url()));
    onTestFinished(() => home.close());
    const backlogs = new Backlogs(home);
    expect(await backlogs.read('crm')).toEqual({
      backlog: { version: 1, position: 3, waiting: [], dead: [] },
      sender: { status: 'sending', delivered: 0, failed: 0, lastDelivery: null, lastFailure: null },
    });
    expect(await backlogs.orders()).toMatchObject([
      { webhook: 'crm', action: 'discard', events: ['a', 'b'] },
      { webhook: 'gone', action: 'replay', events: null },
    ]);
    for (const order of await backlogs.orders()) await backlogs.done(order);
    expect(await backlogs.orders()).toEqual([]);
  });

  it('has the same jobs with their groups, and the same files, in its home', async () => {
    const database = await ofVersion19();
    const home = new PostgresHome(await NodeDatabase.open(database.url()));
    onTestFinished(() => home.close());
    const jobs = new KeptJobs({ home, folder: newFolder() });
    const { item: job } = (await jobs.queue.all())[0]!;
    expect(job).toMatchObject({ id: 'job-000000000001', status: 'completed', result: { groups: 1, places: [0] } });
    const groups: NumberedGroup[] = [];
    for await (const group of jobs.groups(job.id, job.result!.places)) groups.push(group);
    expect(groups).toEqual([
      { number: 1, group: { members: expect.any(Array) as object[], pairs: [[0, 1, 100]], score: 100 } },
    ]);
    expect(await jobs.merges(job.id).all()).toEqual([]);

    const files = new KeptFiles({ home, folder: newFolder() });
    const { item: file } = (await files.queue.all())[0]!;
    expect(file).toMatchObject({ id: 'file-000000000001', name: 'people.csv', status: 'failed', size: 139 });
    const input = await files.input(file);
    expect(readFileSync(input.path, 'utf8')).toMatch(/^FirstName,LastName,Company,Email\nAda,Byron/);
    const { id } = await files.reserve({ clientId: 'test', extension: '.csv', size: 1, limit: 1_000 });
    expect(id).toBe('file-000000000002');
  });

  it('has the same versions of the configuration in its home', async () => {
    const database = await ofVersion19();
    const home = new PostgresHome(await NodeDatabase.open(database.url()));
    onTestFinished(() => home.close());
    const versions = new ConfigurationVersions(home);
    const all = await versions.list();
    expect(all).toMatchObject([{ version: 2 }, { version: 1, by: 'server', pushed: '2026-11-24T14:15:35.591Z' }]);
    for (const { version, digest } of all) expect(digestOfFiles(await versions.files(version))).toBe(digest);
    expect([...(await versions.files(2)).keys()]).toEqual(['scenarios.json', 'webhooks.json']);
  });

  it('has the same audit log, which goes on behind its end, and the same clients and keys', async () => {
    const database = await ofVersion19();
    const home = new PostgresHome(await NodeDatabase.open(database.url()));
    onTestFinished(() => home.close());
    const audit = new AuditPlace(home);
    expect(await verifyAudit(home)).toMatchObject({ lines: 9, faults: [] });
    const { end } = await audit.whole((_lines, end) => Promise.resolve({ end }));
    await recordIn(home, { action: 'moved', by: 'test' });
    const newest = (await audit.newestFirst().next()).value as string;
    expect(JSON.parse(newest)).toMatchObject({ n: 10, previous: end!.digest, action: 'moved' });
    const names = (await home.list('shared')).map(({ name }) => name);
    expect(names).toEqual(['shared/clients.json', 'shared/signing.key', 'shared/webhooks.secrets']);
    expect((await home.read('shared/clients.json'))!.content).toContain('567e2c781a61f9d801a3e573b2650fb4');
  });
});
