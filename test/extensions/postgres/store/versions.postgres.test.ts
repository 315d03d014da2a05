import { expect, it } from 'vitest';
import { connect } from '../../../../src/extensions/postgres/store/connect.js';
import { locationOf } from '../../../../src/extensions/postgres/store/location.js';
import { migrate, newestOf, SCHEMA } from '../../../../src/extensions/postgres/store/migrations.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { contact } from '../../../store/contact.js';
import { emptyDatabase, postgres, type TestDatabase } from './postgres.js';
import { PreviousNode } from './previous-node.js';

const put = (number: number): string => JSON.stringify({ t: [{ kind: 'put', record: contact(number) }] });

const time = '2026-11-01T10:00:00.000Z';
const logged = (...t: object[]): string => JSON.stringify({ t, by: { client: 'c', time, request: 'r' } });
const [kept, matched, deleted, erased] = [1, 2, 3, 4].map((number) => contact(number).id);
const pair = {
  ...{ id: 'pair-1', objectType: 'Contact', createdId: matched, matchedId: kept, score: 90, time },
  scenarioScores: [{ scenarioId: 's', scenarioName: 'S', scenarioScore: 90 }],
};
const decision = {
  ...{
    id: 'decision-000000000001',
    objectType: 'Contact',
    verdict: 'notDuplicate',
    fields: ['LastName'],
    clientId: 'c',
  },
  records: [kept, matched].map((id) => ({ id, digest: 'd', texts: {} })),
  ...{ pairs: [pair], time },
};
const history = { number: 1, recordId: deleted, objectType: 'Contact', action: 'delete' };
const answer = { key: 'k', bodyHash: 'h', expires: 4_102_444_800_000, answer: { ok: true } };

/** Commits with each kind of change, in the current format of logs. Kinds may be added, but not changed. */
const LOGGED = [
  ...[1, 2, 3, 4].map(put),
  logged({ kind: 'counter', name: 'id:003', value: 4 }, { kind: 'remember', answer }),
  logged({ kind: 'suspect', pair }),
  logged({ kind: 'review', decision }),
  logged({ kind: 'revoke', id: decision.id }),
  logged({ kind: 'merged', entry: { number: 1, objectType: 'Contact', id: deleted, into: kept, time } }),
  logged({ kind: 'delete', id: deleted }, { kind: 'history', entry: history }),
  logged({ kind: 'erase', id: erased }),
];

async function newOne(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  const { names, connection } = locationOf(database.url());
  const client = await connect(connection, () => undefined);
  await migrate(client, names);
  await client.end();
  return database;
}

postgres.describe('two versions of the program', () => {
  it('a node of the previous version continues next to a new one, and cannot be started again', async () => {
    const database = await newOne();
    const previous = await PreviousNode.open(database.url());
    await previous.append(...LOGGED);
    const store = await openPostgresStore(database.url());
    expect(store.position).toBe(LOGGED.length);

    // Both nodes append at the same time. Each commit is in the log once, and both nodes show the same order.
    const each = 30;
    const ofPrevious = async (): Promise<void> => {
      for (let i = 0; i < each; i++) await previous.append(put(100 + i));
    };
    const ofStore = async (): Promise<void> => {
      for (let i = 0; i < each; i++) {
        await store.append({ changes: [{ kind: 'put', record: contact(200 + i) }] });
      }
    };
    await Promise.all([ofPrevious(), ofStore()]);
    const end = LOGGED.length + 2 * each;
    await Promise.all([store.waitFor(end), previous.follow()]);
    expect([store.position, previous.position, store.count('Contact')]).toEqual([end, end, 2 + 2 * each]);
    const logged = await database.query<{ body: string }>(
      `select body from ${database.schema}.commits order by position`,
    );
    expect(previous.shown).toEqual(logged.map(({ body }) => body));

    // The previous version's node no longer needs what the new node trims.
    await previous.report();
    await store.compact();
    await previous.append(put(300));
    await store.waitFor(end + 1);
    expect(store.get(contact(300).id)).toEqual(contact(300));
    await store.close();
    await previous.close();

    const { names, connection } = locationOf(database.url());
    const client = await connect(connection, () => undefined);
    await expect(migrate(client, names, { ...SCHEMA, oldest: newestOf(SCHEMA) - 1 })).rejects.toThrow(
      'written by a newer version',
    );
    await client.end();
  });

  it('a node that meets a change of a newer version stops there, says so, and shows nothing that is not so', async () => {
    const database = await newOne();
    const newer = await PreviousNode.open(database.url());
    await newer.append(put(1));
    const store = await openPostgresStore(database.url());
    await newer.append(put(2), '{"t":[{"kind":"divorce","id":"?"}]}', put(3));
    await store.waitFor(2);
    await expect.poll(() => store.fault?.message).toMatch(/position 3 .*unknown kind of change "divorce".*upgrade/);
    expect([store.writable, store.position, store.lag.isCutOff]).toEqual([false, 2, true]);
    await expect(store.append({ changes: [{ kind: 'put', record: contact(9) }] })).rejects.toThrow('read-only');
    expect(store.count('Contact')).toBe(2);
    await store.close();
    await expect(openPostgresStore(database.url())).rejects.toThrow('position 3');
    await newer.close();
  });
});
