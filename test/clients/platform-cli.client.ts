import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/service/auth/scopes.js';
import { lead, SEARCH, serve, UPSERT, type AnyBody, type Served } from '../http/serve.js';

/** Folder into which `npm run test:clients -- --install` installs the client. */
const FOLDER = process.env['LIKENESS_PLATFORM_CLI'] ?? '';
const RUN = join(FOLDER, 'node_modules/@salesforce/cli/bin/run.js');
const NODE = process.env['LIKENESS_PLATFORM_CLI_NODE'] ?? process.execPath;
const isThere = FOLDER !== '' && existsSync(RUN);

interface Output {
  readonly status: number;
  readonly result: Record<string, unknown>;
}

describe.skipIf(!isThere)("the platform's own command line", () => {
  let served: Served;
  let home: string;
  let clientId: string;
  let id: string;
  beforeAll(async () => {
    served = await serve();
    home = await mkdtemp(join(tmpdir(), 'likeness-cli-'));
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await mkdir(join(home, 'work'));
    await writeFile(join(home, 'public.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
    await writeFile(join(home, 'private.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
    clientId = served.addClient({ publicKeyFile: join(home, 'public.pem'), scopes: [...SCOPES] }).client_id;
    const created = await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead() } });
    id = created.body.objectId;
  });
  afterAll(async () => {
    await served.close();
    await rm(home, { recursive: true, force: true });
  });

  /** Runs the client in its own home folder, with all network features off. */
  async function sf(args: readonly string[], more: Record<string, string> = {}): Promise<string> {
    const env = {
      PATH: process.env['PATH'],
      HOME: home,
      USERPROFILE: home,
      SF_DISABLE_TELEMETRY: 'true',
      SF_AUTOUPDATE_DISABLE: 'true',
      SF_SKIP_NEW_VERSION_CHECK: 'true',
      SF_USE_GENERIC_UNIX_KEYCHAIN: 'true',
      SF_TEMP_SHOW_SECRETS: 'true',
      NODE_NO_WARNINGS: '1',
      ...more,
    };
    const child = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      execFile(NODE, [RUN, ...args], { env, cwd: join(home, 'work') }, (error, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, stdout, stderr });
      });
    });
    expect(child.code, `${args.join(' ')}\n${child.stdout}\n${child.stderr}`).toBe(0);
    return child.stdout;
  }
  const json = async (args: readonly string[], more?: Record<string, string>): Promise<Output> =>
    JSON.parse(await sf([...args, '--json'], more)) as Output;
  /** `sf api request rest` prints the response unchanged. */
  const request = async (path: string, body: unknown): Promise<AnyBody> => {
    const file = join(home, 'work', 'body.json');
    await writeFile(file, JSON.stringify(body));
    return JSON.parse(
      await sf(['api', 'request', 'rest', path, '--method', 'POST', '--body', `@${file}`, '--target-org', 'jwt']),
    ) as AnyBody;
  };

  it('logs in by a signed assertion', async () => {
    const { result } = await json([
      ...['org', 'login', 'jwt', '--client-id', clientId, '--jwt-key-file', join(home, 'private.pem')],
      ...['--username', 'user@example.com', '--instance-url', served.url, '--alias', 'jwt'],
    ]);
    expect(result).toMatchObject({ instanceUrl: served.url, username: 'user@example.com', instanceApiVersion: '60.0' });
  });

  it('logs in by a token', async () => {
    const { result } = await json(
      ['org', 'login', 'access-token', '--instance-url', served.url, '--no-prompt', '--alias', 'token'],
      { SF_ACCESS_TOKEN: served.auth.issueToken(clientId, 'platform') },
    );
    expect(result).toMatchObject({ username: expect.stringContaining(clientId.slice(0, 8)) as string });
    const got = await json(['data', 'get', 'record', '--sobject', 'Lead', '--record-id', id, '--target-org', 'token']);
    expect(got.result).toMatchObject({ Id: id });
  });

  it('searches and upserts', async () => {
    const found = await request(SEARCH, { objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } });
    expect(found['00Q']).toMatchObject([{ objectData: { Id: id, LastName: 'Doe' } }]);
    const input = { duplicateCheck: true, objectType: 'Lead', objectData: lead({ Title: 'Director' }) };
    expect(await request(UPSERT, { input })).toMatchObject({ isSuccess: true, isCreated: false, objectId: id });
  });

  it('shows what it is connected to', async () => {
    const { result } = await json(['org', 'display', '--target-org', 'jwt']);
    expect(result).toMatchObject({ connectedStatus: 'Connected', apiVersion: '60.0', clientId });
  });

  it('reads a record', async () => {
    const { result } = await json([
      'data',
      'get',
      'record',
      '--sobject',
      'Lead',
      '--record-id',
      id,
      '--target-org',
      'jwt',
    ]);
    expect(result).toMatchObject({ attributes: { type: 'Lead' }, Id: id, Title: 'Director' });
  });

  it('describes an object, and lists them all', async () => {
    const { result } = await json(['sobject', 'describe', '--sobject', 'Lead', '--target-org', 'jwt']);
    expect(result).toMatchObject({ name: 'Lead', keyPrefix: '00Q' });
    const listed = await json(['sobject', 'list', '--sobject', 'all', '--target-org', 'jwt']);
    expect(listed.result).toContain('CampaignMember');
  });

  const target = ['--target-org', 'jwt'];

  it('creates, updates, queries and deletes records', async () => {
    const created = await json([
      ...['data', 'create', 'record', '--sobject', 'Lead', '--values', "LastName='Cli One' Company=Acme", ...target],
    ]);
    const record = String(created.result['id']);
    await json([
      'data',
      'update',
      'record',
      '--sobject',
      'Lead',
      '--record-id',
      record,
      '--values',
      'Title=Dr.',
      ...target,
    ]);
    const found = await json([
      'data',
      'query',
      '--query',
      "SELECT Id, Title FROM Lead WHERE LastName = 'Cli One'",
      ...target,
    ]);
    expect(found.result).toMatchObject({ totalSize: 1, done: true, records: [{ Id: record, Title: 'Dr.' }] });
    const byValue = await json([
      'data',
      'get',
      'record',
      '--sobject',
      'Lead',
      '--where',
      "LastName='Cli One'",
      ...target,
    ]);
    expect(byValue.result).toMatchObject({ Id: record });
    await json(['data', 'delete', 'record', '--sobject', 'Lead', '--record-id', record, ...target]);
    const gone = await json([
      'data',
      'query',
      '--query',
      "SELECT Id FROM Lead WHERE LastName = 'Cli One'",
      '--all-rows',
      ...target,
    ]);
    expect(gone.result).toMatchObject({ totalSize: 1 });
  });

  it('exports in bulk, and lists its limits', async () => {
    const file = join(home, 'work', 'leads.csv');
    await json([
      ...['data', 'export', 'bulk', '--query', 'SELECT Id, LastName FROM Lead', '--output-file', file],
      ...['--result-format', 'csv', '--wait', '1', ...target],
    ]);
    expect(await readFile(file, 'utf8')).toContain(id);
    const { result } = await json(['org', 'list', 'limits', ...target]);
    expect(result).toContainEqual(expect.objectContaining({ name: 'DailyApiRequests' }));
    const counted = await json(['org', 'list', 'sobject', 'record-counts', '--sobject', 'Lead', ...target]);
    expect(counted.result).toMatchObject([{ name: 'Lead', count: 1 }]);
  });

  it('imports, upserts and deletes in bulk', async () => {
    const file = join(home, 'work', 'new.csv');
    const wait = ['--wait', '2', ...target];
    await writeFile(file, 'LastName,Company\nBulk One,Acme\nBulk Two,Acme\n');
    const imported = await json(['data', 'import', 'bulk', '--sobject', 'Lead', '--file', file, ...wait]);
    expect(imported.result).toMatchObject({ processedRecords: 2, successfulRecords: 2, failedRecords: 0 });
    const query = ['data', 'query', '--query', "SELECT Id FROM Lead WHERE LastName LIKE 'Bulk%'", ...target];
    const { result } = await json(query);
    const ids = (result['records'] as { Id: string }[]).map(({ Id }) => Id);
    await writeFile(file, `Id,Title\n${ids.map((one) => `${one},Dr.`).join('\n')}\n`);
    await json(['data', 'upsert', 'bulk', '--sobject', 'Lead', '--file', file, '--external-id', 'Id', ...wait]);
    const titled = await json(['data', 'query', '--query', "SELECT Id FROM Lead WHERE Title = 'Dr.'", ...target]);
    expect(titled.result).toMatchObject({ totalSize: 2 });
    await writeFile(file, `Id\n${ids.join('\n')}\n`);
    await json(['data', 'delete', 'bulk', '--sobject', 'Lead', '--file', file, ...wait]);
    expect((await json(query)).result).toMatchObject({ totalSize: 0 });
  });

  it('imports and exports trees of records, and searches for words', async () => {
    const file = join(home, 'work', 'accounts.json');
    const of = (type: string, referenceId: string, more: object) => ({ attributes: { type, referenceId }, ...more });
    const Contacts = { records: [of('Contact', 'c1', { LastName: 'Treeman' })] };
    await writeFile(file, JSON.stringify({ records: [of('Account', 'a1', { Name: 'Tree Ltd', Contacts })] }));
    const imported = await json(['data', 'import', 'tree', '--files', file, ...target]);
    expect(imported.result).toHaveLength(2);
    const soql = "SELECT Name, (SELECT LastName FROM Contacts) FROM Account WHERE Name = 'Tree Ltd'";
    await json(['data', 'export', 'tree', '--query', soql, '--output-dir', join(home, 'work', 'tree'), ...target]);
    expect(await readFile(join(home, 'work', 'tree', 'Account-Contact.json'), 'utf8')).toContain('Treeman');
    const found = await json(['data', 'search', '--query', 'FIND {Treeman} RETURNING Contact(LastName)', ...target]);
    expect(JSON.stringify(found.result)).toContain('Treeman');
  });

  it('logs in again by itself when its token is revoked', async () => {
    const { result } = await json(['org', 'display', '--target-org', 'jwt']);
    const token = String(result['accessToken']);
    await served.call('POST', '/services/oauth2/revoke', {
      body: new URLSearchParams({ token }),
      headers: { authorization: undefined },
    });
    expect(
      (await served.call('GET', '/services/data/v60.0', { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(401);
    const found = await request(SEARCH, { objectPrefix: '00Q', objectData: { LastName: 'Doe' } });
    expect(found['00Q']).toHaveLength(1);
  });
});

if (!isThere)
  it.skip("the platform's own command line is not here: npm run test:clients -- --install", () => undefined);
