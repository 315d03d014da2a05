import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { ProposalStore } from '../../../src/administration/proposal-store.js';
import { ScenarioVersions } from '../../../src/administration/scenario-versions.js';
import { Backlogs } from '../../../src/events/webhooks/backlogs.js';
import { PostgresHome } from '../../../src/home/postgres/postgres-home.js';
import { NodeDatabase } from '../../../src/store/postgres/node-database.js';
import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.js';
import { newDatabase, postgres, type TestDatabase } from './postgres.js';

/** A database as version 19 of the schema left it, with something in every table that nodes fill. */
async function ofVersion19(): Promise<TestDatabase> {
  const database = await newDatabase();
  onTestFinished(() => database.drop());
  const dump = readFileSync(new URL('version-19.sql', import.meta.url), 'utf8');
  await database.query(`create schema ${database.schema}; ${dump.replaceAll(':schema', database.schema)}`);
  return database;
}

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
    const versions = new ScenarioVersions(home);
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
});
