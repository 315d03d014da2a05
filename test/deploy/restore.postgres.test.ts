import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { needs } from '../support/needs.js';
import type { ShownWebhook } from '../../src/extensions/webhooks/backlogs.js';
import { Receiver, type Received } from '../service/events/receiver.js';
import { done, json, words } from '../support/command-line.js';
import { serve, type Served } from '../support/program.js';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.js';
import { newFolder } from '../support/temporary-folder.js';
import { textOf } from './deployment.js';

const programs = postgresPrograms();

/** Returns a code block of the page by the word after `sh`. */
function commands(name: string): string {
  const found = new RegExp(`^\`\`\`sh ${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(textOf('data/deploy/OPERATIONS.md'));
  if (found === null) throw new Error(`OPERATIONS.md has no commands '${name}'`);
  return found[1]!;
}

/** Runs commands unchanged, with the PostgreSQL programs of the server's version. @returns their output */
async function paste(name: string, cwd: string, variables: Readonly<Record<string, string>>): Promise<string> {
  const env = { ...variables, PATH: `${programs}${delimiter}${process.env['PATH']}`, HOME: cwd };
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', commands(name)], { cwd, env });
  return stdout.trim();
}

interface Node extends Served {
  readonly call: (path: string, body?: unknown) => Promise<{ position: number; body: never }>;
}

async function nodeOver(store: string, token: () => string, ...options: readonly string[]): Promise<Node> {
  const served = await serve(newFolder(), ['--store', store, ...options]);
  const call: Node['call'] = async (path, body) => {
    const headers = { Authorization: `Bearer ${token()}`, 'Content-Type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${served.url}${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return { position: Number(response.headers.get('Likeness-Position')), body: (await response.json()) as never };
  };
  return { ...served, call };
}

const PRODUCT = '/services/apexrest/dupcheck';
const contact = (number: number) => ({
  LastName: `Person ${number.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)}`,
  Email: `person.${number}@example.org`,
});
async function save(node: Node, number: number): Promise<{ id: string; isCreated: boolean; position: number }> {
  const input = { objectType: 'Contact', duplicateCheck: true, objectData: contact(number) };
  const { position, body } = await node.call(`${PRODUCT}/dc3DataApi`, { input });
  const { objectId, isCreated } = body as { objectId: string; isCreated: boolean };
  return { id: objectId, isCreated, position };
}
const ids = async (node: Node): Promise<string[]> => {
  const found: string[] = [];
  for (let after: string | null = ''; after !== null;) {
    const { body } = await node.call(`${PRODUCT}/query?objectType=Contact${after && `&after=${after}`}`);
    const page = body as { records: { Id: string }[]; next: string | null };
    found.push(...page.records.map(({ Id }) => Id));
    after = page.next;
  }
  return found.sort();
};
const readiness = async (node: Node) =>
  (await (await fetch(`${node.url}/readyz`)).json()) as { position: number; configuration: { version: number } };
const positionOf = async (node: Node): Promise<number> => (await readiness(node)).position;

async function server(): Promise<PostgresServer> {
  const started = await PostgresServer.start(['fsync=off']);
  onTestFinished(() => started.close());
  return started;
}

/** Creates a database as the page describes it: its role owns it and has no other rights. */
async function applicationOf({ url }: PostgresServer): Promise<{ store: string; admin: string; role: string }> {
  const role = 'application';
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create role ${role} login`);
  await client.query(`create database likeness owner ${role}`);
  await client.end();
  return { store: url.replace(/likeness@(.*)postgres$/, `${role}@$1likeness`), admin: url, role };
}

/** Creates a client of the store. @returns a function that requests a token */
async function newClient(store: string): Promise<() => Promise<string>> {
  const folder = newFolder();
  const where = ['--store', store, '--data', folder];
  const { client_id, client_secret } = await json<{ client_id: string; client_secret: string }>(words`client
    add drill --all-scopes --json ${where}`);
  expect(client_secret).not.toBe('');
  return async () => (await done(['token', '--client', client_id, ...where])).trim();
}

it(
  'a dump taken under load is restored by the commands of the page: records, clients and positions',
  needs('postgres-programs'),
  async () => {
    const { store, admin, role } = await applicationOf(await server());
    let token = '';
    const issue = await newClient(store);
    token = await issue();
    const receiver = new Receiver();
    onTestFinished(() => receiver.close());
    const config = newFolder();
    const webhook = { id: 'crm', url: await receiver.listen(), events: ['record.created'] };
    writeFileSync(join(config, 'webhooks.json'), JSON.stringify([webhook]));
    const node = await nodeOver(store, () => token, '--config', config);
    const isSent = async () => ((await node.call(`${PRODUCT}/webhooks`)).body as ShownWebhook[])[0]?.status;
    await expect.poll(isSent).toBe('sending');
    const saved = await Promise.all(Array.from({ length: 40 }, (_, number) => save(node, number)));
    const before = Math.max(...saved.map(({ position }) => position));

    // Other clients write during the dump.
    const folder = newFolder();
    let isDumped = false;
    const dump = paste('backup', folder, { STORE: store }).finally(() => (isDumped = true));
    const meanwhile: { id: string; position: number }[] = [];
    for (let number = 100; !isDumped; number++) meanwhile.push(await save(node, number));
    await dump;
    const drill = store.replace(/\/likeness$/, '/drill');
    const printed = await paste('drill', folder, { ADMIN: admin, ROLE: role, DRILL: drill });
    const position = Number(printed);
    expect(position).toBeGreaterThanOrEqual(before);

    expect(textOf('data/deploy/OPERATIONS.md')).toContain(
      'npm run --silent likeness -- serve --drill --store "$DRILL" ',
    );
    const restored = await nodeOver(drill, () => token, '--drill');
    expect(restored.errors()).toMatch(/the database is a copy of the store [0-9a-f-]{36}/);
    expect(await positionOf(restored)).toBe(position);
    expect([await readiness(restored), await readiness(node)]).toMatchObject([{ drill: true }, {}]);
    expect(await readiness(node)).not.toHaveProperty('drill');
    await expect(restored.call(`${PRODUCT}/jobs`, { objectType: 'Contact' })).rejects.toThrow(/409.*DRILL/);
    const { configuration } = await readiness(node);
    expect(configuration.version).toBeGreaterThan(0);
    expect((await readiness(restored)).configuration).toEqual(configuration);
    const expected = [...saved, ...meanwhile].filter((each) => each.position <= position).map(({ id }) => id);
    expect(await ids(restored)).toEqual(expected.sort());
    // Tokens from before and after the restore are both valid, because the secret and the key were restored.
    for (const next of [token, await (await tokenFrom(drill))()]) {
      token = next;
      expect(await save(restored, 7)).toMatchObject({ id: saved[7]!.id, isCreated: false });
    }
    const created = await save(restored, 5_000);
    expect(created.isCreated).toBe(true);
    expect(created.position).toBeGreaterThan(position);
    expect(expected).not.toContain(created.id);

    // The drill has not changed the production store.
    expect(await ids(node)).toEqual([...saved, ...meanwhile].map(({ id }) => id).sort());
    expect(await restored.stop()).toBe(0);

    // The drill sent no webhooks. A copy served without drill mode sends events, with a different store Id.
    await receiver.until(() => receiver.taken.length === saved.length + meanwhile.length);
    const storeOf = ({ id }: Received): string => id.slice(0, 36);
    const [production, ...others] = new Set(receiver.received.map(storeOf));
    expect(others).toEqual([]);
    const inEarnest = await nodeOver(drill, () => token);
    const ofCopy = () => receiver.taken.filter((taken) => storeOf(taken) !== production);
    await receiver.until(() => ofCopy().some(({ recordId }) => recordId === created.id));
    expect(new Set(ofCopy().map(storeOf)).size).toBe(1);
    expect(await inEarnest.stop()).toBe(0);
    expect(await node.stop()).toBe(0);
  },
);

/** Returns tokens for the store's client, requested from a new folder. */
async function tokenFrom(store: string): Promise<() => Promise<string>> {
  const where = ['--store', store, '--data', newFolder()];
  const [client] = await json<{ client_id: string }[]>(['client', 'list', '--json', ...where]);
  return async () => (await done(['token', '--client', client!.client_id, ...where])).trim();
}

it('a base backup becomes a server that a node starts over', needs('postgres-programs'), async () => {
  const first = await server();
  const token = await (await newClient(first.url))();
  const node = await nodeOver(first.url, () => token);
  const saved = await Promise.all(Array.from({ length: 20 }, (_, number) => save(node, number)));
  const second = await PostgresServer.over((cwd) => paste('base', cwd, { ADMIN: first.url }), 'base');
  onTestFinished(() => second.close());
  await first.stop('SIGKILL');

  const restored = await nodeOver(second.url, () => token);
  expect(await ids(restored)).toEqual(saved.map(({ id }) => id).sort());
  expect(await positionOf(restored)).toBe(Math.max(...saved.map(({ position }) => position)));
  expect(await restored.stop()).toBe(0);
  await node.stop('SIGKILL');
});
