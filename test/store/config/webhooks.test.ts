import { expect, it } from 'vitest';
import { loadConfiguration } from '../../../src/store/config/load.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

const load = (webhooks: unknown) => {
  const folder = newFolder();
  fileIn(folder, 'webhooks.json', JSON.stringify(webhooks));
  return loadConfiguration(folder);
};
const url = 'https://crm.example.com/hook';

it('a webhook gets all events of all objects but deletions, and says otherwise', async () => {
  const { webhooks } = await load([
    { id: 'crm', url },
    { id: 'two', url, events: ['record.deleted'], objects: ['lead'] },
  ]);
  expect(webhooks[0]).toMatchObject({ enabled: true, attempts: 12, firstRetrySeconds: 5, timeoutSeconds: 15 });
  expect(webhooks[0]!.events).not.toContain('record.deleted');
  expect(webhooks[1]).toMatchObject({ events: ['record.deleted'], objects: ['Lead'] });
});

it('http goes to this machine only, unless it is explicitly allowed', async () => {
  for (const local of ['http://127.0.0.1:9/x', 'http://localhost/x', 'http://[::1]/x'])
    expect((await load([{ id: 'crm', url: local }])).webhooks).toHaveLength(1);
  expect((await load([{ id: 'crm', url: 'http://10.0.0.5/x', insecure: true }])).webhooks).toHaveLength(1);
  for (const other of ['http://10.0.0.5/x', 'http://127.0.0.1.example.com/x', 'http://localhost@example.com/'])
    await expect(load([{ id: 'crm', url: other }])).rejects.toThrow(/webhooks\.json \[0\]\.url: expected/);
});

it.each([
  [[{ id: 'crm', url: 'file:///etc/passwd' }], /expected an https URL/],
  [[{ id: 'crm', url: 'https://user:secret@example.com/' }], /without user name, password and #/],
  [[{ id: '../crm', url }], /expected lower-case letters/],
  [
    [
      { id: 'crm', url },
      { id: 'crm', url },
    ],
    /\[1\]\.id: crm is given twice/,
  ],
  [[{ id: 'crm', url, objects: ['Leed'] }], /\[0\]\.objects\[0\]/],
  [[{ id: 'crm', url, events: ['record.gone'] }], /\[0\]\.events\[0\]/],
  [[{ id: 'crm', url, secret: 'x' }], /unknown key/],
])('%j is refused with its place', async (webhooks, message) => {
  await expect(load(webhooks)).rejects.toThrow(message);
});
