import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { openDataFolder } from '../../../src/cli/open/data-folder.js';
import { loadConfiguration } from '../../../src/store/config/load.js';
import type { Configuration } from '../../../src/store/config/configuration.js';
import type { Likeness } from '../../../src/service/likeness.js';
import { Webhooks } from '../../../src/extensions/webhooks/webhooks.js';
import { isSignedBy, Receiver, type Received } from './receiver.js';
import { newFolder } from '../../support/temporary-folder.js';

const caller = { clientId: 'test' };
const QUICK = { firstRetrySeconds: 0.01, timeoutSeconds: 5 };

/** A service with webhooks on a data folder that can be stopped and restarted. */
class Running {
  readonly folder = newFolder();
  readonly warnings: string[] = [];
  likeness!: Likeness;
  webhooks!: Webhooks;

  constructor(private configured: Record<string, unknown>[]) {
    onTestFinished(async () => {
      await this.stop();
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  async start(): Promise<this> {
    this.likeness = await openDataFolder(join(this.folder, 'store'), await this.configuration());
    const log = { warn: (message: string) => void this.warnings.push(message) };
    this.webhooks = new Webhooks({ likeness: this.likeness, dataFolder: this.folder, log });
    this.webhooks.start();
    await this.known(this.configured.length);
    return this;
  }

  async stop(): Promise<void> {
    await this.webhooks.close();
    await this.likeness.close();
  }

  async reload(configured: Record<string, unknown>[]): Promise<void> {
    this.configured = configured;
    await this.likeness.reconfigure(await this.configuration());
    await this.known(configured.length);
  }

  async create(n: number, prefix = 'L'): Promise<string[]> {
    const rows = Array.from({ length: n }, (_, i) => ({ LastName: `${prefix}${i}`, Company: `C${i}` }));
    const outputs = await this.likeness.importBatch('Lead', rows, { check: false }, caller);
    return outputs.map(({ objectId }) => objectId!);
  }

  async update(id: string, values: Record<string, unknown>): Promise<void> {
    const output = await this.likeness.upsert({ objectType: 'Lead', objectData: { Id: id, ...values } }, caller);
    expect(output.errorMessage).toBeNull();
  }

  secret(id: string): string {
    return this.webhooks.secrets.of(id, Date.now())[0]!;
  }

  /** Waits until the configured webhooks are listed. From then on, they miss no event. */
  async known(count: number): Promise<void> {
    while (this.webhooks.list().length !== count) await nextTurn();
    expect(this.webhooks.list().filter(({ id }) => kept(this.folder, id) === undefined)).toEqual([]);
  }

  private configuration(): Promise<Configuration> {
    const folder = mkdtempSync(join(this.folder, 'config-'));
    writeFileSync(join(folder, 'webhooks.json'), JSON.stringify(this.configured));
    return loadConfiguration(folder);
  }
}

function kept(folder: string, id: string): { waiting: unknown[]; dead: unknown[]; position: number } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'webhooks', `${id}.json`), 'utf8')) as ReturnType<typeof kept>;
  } catch {
    return undefined;
  }
}

async function until(is: () => boolean): Promise<void> {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function receiver(): Promise<{ receiver: Receiver; url: string }> {
  const one = new Receiver();
  onTestFinished(() => one.close());
  return { receiver: one, url: await one.listen() };
}

/** Event Ids without the store's identity. */
const idsOf = (received: readonly Received[]) => received.map(({ id }) => id.replace(/^[0-9a-f-]{36}\./, ''));
const created = (n: number) =>
  Array.from({ length: n }, (_, i) => `change-${String(i + 1).padStart(12, '0')}.record.created`);

it('sends each event signed by the scheme of Standard Webhooks, Ids and no values', async () => {
  const { receiver: to, url } = await receiver();
  const service = await new Running([{ id: 'crm', url, ...QUICK }]).start();
  const [id] = await service.create(1, 'Secretname');
  await to.until(() => to.taken.length === 1);
  const [first] = to.taken;
  expect(isSignedBy(first!, service.secret('crm'))).toBe(true);
  expect(isSignedBy({ ...first!, body: `${first!.body} ` }, service.secret('crm'))).toBe(false);
  expect(Math.abs(Number(first!.timestamp) - Date.now() / 1_000)).toBeLessThan(60);
  expect(JSON.parse(first!.body)).toEqual({
    id: first!.id,
    type: 'record.created',
    timestamp: expect.stringMatching(/^\d{4}-/) as string,
    data: { objectType: 'Lead', recordId: id, changeId: 'change-000000000001', reason: 'notChecked' },
  });
  expect(first!.body).not.toContain('Secretname');
  expect(statSync(join(service.folder, 'webhooks.secrets')).mode & 0o077).toBe(0);
});

it('a receiver that fails, hangs, breaks off and redirects gets every event at last, those of one record in order', async () => {
  const { receiver: to, url } = await receiver();
  const elsewhere = await receiver();
  const service = await new Running([{ id: 'crm', url, attempts: 50, ...QUICK, timeoutSeconds: 1 }]).start();
  let turn = 0;
  to.answer = (received, response, request) => {
    turn++;
    if (turn % 5 === 0) to.refuse(response);
    else if (turn % 7 === 0) to.refuse(response, 307, { location: elsewhere.url });
    else if (turn % 11 === 0) request.socket.destroy();
    // The receiver never responds.
    else if (turn !== 6 && turn !== 23) to.take(received, response);
  };
  const ids = await service.create(10);
  for (let round = 0; round < 3; round++) for (const id of ids) await service.update(id, { City: `Town ${round}` });
  await to.until(() => new Set(idsOf(to.taken)).size === 40);
  expect(elsewhere.receiver.received).toEqual([]);
  for (const id of ids) {
    const of = [...new Set(idsOf(to.taken.filter(({ recordId }) => recordId === id)))];
    expect(of).toHaveLength(4);
    expect(of).toEqual(of.toSorted());
  }
});

it('a record whose event is not taken delays only its own later events', async () => {
  const { receiver: to, url } = await receiver();
  const service = await new Running([{ id: 'crm', url, attempts: 50, ...QUICK }]).start();
  let stuck = '';
  let isStuck = true;
  to.answer = (received, response) => {
    if (isStuck && received.recordId === stuck) to.refuse(response);
    else to.take(received, response);
  };
  const [one, other] = await service.create(2);
  await to.until(() => to.taken.length === 2);
  stuck = one!;
  await service.update(one!, { City: 'A' });
  await service.update(one!, { City: 'B' });
  await service.update(other!, { City: 'C' });
  await to.until(() => to.taken.length === 3);
  expect(to.taken.at(-1)!.recordId).toBe(other);
  isStuck = false;
  await to.until(() => to.taken.length === 5);
  expect(idsOf(to.taken).slice(3)).toEqual([
    'change-000000000003.record.updated',
    'change-000000000004.record.updated',
  ]);
});

it('nothing is lost by restarts, whatever was under way, nor by what happened while it was down', async () => {
  const { receiver: to, url } = await receiver();
  const service = await new Running([{ id: 'crm', url, attempts: 50, ...QUICK }]).start();
  to.answer = (received, response) => {
    if (to.received.length % 2 === 0) to.take(received, response);
    else to.refuse(response, 503);
  };
  await service.create(60);
  await to.until(() => to.taken.length > 5);
  await service.stop();
  const first = kept(service.folder, 'crm')!;
  expect(first.waiting.length).toBeGreaterThan(0);
  await service.start();
  await service.create(40);
  await to.until(() => to.taken.length > 12);
  await service.stop();
  to.answer = (received, response) => to.take(received, response);
  await service.start();
  await to.until(() => new Set(idsOf(to.taken)).size === 100);
  expect([...new Set(idsOf(to.taken))].toSorted()).toEqual(created(100));
  // All attempts for an event have the same Id, even after a restart.
  expect(new Set(to.received.map(({ id }) => id)).size).toBe(100);
});

it('what is abandoned becomes a dead letter, which is listed, sent again or discarded, after a restart too', async () => {
  const { receiver: to, url } = await receiver();
  const service = await new Running([{ id: 'crm', url, attempts: 2, ...QUICK }]).start();
  to.answer = (_received, response) => to.refuse(response, 418);
  await service.create(3);
  await until(() => service.webhooks.list()[0]!.dead === 3);
  expect(service.webhooks.list()[0]).toMatchObject({ status: 'failing', dead: 3, waiting: 0, failed: 6, delivered: 0 });
  await service.stop();
  expect(JSON.stringify(kept(service.folder, 'crm'))).not.toMatch(/00Q/);
  await service.start();
  expect(
    (await service.webhooks.letters('crm')).map(({ event, attempts, reason }) => [event, attempts, reason]),
  ).toEqual(created(3).map((event) => [event, 2, '418']));
  to.answer = (received, response) => to.take(received, response);
  expect(await service.webhooks.revive('crm', 'replay', [created(2)[1]!, 'nonsense'])).toBe(1);
  await to.until(() => to.taken.length === 1);
  expect(await service.webhooks.revive('crm', 'discard', [created(1)[0]!])).toBe(1);
  expect(await service.webhooks.revive('crm', 'replay')).toBe(1);
  await to.until(() => to.taken.length === 2);
  expect(idsOf(to.taken)).toEqual(created(3).slice(1));
  await until(() => service.webhooks.list()[0]!.dead === 0);
});

it('only the events and objects that a webhook names, from its first start on', async () => {
  const { receiver: to, url } = await receiver();
  const service = await new Running([]).start();
  const [before] = await service.create(1);
  await service.reload([{ id: 'crm', url, events: ['record.updated', 'record.deleted'], objects: ['lead'], ...QUICK }]);
  await service.create(2);
  await service.likeness.importBatch('Account', [{ Name: 'A' }], { check: false }, caller);
  await service.update(before!, { City: 'A' });
  await service.likeness.deleteRecord('Lead', before!, caller);
  await to.until(() => to.taken.length === 2);
  expect(to.received.map(({ type }) => type)).toEqual(['record.updated', 'record.deleted']);
});

it('a disabled webhook sends nothing and keeps its place; one that is removed and added back continues', async () => {
  const { receiver: to, url } = await receiver();
  const webhook = { id: 'crm', url, ...QUICK };
  const service = await new Running([webhook]).start();
  await service.create(1);
  await to.until(() => to.taken.length === 1);
  await service.reload([{ ...webhook, enabled: false }]);
  await until(() => service.webhooks.list()[0]!.status === 'disabled');
  await service.create(1);
  expect(service.webhooks.list()[0]).toMatchObject({ behind: 1 });
  await service.reload([]);
  await service.create(1);
  expect(to.received).toHaveLength(1);
  await service.reload([webhook]);
  await to.until(() => to.taken.length === 3);
  expect(idsOf(to.taken)).toEqual(created(3));
});

it('a new secret signs together with the old one for as long as they overlap, then alone', async () => {
  const { receiver: to, url } = await receiver();
  const service = await new Running([{ id: 'crm', url, ...QUICK }]).start();
  const old = service.secret('crm');
  const fresh = service.webhooks.secrets.rotate('crm', 60_000, Date.now());
  await service.create(1);
  await to.until(() => to.taken.length === 1);
  expect([isSignedBy(to.taken[0]!, old), isSignedBy(to.taken[0]!, fresh)]).toEqual([true, true]);
  const last = service.webhooks.secrets.rotate('crm', 0, Date.now());
  await service.create(1);
  await to.until(() => to.taken.length === 2);
  expect([old, fresh, last].map((secret) => isSignedBy(to.taken[1]!, secret))).toEqual([false, false, true]);
});

it('Retry-After is kept', async () => {
  const { receiver: to, url } = await receiver();
  const service = await new Running([{ id: 'crm', url, ...QUICK }]).start();
  const at: number[] = [];
  to.answer = (received, response) => {
    at.push(performance.now());
    if (at.length === 1) to.refuse(response, 429, { 'retry-after': '1' });
    else to.take(received, response);
  };
  await service.create(1);
  await to.until(() => to.taken.length === 1);
  // The pause has at least this length, with a tolerance for timers. The pause may be longer on a busy machine.
  expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(990);
});

it('a place that cannot be read stops its webhook and says so, and is not written over', async () => {
  const { receiver: to, url } = await receiver();
  const service = await new Running([{ id: 'crm', url, ...QUICK }]).start();
  await service.stop();
  const path = join(service.folder, 'webhooks', 'crm.json');
  writeFileSync(path, '{"version":1}');
  const log = { warn: (message: string) => void service.warnings.push(message) };
  service.likeness = await openDataFolder(join(service.folder, 'store'), service.likeness.configuration);
  service.webhooks = new Webhooks({ likeness: service.likeness, dataFolder: service.folder, log });
  service.webhooks.start();
  await until(() => service.webhooks.list()[0]?.status === 'fault');
  await expect(service.webhooks.revive('crm', 'replay')).rejects.toThrow(/is damaged/);
  await service.webhooks.close();
  expect(readFileSync(path, 'utf8')).toBe('{"version":1}');
  expect(service.warnings.join()).toMatch(/no events are sent/);
  expect(to.received).toEqual([]);
});
