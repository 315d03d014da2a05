import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { EXTENSIONS } from '../../src/extensions/index.js';
import { CORE_ENDPOINTS } from '../../src/http/endpoints/index.js';
import { EXPLAIN, SEARCH, UPSERT, serveForTest, BASE } from '../http/serve.js';

const root = fileURLToPath(new URL('../../src/extensions', import.meta.url));
const ADA = { FirstName: 'Ada', LastName: 'Lovelace', Email: 'ada@lovelace.example', Company: 'Analytical' };

const plain = () => serveForTest({ extensions: [] });
const upsertOf = (objectData: object) => ({ input: { objectType: 'Lead', duplicateCheck: true, objectData } });

it('without any extension the service finds, updates, explains, reads and deletes', async () => {
  const served = await plain();
  const created = await served.post(UPSERT, upsertOf(ADA));
  expect(created.body).toMatchObject({ isSuccess: true, isCreated: true });
  const again = await served.post(UPSERT, upsertOf({ ...ADA, FirstName: 'Adah' }));
  expect(again.body).toMatchObject({ isSuccess: true, isCreated: false, objectId: created.body.objectId });
  const found = await served.post(SEARCH, { objectPrefix: '00Q', objectData: ADA });
  expect(found.body['00Q']).toHaveLength(1);
  const id = created.body.objectId;
  const explained = await served.post(EXPLAIN, { objectPrefix: '00Q', objectData: ADA, recordId: id });
  expect(explained.status).toBe(200);
  const read = `/services/data/v60.0/sobjects/Lead/${id}`;
  expect((await served.call('GET', read)).body).toMatchObject({ FirstName: 'Adah' });
  expect((await served.call('DELETE', read)).status).toBe(204);
  expect((await served.call('GET', read)).status).toBe(404);
  expect((await served.call('GET', `${BASE}/decisions?objectType=Lead`)).status).toBe(200);
});

it('an extension that is not listed answers 404 at all its addresses, and is not documented', async () => {
  const served = await plain();
  const kept = new Set<string>(CORE_ENDPOINTS.map(({ path }) => path));
  const gone = EXTENSIONS.flatMap(({ endpoints }) => endpoints).filter(({ path }) => !kept.has(path));
  expect(gone.length).toBeGreaterThan(40);
  for (const { method, path } of gone) {
    const address = path.replace('{product}', BASE).replace(/\{\w+\}/g, 'v60.0');
    expect([method, address, (await served.call(method, address)).status]).toEqual([method, address, 404]);
  }
  const { paths } = JSON.parse((await served.call('GET', '/openapi.json')).text) as { paths: object };
  expect(Object.keys(paths).filter((path) => /composite|jobs\/query|webhooks|\/mcp|console/.test(path))).toEqual([]);
});

it('each extension says in a README what it is for, and where it starts', () => {
  const folders = readdirSync(root, { withFileTypes: true }).filter((each) => each.isDirectory());
  for (const { name } of folders) expect([name, existsSync(join(root, name, 'README.md'))]).toEqual([name, true]);
});
