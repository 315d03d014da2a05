import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { newToken } from '../../../support/command-line.js';
import { serve, type Served } from '../../../support/program.js';
import { newFolder } from '../../../support/temporary-folder.js';
import { newDatabase, type TestDatabase } from './postgres.js';

/** Node processes on one database, each with its own folder. The nodes are stopped after the test. */
export interface ServedNodes {
  readonly database: TestDatabase;
  readonly store: readonly string[];
  /** Starts a node. The first node holds all leases when another node is started. */
  readonly start: () => Promise<ServedNode>;
}

export interface ServedNode extends Served {
  /** @param body bytes are sent unchanged, other values as JSON */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  text(path: string): Promise<string>;
}

/** @param files JSON files of the configuration folder */
export async function servedNodes(files: Readonly<Record<string, unknown>> = {}): Promise<ServedNodes> {
  const database = await newDatabase();
  const config = newFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(config, name), JSON.stringify(content));
  const running: Served[] = [];
  onTestFinished(async () => {
    await Promise.all(running.map((node) => node.stop('SIGKILL')));
    await database.drop();
  });
  let token: Promise<string> | undefined;
  const store = ['--store', database.url()];
  return {
    database,
    store,
    start: async () => {
      const node = await serve(newFolder(), [...store, '--config', config]);
      running.push(node);
      const bearer = await (token ??= newToken(database.url(), '--store'));
      // Nodes learn about a new client with a delay.
      await expect.poll(() => statusOf(node.url, bearer)).toBe(200);
      const ask = async (method: string, path: string, body?: unknown): Promise<string> => {
        const isRaw = body instanceof Uint8Array;
        const response = await fetch(`${node.url}/services/apexrest/dupcheck/${path}`, {
          method,
          headers: {
            Authorization: `Bearer ${bearer}`,
            'Content-Type': isRaw ? 'application/octet-stream' : 'application/json',
          },
          ...(body !== undefined && { body: isRaw ? new Uint8Array(body) : JSON.stringify(body) }),
        });
        const answer = await response.text();
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
        return answer;
      };
      return {
        ...node,
        text: (path) => ask('GET', path),
        call: async <T>(method: string, path: string, body?: unknown): Promise<T> =>
          JSON.parse(await ask(method, path, body)) as T,
      };
    },
  };
}

async function statusOf(url: string, bearer: string): Promise<number> {
  const { status } = await fetch(`${url}/services/apexrest/dupcheck/scenarios`, {
    headers: { Authorization: `Bearer ${bearer}` },
  });
  return status;
}
