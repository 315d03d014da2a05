import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { needs, whereIs } from '../support/needs.js';
import { serveAtLoginHost, twoContacts } from './login-host.js';

/** Path of a program of the Python package, installed with `pip install airbyte-source-salesforce`. */
const SOURCE = whereIs('airbyte');

interface Message {
  readonly type: string;
  readonly connectionStatus?: { readonly status: string; readonly message?: string };
  readonly catalog?: { readonly streams: readonly Record<string, unknown>[] };
  readonly record?: { readonly stream: string; readonly data: Record<string, unknown> };
}

it('the source of Airbyte, unmodified, checks, discovers and reads', needs('airbyte', 'openssl'), async () => {
  const host = await serveAtLoginHost();
  const { folder, env } = host;
  const { people, login } = await twoContacts(host);
  const [configFile, catalogFile] = [join(folder, 'config.json'), join(folder, 'catalog.json')];
  const criteria = [{ criteria: 'exacts', value: 'Contact' }];
  writeFileSync(
    configFile,
    JSON.stringify({ ...login, is_sandbox: false, start_date: '2020-01-01T00:00:00Z', streams_criteria: criteria }),
  );
  const run = async (...args: string[]): Promise<Message[]> => {
    const { stdout } = await promisify(execFile)(SOURCE!, [...args, '--config', configFile], {
      env,
      maxBuffer: 64_000_000,
    });
    return stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Message);
  };

  const checked = (await run('check')).find(({ connectionStatus }) => connectionStatus !== undefined);
  expect(checked?.connectionStatus).toMatchObject({ status: 'SUCCEEDED' });
  const discovered = (await run('discover')).find(({ catalog }) => catalog !== undefined)!;
  const stream = discovered.catalog!.streams.find(({ name }) => name === 'Contact')!;
  const configured = { stream, sync_mode: 'full_refresh', destination_sync_mode: 'overwrite' };
  writeFileSync(catalogFile, JSON.stringify({ streams: [configured] }));
  const records = (await run('read', '--catalog', catalogFile)).flatMap(({ record }) => record ?? []);
  expect(records.map(({ data }) => ({ LastName: data['LastName'], Email: data['Email'] }))).toEqual(people);
});
