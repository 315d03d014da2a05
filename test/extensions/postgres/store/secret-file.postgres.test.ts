import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { SharedFiles } from '../../../../src/service/auth/shared-files.js';
import { rotateKey, SigningKeys } from '../../../../src/service/auth/signing-keys.js';
import { openDatabaseNode, type DatabaseNode } from '../../../../src/cli/open/database-node.js';
import { WebhookSecrets } from '../../../../src/extensions/webhooks/secrets.js';
import { PostgresHome } from '../../../../src/extensions/postgres/home/postgres-home.js';
import { NodeDatabase } from '../../../../src/extensions/postgres/store/node-database.js';
import { cli, done, json, newToken } from '../../../support/command-line.js';
import { postgresPrograms } from '../../../support/postgres-server.js';
import { fileIn, newFolder } from '../../../support/temporary-folder.js';
import { emptyDatabase, postgres, type TestDatabase } from './postgres.js';

const FIRST = 'first first first first first first';
const SECOND = 'second second second second second';

afterEach(() => void vi.unstubAllEnvs());

function secretFile(...lines: string[]): string {
  const path = fileIn(newFolder(), 'secret', lines.join('\n'));
  vi.stubEnv('LIKENESS_SECRET_FILE', path);
  return path;
}

async function openNode(database: TestDatabase, folder: string): Promise<DatabaseNode> {
  const node = await openDatabaseNode(database.url(), folder, join(newFolder(), 'none'), {
    isDrill: true,
    trouble: () => undefined,
  });
  onTestFinished(() => node.close());
  return node;
}

/** All secrets of a store, unencrypted. */
interface Secrets {
  readonly key: string;
  readonly webhook: string;
}

function secretsOf(folder: string): Secrets {
  return {
    key: new SigningKeys(folder).read().keys.at(-1)!.key.export().toString('hex'),
    webhook: new WebhookSecrets(folder).of('crm', Date.now())[0]!,
  };
}

/** Returns a dump of the database as text. */
async function dumpOf(database: TestDatabase): Promise<string> {
  const address = database.url().replace(/[?&]schema=\w+/, '');
  const options = [`--schema=${database.schema}`, address];
  return (await promisify(execFile)(join(postgresPrograms()!, 'pg_dump'), options, { maxBuffer: 1e9 })).stdout;
}

/** Returns how each secret is stored. */
const restOf = async (database: TestDatabase): Promise<unknown> =>
  (await json<{ secrets: unknown }>(['verify', '--store', database.url(), '--json'])).secrets;
const all = (how: string) => ({ 'signing.key': how, 'webhooks.secrets': how });

postgres.describe('LIKENESS_SECRET_FILE over a database', () => {
  it('plain secrets are wrapped by the next start of a node, and no dump has them any more', async () => {
    const database = await emptyDatabase();
    const folder = newFolder();
    const first = await openNode(database, folder);
    await first.share(() => new WebhookSecrets(folder).of('crm', Date.now()));
    const before = secretsOf(folder);
    await first.close();
    const plain = await dumpOf(database);
    for (const secret of Object.values(before)) expect(plain).toContain(secret);
    expect(await restOf(database)).toEqual(all('plain'));

    const path = secretFile(FIRST);
    const second = await openNode(database, folder);
    expect([...second.renewed].sort()).toEqual(Object.keys(all('wrapped')));
    const third = await openNode(database, newFolder());
    expect(third.renewed).toEqual([]);
    expect(secretsOf(folder)).toEqual(before);
    const wrapped = await dumpOf(database);
    for (const secret of Object.values(before)) expect(wrapped).not.toContain(secret);
    expect(await restOf(database)).toEqual(all('wrapped'));

    // After the secret is replaced, the old secret no longer works.
    writeFileSync(path, `${SECOND}\n${FIRST}`);
    const { changed } = await json<{ changed: string[] }>(['key', 'wrap', '--store', database.url(), '--json']);
    expect(changed.sort()).toEqual(Object.keys(all('wrapped')));
    writeFileSync(path, SECOND);
    const fourth = newFolder();
    await openNode(database, fourth);
    expect(secretsOf(fourth)).toEqual(before);
    await done(['key', 'wrap', '--off', '--store', database.url()]);
    expect(await restOf(database)).toEqual(all('plain'));
  });

  it.each([undefined, SECOND])('a node whose secret is %s is refused, and leaves nothing behind', async (secret) => {
    const database = await emptyDatabase();
    secretFile(FIRST);
    const folder = newFolder();
    await (await openNode(database, folder)).close();
    const contents = () =>
      database.query(`select * from ${database.schema}.documents where name ~ '^shared/' order by name`);
    const before = await contents();
    if (secret === undefined) vi.unstubAllEnvs();
    else secretFile(secret);
    const other = newFolder();
    await expect(openNode(database, other)).rejects.toThrow(/of the database: it is encrypted.*LIKENESS_SECRET_FILE/);
    expect(readdirSync(other)).toEqual([]);
    expect(await contents()).toEqual(before);
    const { code, stderr } = await cli(['key', 'rotate', '--store', database.url()]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('LIKENESS_SECRET_FILE')]);
    expect(await contents()).toEqual(before);
    // The list of clients is not encrypted.
    await done(['client', 'add', 'shop', '--store', database.url()]);
  });

  it('a node that was started without the setting continues with the key that it has, and says so', async () => {
    const database = await emptyDatabase();
    const folder = newFolder();
    const shared = await NodeDatabase.open(database.url());
    onTestFinished(() => shared.close());
    const files = new SharedFiles(new PostgresHome(shared), folder);
    await files.change(() => new SigningKeys(folder).read());
    const key = readFileSync(join(folder, 'signing.key'), 'utf8');
    secretFile(FIRST);
    await (await openNode(database, newFolder())).close();
    await newToken(database.url(), '--store');
    for (let again = 0; again < 2; again++)
      await expect(files.pull()).rejects.toThrow('signing.key of the database: it is encrypted');
    expect(readFileSync(join(folder, 'signing.key'), 'utf8')).toBe(key);
    // The node applies files that it can read, and does not overwrite the others.
    expect(readFileSync(join(folder, 'clients.json'), 'utf8')).toContain('test');
    await expect(files.change(() => rotateKey(folder, 0, Date.now()))).rejects.toThrow('it is encrypted');
    const [row] = await database.query<{ content: string }>(
      `select content from ${database.schema}.documents where name = 'shared/signing.key'`,
    );
    expect(row!.content).toMatch(/^likeness-wrapped:1:/);
  });
});
