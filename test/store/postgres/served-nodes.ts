import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { newToken } from '../../support/command-line.js';
import { serve, type Served } from '../../support/program.js';
import { newFolder } from '../../support/temporary-folder.js';
import { newDatabase } from './postgres.js';

/** Nodes over one database as processes of their own, each with a folder of its own; gone after the test. */
export interface ServedNodes {
  readonly store: readonly string[];
  /** The first one has taken all duties when another is started. */
  readonly start: () => Promise<ServedNode>;
}

export interface ServedNode extends Served {
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** @param files of the configuration folder, as JSON */
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
    store,
    start: async () => {
      const node = await serve(newFolder(), [...store, '--config', config]);
      running.push(node);
      const bearer = await (token ??= newToken(database.url(), '--store'));
      // A node knows a new client a moment later.
      await expect.poll(() => statusOf(node.url, bearer), { timeout: 10_000 }).toBe(200);
      return {
        ...node,
        call: async <T>(method: string, path: string, body?: unknown): Promise<T> => {
          const response = await fetch(`${node.url}/services/apexrest/dupcheck/${path}`, {
            method,
            headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          });
          const answer = (await response.json()) as T;
          if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
          return answer;
        },
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
