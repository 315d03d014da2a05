import { expect, it, onTestFinished } from 'vitest';
import { WebhookSecrets } from '../../src/extensions/webhooks/secrets.js';
import { isSignedBy, Receiver } from '../service/events/receiver.js';
import { Documented } from './documented.js';
import { serveForTest, BASE } from './serve.js';

const LETTERS = `${BASE}/webhooks/{webhookId}/deadLetters`;

it('shows how far webhooks are, lists what they gave up and sends it again, for the scope admin', async () => {
  const receiver = new Receiver();
  const url = await receiver.listen();
  onTestFinished(() => receiver.close());
  const webhook = { id: 'crm', url: `${url}?key=hidden`, attempts: 1 };
  const served = await serveForTest({ files: { 'webhooks.json': [webhook] } });
  const documented = await Documented.by(served);
  served.work.start();
  const list = async () => {
    const reply = await served.call('GET', `${BASE}/webhooks`);
    expect(documented.faults(reply, `${BASE}/webhooks`, 'get')).toEqual([]);
    return reply.body as unknown as { id: string; url: string; dead: number; delivered: number }[];
  };
  // Listed webhooks have stored their position, so they miss no later event.
  while ((await list()).length === 0);
  receiver.answer = (_received, response) => receiver.refuse(response, 500);
  await served.likeness.importBatch('Lead', [{ LastName: 'A', Company: 'B' }], { check: false }, { clientId: 'test' });
  while ((await list())[0]!.dead === 0);
  expect((await list())[0]).toMatchObject({ id: 'crm', url, delivered: 0 });

  const path = `${BASE}/webhooks/crm/deadLetters`;
  const letters = await served.call('GET', path);
  expect(letters.body).toMatchObject([{ event: 'change-000000000001.record.created', attempts: 1, reason: '500' }]);
  receiver.answer = (received, response) => receiver.take(received, response);
  const replayed = await served.post(path, { action: 'replay' });
  expect([replayed.status, replayed.body]).toEqual([200, { letters: 1 }]);
  await receiver.until(() => receiver.taken.length === 1);
  while ((await list())[0]!.delivered === 0);
  const metrics = (await served.call('GET', '/metrics')).text;
  expect(metrics).toMatch(/likeness_webhook_attempts_total\{webhook="crm",outcome="delivered"\} 1/);
  expect(metrics).toMatch(/likeness_webhook_dead\{webhook="crm"\} 0/);

  const test = () => served.call('POST', `${BASE}/webhooks/crm/test`);
  const tested = await test();
  expect(documented.faults(tested, `${BASE}/webhooks/{webhookId}/test`, 'post')).toEqual([]);
  const sent = receiver.taken.at(-1)!;
  expect(tested.body).toEqual({ delivered: true, reason: '200', event: sent.id });
  expect(JSON.parse(sent.body)).toEqual({
    id: sent.id,
    type: 'test',
    timestamp: expect.any(String) as unknown,
    data: {},
  });
  const [secret] = new WebhookSecrets(served.dataFolder).of('crm', Date.now());
  expect(isSignedBy(sent, secret!)).toBe(true);
  receiver.answer = (_received, response) => receiver.refuse(response, 503);
  expect((await test()).body).toMatchObject({ delivered: false, reason: '503' });
  expect((await list())[0]).toMatchObject({ delivered: 1, dead: 0 });
  expect((await served.call('POST', `${BASE}/webhooks/none/test`)).status).toBe(404);

  const unknown = await served.call('GET', `${BASE}/webhooks/none/deadLetters`);
  const wrong = await served.post(path, { action: 'explode' });
  const authorization = `Bearer ${served.auth.issueToken(served.addClient({ scopes: ['read'] }).client_id)}`;
  const refused = await served.call('GET', path, { headers: { authorization } });
  expect([unknown.status, wrong.status, refused.status]).toEqual([404, 400, 403]);
  for (const [reply, verb] of [
    [letters, 'get'],
    [replayed, 'post'],
    [unknown, 'get'],
    [wrong, 'post'],
    [refused, 'get'],
  ] as const)
    expect(documented.faults(reply, LETTERS, verb)).toEqual([]);
});
