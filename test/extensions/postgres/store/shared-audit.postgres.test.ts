import { expect, it, onTestFinished } from 'vitest';
import { AuditLog } from '../../../../src/service/auth/audit-log.js';
import { AuditPlace } from '../../../../src/service/auth/audit-place.js';
import { verifyAudit, type AuditVerification } from '../../../../src/service/auth/audit-verify.js';
import { PostgresHome } from '../../../../src/extensions/postgres/home/postgres-home.js';
import { putWhole, wholeContent } from '../../../../src/store/home/home.js';
import { NodeDatabase } from '../../../../src/extensions/postgres/store/node-database.js';
import { cli, done, json } from '../../../support/command-line.js';
import { emptyDatabase, postgres, type TestDatabase } from './postgres.js';

async function openNode(database: TestDatabase): Promise<NodeDatabase> {
  const node = await NodeDatabase.open(database.url());
  onTestFinished(() => node.close());
  return node;
}

function verify(node: NodeDatabase, noted?: string): Promise<AuditVerification> {
  return verifyAudit(new PostgresHome(node), noted);
}

postgres.describe('the audit log of nodes over one database', () => {
  it('has the lines of all nodes in one chain, in which every change shows', async () => {
    const database = await emptyDatabase();
    const nodes = await Promise.all([openNode(database), openNode(database), openNode(database)]);
    const logs = nodes.map((node) => new AuditLog(new AuditPlace(new PostgresHome(node))));
    await Promise.all(
      logs.map(async (log, node) => {
        for (let i = 0; i < 40; i++) {
          log.record({ action: 'login', by: `node ${node}`, detail: `${i}\u0000\ud800` });
          if (i % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
        }
        await log.close();
      }),
    );
    const found = await verify(nodes[0]);
    expect(found).toMatchObject({ lines: 120, faults: [] });
    const last = await logs[1]!.search({ most: 200 });
    expect(last.map(({ n }) => n)).toEqual(Array.from({ length: 120 }, (_, i) => 120 - i));
    for (const node of [0, 1, 2]) {
      const own = last.filter(({ by }) => by === `node ${node}`).reverse();
      expect(own.map(({ detail }) => Number.parseInt(detail!))).toEqual(Array.from({ length: 40 }, (_, i) => i));
    }
    const contents = `${nodes[0].schema}.contents`;
    const keep = await wholeContent(new PostgresHome(nodes[0]), 'audit.log');
    for (const spoil of [
      `update ${contents} set bytes = replace(encode(bytes, 'escape'), 'login', 'logon')::bytea where start = 0`,
      `delete from ${contents} where start = (select max(start) from ${contents} where name = 'audit.log')`,
    ]) {
      await nodes[0].query(spoil);
      expect((await verify(nodes[0])).faults).not.toEqual([]);
      await putWhole(new PostgresHome(nodes[0]), 'audit.log', keep);
      expect((await verify(nodes[0], found.head)).faults).toEqual([]);
    }
  });

  it('doubles no line and loses none when the answer to a commit is lost', async () => {
    const database = await emptyDatabase();
    const node = await openNode(database);
    let losses = 2;
    const lossy = new PostgresHome(node);
    const changeAll = lossy.changeAll.bind(lossy);
    lossy.changeAll = async (...args) => {
      const isMade = await changeAll(...args);
      if (losses-- > 0) throw new Error('connection terminated');
      return isMade;
    };
    const told: string[] = [];
    const log = new AuditLog(new AuditPlace(lossy), (message) => told.push(message));
    log.record({ action: 'login', by: 'one' });
    await expect.poll(() => told.length).toBe(1);
    log.record({ action: 'login', by: 'two' });
    // Each failure and each recovery is logged.
    await expect.poll(() => told.length).toBe(4);
    await log.close();
    expect((await log.search({ most: 10 })).map(({ by }) => by)).toEqual(['two', 'one']);
    expect((await verify(node)).faults).toEqual([]);
  });

  it('shows what commands have done to clients and keys, which leave nothing on the local disk', async () => {
    const database = await emptyDatabase();
    const store = ['--store', database.url()];
    const { client_id } = await json<{ client_id: string }>(['client', 'add', 'shop', ...store, '--json']);
    await done(['token', '--client', client_id, ...store]);
    await done(['client', 'scopes', client_id, '--set', 'search', ...store]);
    await done(['key', 'rotate', ...store]);
    expect(await json<unknown[]>(['client', 'list', ...store, '--json'])).toMatchObject([{ client_id, name: 'shop' }]);
    const node = await openNode(database);
    const lines = await new AuditLog(new AuditPlace(new PostgresHome(node))).search({ most: 10 });
    expect(lines.map(({ action }) => action)).toEqual(['keyRotated', 'scopesChanged', 'tokenIssued', 'clientAdded']);
    expect(lines.every(({ by }) => by === 'command-line')).toBe(true);
    expect(await json(['audit', 'verify', ...store, '--json'])).toMatchObject({ lines: 4, ok: true });
    await new PostgresHome(node).put('audit.log', 10, Buffer.from('?'));
    expect(await cli(['audit', 'verify', ...store])).toMatchObject({ code: 1 });
  });
});
