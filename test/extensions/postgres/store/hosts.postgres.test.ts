import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { needs } from '../../../support/needs.js';
import { connect } from '../../../../src/extensions/postgres/store/connect.js';
import { isPassing } from '../../../../src/extensions/postgres/store/database-errors.js';
import { locationOf } from '../../../../src/extensions/postgres/store/location.js';
import { NodeDatabase } from '../../../../src/extensions/postgres/store/node-database.js';
import { openPostgresStore } from '../../../../src/extensions/postgres/store/open-postgres-store.js';
import { freePort } from '../../../support/free-port.js';
import { PostgresServer } from '../../../support/postgres-server.js';
import { contact } from '../../../store/contact.js';

/** A server with a replica, and functions for their URLs. */
async function pair() {
  const primary = await PostgresServer.start(['fsync=off']);
  onTestFinished(() => primary.close());
  const standby = await primary.replica(['fsync=off']);
  onTestFinished(() => standby.close());
  const address = (...servers: readonly { port: number }[]): string =>
    `postgres://likeness@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;
  return { primary, standby, address };
}

async function query(server: PostgresServer, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the port of the server that a URL connects to. */
async function portBehind(url: string): Promise<number> {
  const client = await connect(locationOf(url).connection, () => undefined);
  await client.end();
  return client.port;
}

it(
  'of several servers the one that takes writes is found, and each failure is named',
  needs('postgres-programs'),
  async () => {
    const { primary, standby, address } = await pair();
    const both = address(standby, primary);
    const gone = { port: await freePort() };
    const asStranger = (url: string): string => url.replace('likeness@', 'stranger@');
    const leads: readonly [url: string, to: { port: number } | RegExp][] = [
      [both, primary],
      [`${both}?target_session_attrs=primary`, primary],
      [`${both}?target_session_attrs=any`, standby],
      [address(gone, primary), primary],
      [`${address(gone, standby)}?target_session_attrs=any`, standby],
      [address(primary), primary],
      [address(standby), standby],
      [`${address(standby)}?target_session_attrs=read-write`, /^it is a standby server and does not accept writes$/],
      [
        address(standby, gone),
        new RegExp(
          `^no server can be used: 127.0.0.1:${standby.port}: it is a standby server ` +
            `and does not accept writes; 127.0.0.1:${gone.port}: connect ECONNREFUSED`,
        ),
      ],
      // If a server rejects the login, the others are not tried.
      [asStranger(address(gone, primary, standby)), new RegExp(`^127.0.0.1:${primary.port}: role "stranger" does not`)],
    ];
    for (const [url, to] of leads)
      if (to instanceof RegExp) await expect(portBehind(url), url).rejects.toThrow(to);
      else expect(await portBehind(url), url).toBe(to.port);
    // The other server may be promoted, so the node waits.
    const failure: unknown = await portBehind(address(standby, gone)).catch((error: unknown) => error);
    expect(isPassing(failure)).toBe(true);
    await expect(openPostgresStore(address(standby, gone), { patience: 0 })).rejects.toThrow(
      `the database ${address(standby, gone)} cannot be used: no server can be used: `,
    );

    // A server that accepts no writes but is not a replica.
    await query(primary, `alter system set default_transaction_read_only = on`);
    await query(primary, `select pg_reload_conf()`);
    await expect
      .poll(() => portBehind(address(primary, gone)).catch((error: unknown) => (error as Error).message))
      .toMatch(`127.0.0.1:${primary.port}: it does not accept writes: default_transaction_read_only is on; `);
    expect(await portBehind(`${both}?target_session_attrs=primary`)).toBe(primary.port);
  },
);

it(
  'a node continues with the promoted server, and stays with it when the other one comes back',
  needs('postgres-programs'),
  async () => {
    const { primary, standby, address } = await pair();
    await query(primary, `alter system set synchronous_standby_names = '*'`);
    await query(primary, 'select pg_reload_conf()');
    const synchronous = (): Promise<unknown[]> =>
      query(primary, `select sync_state from pg_stat_replication where sync_state = 'sync'`);
    await expect.poll(synchronous).toHaveLength(1);
    const url = address(primary, standby);
    const store = await openPostgresStore(url);
    onTestFinished(() => store.close());
    const shared = await NodeDatabase.open(url);
    onTestFinished(() => shared.close());
    const put = (number: number): Promise<number> =>
      store.append({ changes: [{ kind: 'put', record: contact(number) }] });
    for (let number = 1; number <= 5; number++) await put(number);

    await primary.stop('SIGKILL');
    // The waiting append notices the failover without a notification.
    const during = put(6);
    standby.promote();
    expect(await during).toBe(6);
    const port = async (): Promise<number | undefined> => {
      const rows = await shared.query<{ port: number }>('select inet_server_port() as port');
      return rows[0]!.port;
    };
    await expect.poll(() => port().catch(() => undefined)).toBe(standby.port);

    // The old primary accepts writes again, with a different history.
    await primary.restart(['fsync=off', 'synchronous_standby_names=']);
    await query(
      standby,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname is not null
      and pid <> pg_backend_pid()`,
    );
    expect(await put(7)).toBe(7);
    await expect.poll(() => port().catch(() => undefined)).toBe(standby.port);
    expect([store.count('Contact'), store.fault]).toEqual([7, undefined]);
    const head = `select position::int from likeness.head`;
    expect([await query(primary, head), await query(standby, head)]).toEqual([[{ position: 5 }], [{ position: 7 }]]);
    // A new node connects to the first server that accepts writes, so a replaced primary must be fenced.
    expect(await portBehind(url)).toBe(primary.port);
  },
);
