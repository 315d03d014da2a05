import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { needs, whereIs } from '../support/needs.js';
import { serveAtLoginHost, twoContacts } from './login-host.js';

/** The program next to a Python with the package: `python3 -m venv V && V/bin/pip install tap-salesforce`. */
const TAP = whereIs('tap-salesforce');

interface Stream {
  readonly stream: string;
  readonly metadata: { readonly breadcrumb: readonly string[]; readonly metadata: Record<string, unknown> }[];
}

it(
  'tap-salesforce, unmodified, discovers the objects and extracts records by REST',
  needs('tap-salesforce', 'openssl'),
  async () => {
    const host = await serveAtLoginHost();
    const { served, folder, env } = host;
    const { people, login } = await twoContacts(host);
    const dates = { start_date: '2020-01-01T00:00:00Z', select_fields_by_default: 'true' };
    const config = { ...login, ...dates, api_type: 'REST' };
    const [configFile, catalogFile] = [join(folder, 'config.json'), join(folder, 'catalog.json')];
    writeFileSync(configFile, JSON.stringify(config));
    const tap = async (...args: string[]): Promise<string> =>
      (await promisify(execFile)(TAP!, ['--config', configFile, ...args], { env, maxBuffer: 64_000_000 })).stdout;

    const catalog = JSON.parse(await tap('--discover')) as { streams: Stream[] };
    expect(catalog.streams.map(({ stream }) => stream).sort()).toEqual(
      served.likeness
        .objectTypes()
        .map(({ name }) => name)
        .sort(),
    );
    const { metadata } = catalog.streams.find(({ stream }) => stream === 'Contact')!;
    for (const each of metadata) each.metadata['selected'] = true;
    Object.assign(metadata.find(({ breadcrumb }) => breadcrumb.length === 0)!.metadata, {
      'replication-method': 'INCREMENTAL',
      'replication-key': 'SystemModstamp',
    });
    writeFileSync(catalogFile, JSON.stringify(catalog));

    const lines = (await tap('--properties', catalogFile)).trim().split('\n');
    const messages = lines.map((line) => JSON.parse(line) as { type: string; record?: Record<string, unknown> });
    const records = messages.filter(({ type }) => type === 'RECORD').map(({ record }) => record!);
    expect(records.map(({ LastName, Email }) => ({ LastName, Email }))).toEqual(people);
    expect(
      records.every(({ SystemModstamp, IsDeleted }) => typeof SystemModstamp === 'string' && IsDeleted === false),
    ).toBe(true);
  },
);
