import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { needs } from '../support/needs.js';
import { newToken } from '../support/command-line.js';
import { freePort } from '../support/free-port.js';
import { PostgresServer } from '../support/postgres-server.js';
import { post, serve, type Served } from '../support/program.js';
import { newFolder } from '../support/temporary-folder.js';
import { textOf } from './deployment.js';

/** Starts the shipped proxy for these nodes. @returns its URL */
async function proxyOf(nodes: readonly string[]): Promise<string> {
  const port = await freePort();
  const file = join(newFolder(), 'Caddyfile');
  const upstreams = nodes.map((url) => new URL(url).host).join(' ');
  const text = textOf('data/deploy/compose/Caddyfile')
    .replaceAll('node-1:8080 node-2:8080', upstreams)
    .replace(/^:8080/m, `http://127.0.0.1:${port}`);
  writeFileSync(file, text);
  const proxy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: newFolder() },
  });
  onTestFinished(async () => {
    proxy.kill('SIGKILL');
    await once(proxy, 'exit');
  });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () => fetch(`${url}/readyz`).then(({ status }) => status, String);
  await expect.poll(isReady).toBe(200);
  return url;
}

it(
  'while the database is away, the proxy continues to search and refuses changes',
  needs('caddy', 'postgres-programs'),
  async () => {
    const server = await PostgresServer.start(['fsync=off']);
    onTestFinished(() => server.close());
    const nodes: Served[] = [];
    for (let i = 0; i < 2; i++) nodes.push(await serve(newFolder(), ['--store', server.url]));
    const token = await newToken(server.url, '--store');
    const url = await proxyOf(nodes.map((node) => node.url));
    const objectData = { LastName: 'Doe', Company: 'Acme' };
    const search = () => post(url, 'dc3Api/search', token, { objectPrefix: '00Q', objectData });
    const upsert = async () => {
      const response = await fetch(`${url}/services/apexrest/dupcheck/dc3DataApi`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ input: { objectType: 'Lead', objectData } }),
      });
      return [response.status, response.headers.get('retry-after')];
    };
    await expect.poll(async () => (await search()).status).toBe(200);
    expect(await upsert()).toEqual([200, null]);

    await server.stop();
    const isTaken = async (path: string) => (await fetch(`${nodes[0]!.url}${path}`)).status;
    await expect.poll(() => isTaken('/readyz')).toBe(503);
    // The response comes from the proxy, or from a node that was asked before the proxy noticed.
    expect(await upsert()).toEqual([503, '2']);
    expect(await upsert()).toEqual([503, '2']);
    const found = await Promise.all(Array.from({ length: 20 }, search));
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]));

    await server.restart();
    await expect.poll(async () => (await upsert())[0]).toBe(200);
  },
);
