import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { cli, done, json } from '../../support/command-line.js';
import { post, serve, type Served } from '../../support/program.js';
import { newFolder } from '../../support/temporary-folder.js';
import { newDatabase, postgres, type TestDatabase } from './postgres.js';

const NAMES = [
  ...['Abelard', 'Brinkmann', 'Cieslewicz', 'Drummond', 'Eftekhari', 'Fjeldstad'],
  ...['Gutierrez', 'Hoxha', 'Ivanovskaya', 'Jokinen', 'Kowalczyk', 'Lundqvist'],
];
const person = (number: number) => ({
  LastName: NAMES[number]!,
  Email: `${NAMES[number]!}@${NAMES[11 - number]!}.org`,
});

/** The address that a node has announced most recently. */
async function addressOf(database: TestDatabase, part: number): Promise<string> {
  const rows = await database.query<{ address: string }>(
    `select address from ${database.schema}.part_nodes where part = $1 order by seen desc`,
    [part],
  );
  return `http://${rows[0]!.address}/part`;
}

async function metric(node: Served, token: string, name: string): Promise<number> {
  const response = await fetch(`${node.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } });
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await response.text())?.[1]);
}

postgres.describe('nodes with parts of the indexes, as processes', () => {
  it('answer as one, with a twin for a part that is killed, and say so without', { timeout: 180_000 }, async () => {
    const database = await newDatabase();
    onTestFinished(() => database.drop());
    const store = ['--store', database.url()];
    const folder = newFolder();
    const added = await json<{ client_id: string }>([
      ...['client', 'add', 'shop', '--scope', 'search,upsert,read,admin'],
      ...[...store, '--data', folder, '--json'],
    ]);
    const token = (await done(['token', '--client', added.client_id, ...store, '--data', folder])).trim();
    const nodeOf = (partition: string) => serve(newFolder(), [...store, '--partition', partition]);
    const first = await nodeOf('1/2');
    // Alone it is no use, and says so.
    expect(await (await fetch(`${first.url}/readyz`)).json()).toMatchObject({ status: 'incomplete' });
    const [second, twin] = [await nodeOf('2/2'), await nodeOf('2/2')];
    await expect.poll(async () => (await fetch(`${first.url}/readyz`)).status).toBe(200);

    const upsert = async (node: Served, number: number) => {
      const input = { objectType: 'Contact', duplicateCheck: true, objectData: person(number) };
      return post(node.url, 'dc3DataApi', token, { input });
    };
    const search = async (node: Served, number: number) => {
      const reply = await post(node.url, 'dc3Api/search', token, { objectPrefix: '003', objectData: person(number) });
      if (reply.status !== 200) return { status: reply.status, body: reply.body, errors: node.errors() };
      return { status: 200, found: (reply.body as Record<string, unknown[]>)['003']?.length };
    };
    for (let number = 0; number < 12; number++)
      expect((await upsert(number % 2 === 0 ? first : second, number)).body).toMatchObject({ isCreated: true });
    for (let number = 0; number < 12; number++) {
      const node = number % 2 === 0 ? second : twin;
      expect((await upsert(node, number)).body).toMatchObject({ isSuccess: true, isCreated: false });
    }
    for (const node of [first, second, twin])
      for (let number = 0; number < 12; number++) expect(await search(node, number)).toEqual({ status: 200, found: 1 });

    // Whoever has no secret of the database is told nothing.
    const headers = { 'likeness-session': randomUUID(), 'likeness-number': '1' };
    for (const body of ['', '{"objectType":"Contact"}'])
      expect((await fetch(await addressOf(database, 0), { method: 'POST', headers, body })).status).toBe(401);

    await second.stop('SIGKILL');
    for (let number = 0; number < 12; number++) expect(await search(first, number)).toEqual({ status: 200, found: 1 });
    expect((await upsert(first, 3)).body).toMatchObject({ isSuccess: true, isCreated: false });
    expect(await metric(first, token, 'likeness_parts_failed_total')).toBe(0);

    await twin.stop('SIGKILL');
    const refused = await post(first.url, 'dc3Api/search', token, { objectPrefix: '003', objectData: person(1) });
    expect([refused.status, refused.body]).toEqual([
      503,
      [
        {
          message:
            'Not all records can be searched at the moment: part 2/2 of the index does not answer. ' +
            'Nothing was changed; try again.',
          errorCode: 'SERVER_UNAVAILABLE',
          fields: [],
        },
      ],
    ]);
    expect((await upsert(first, 3)).status).toBe(503);
    expect(await metric(first, token, 'likeness_parts_failed_total')).toBe(2);
    expect(first.errors()).not.toContain('Error');

    const back = await nodeOf('2/2');
    await expect.poll(() => search(first, 1)).toEqual({ status: 200, found: 1 });
    expect((await upsert(back, 5)).body).toMatchObject({ isSuccess: true, isCreated: false });
    const exported = await done(['export', '--object', 'Contact', ...store, '--config', folder]);
    // Below the names of the columns.
    expect(exported.trimEnd().split('\n').slice(1)).toHaveLength(12);
    for (const node of [first, back]) expect(await node.stop()).toBe(0);
    expect(await database.query(`select from ${database.schema}.part_nodes where part = 0`)).toEqual([]);
  });

  it('refuse what they cannot do', async () => {
    const refused = async (...args: string[]): Promise<[number | null, string]> => {
      const { code, stderr } = await cli(['serve', '--port', '0', '--data', newFolder(), ...args]);
      return [code, stderr];
    };
    expect(await refused('--partition', '1/2')).toEqual([2, expect.stringContaining('--store')]);
    for (const partition of ['0/2', '3/2', '1', '1/65', 'x/y'])
      expect(await refused('--partition', partition)).toEqual([2, expect.stringContaining('such as 1/2')]);
    const database = await newDatabase();
    onTestFinished(() => database.drop());
    const host = ['--partition-host', '192.0.2.1'];
    expect(await refused('--store', database.url(), '--partition', '1/2', ...host)).toEqual([
      1,
      expect.stringContaining('--partition-host 192.0.2.1'),
    ]);
    expect((await cli(['serve', '--help'])).stdout).toContain('--partition <k/n>');
  });
});
