import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { SCOPES } from '../../src/service/auth/scopes.js';
import { needs, whereIs } from '../support/needs.js';
import { newFolder } from '../support/temporary-folder.js';
import { serveForTest } from './serve.js';

interface Execution {
  readonly item: { readonly name: string };
  readonly response: { readonly code: number; readonly status: string };
}

it("Postman's own runner logs in and calls both endpoints", needs('newman'), async () => {
  const served = await serveForTest();
  const { client_id, client_secret } = served.addClient({ scopes: [...SCOPES] });
  const folder = newFolder();
  const [collection, report] = [join(folder, 'collection.json'), join(folder, 'report.json')];
  writeFileSync(collection, (await served.call('GET', '/postman.json')).text);
  const variables = { clientId: client_id, clientSecret: client_secret };
  await promisify(execFile)(whereIs('newman')!, [
    ...['run', collection, '--folder', 'Log in', '--folder', 'Duplicates', '--suppress-exit-code'],
    ...Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]),
    ...['--reporters', 'json', '--reporter-json-export', report],
  ]);
  const { run } = JSON.parse(readFileSync(report, 'utf8')) as { run: { executions: Execution[] } };
  const codes = run.executions.map(({ item, response }) => [item.name, response.code] as const);
  const of = (wanted: (code: number) => boolean) => codes.filter(([, code]) => wanted(code)).map(([name]) => name);
  expect(of((code) => [401, 403, 405, 415].includes(code) || code >= 500)).toEqual([]);
  expect(of((code) => code === 200)).toEqual(
    expect.arrayContaining([
      'Log in',
      'Search for potential duplicates of the submitted values',
      'Create or update a record and its related records, with duplicate detection',
    ]),
  );
});
