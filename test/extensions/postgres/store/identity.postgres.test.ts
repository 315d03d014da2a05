import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { needs } from '../../../support/needs.js';
import { NodeDatabase } from '../../../../src/extensions/postgres/store/node-database.js';
import { cli, json } from '../../../support/command-line.js';
import { PostgresServer, postgresPrograms } from '../../../support/postgres-server.js';
import { newFolder } from '../../../support/temporary-folder.js';
import { postgres } from './postgres.js';

const programs = postgresPrograms();
const shell = promisify(execFile);

/** Creates databases on a server, owned by a role without other rights. */
async function server() {
  const started = await PostgresServer.start(['fsync=off']);
  onTestFinished(() => started.close());
  const ask = async (database: string, ...statements: string[]): Promise<void> => {
    const client = new Client({ connectionString: started.url.replace(/postgres$/, database) });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  await ask('postgres', 'create role application login nosuperuser');
  const create = async (database: string): Promise<string> => {
    await ask('postgres', `create database ${database} owner application`);
    return started.url.replace(/likeness@(.*)postgres$/, `application@$1${database}`);
  };
  return { ask, create };
}

/** Opens the database like every program does at its start. */
async function known(url: string) {
  const database = await NodeDatabase.open(url);
  await database.close();
  return database.store;
}

postgres.describe('a database is known among its copies', () => {
  it.each([
    ['to the role of the program', []],
    ['to nobody', ['revoke execute on function pg_control_system() from public']],
  ])(
    'a restored dump is another store, the same to all who start at once (number of the server: %s)',
    needs('postgres-programs'),
    async (_, by) => {
      const { ask, create } = await server();
      const [url, copy] = [await create('original'), await create('copy')];
      for (const database of ['original', 'copy']) await ask(database, ...by);
      const original = await known(url);
      expect(original.former).toBeUndefined();
      const file = join(newFolder(), 'dump');
      await shell(join(programs!, 'pg_dump'), ['--format=custom', '--schema=likeness', `--file=${file}`, url]);
      await shell(join(programs!, 'pg_restore'), ['--exit-on-error', '--no-owner', `--dbname=${copy}`, file]);
      const all = await Promise.all(Array.from({ length: 6 }, () => known(copy)));
      const [identity, ...others] = new Set(all.map((each) => each.identity));
      expect(others).toEqual([]);
      expect(identity).not.toBe(original.identity);
      expect(all.filter(({ former }) => former !== undefined)).toEqual([{ identity, former: original.identity }]);
      // Rewriting its files does not change a database's identity.
      await ask('copy', 'vacuum full');
      expect(await known(copy)).toEqual({ identity, former: undefined });
      expect(await known(url)).toEqual(original);
    },
  );

  it('a copy that cannot be distinguished from its original is made another store by a command', async () => {
    const { ask, create } = await server();
    const url = await create('physical');
    const { identity: former } = await known(url);
    const command = ['restore', '--new-identity', '--json', '--store', url];
    await ask('physical', `insert into likeness.nodes (writer, name, position) values (gen_random_uuid(), 'alive', 0)`);
    const refused = await cli(command);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is in use by alive')]);
    await ask('physical', 'delete from likeness.nodes');
    const renewed = await json<{ identity: string }>(command);
    expect(renewed).toEqual({ identity: expect.any(String) as string, former });
    expect(await known(url)).toEqual({ identity: renewed.identity, former: undefined });
    expect(renewed.identity).not.toBe(former);
  });
});
