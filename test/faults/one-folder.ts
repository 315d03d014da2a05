import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from './outcome.js';
import { ServerProcess } from './server.js';

const AT_ONCE = 4;

/** One of several servers must serve the folder; the others must exit with code 1 and name the lock's holder. */
export async function oneFolder(root: string, times: number): Promise<Outcome> {
  const broken: string[] = [];
  for (let round = 0; round < times; round++) {
    const folder = join(root, `shared-${round}`);
    await mkdir(folder);
    const servers = Array.from({ length: AT_ONCE }, () => new ServerProcess({ folder }));
    const urls = await Promise.all(servers.map((server) => server.url().catch(() => undefined)));
    const serving = servers.filter((_, i) => urls[i] !== undefined);
    if (serving.length !== 1) broken.push(`round ${round}: ${serving.length} of ${AT_ONCE} serve`);
    for (const server of servers) {
      if (serving.includes(server)) continue;
      const code = await server.ended;
      if (code !== 1 || !server.stderr.includes('is in use by process'))
        broken.push(`round ${round}: one ended with ${String(code)}: ${server.stderr}`);
    }
    for (const server of serving) await server.end('SIGTERM');
  }
  return {
    fault: `${AT_ONCE} servers started concurrently on one folder`,
    times,
    told: times * (AT_ONCE - 1) - broken.length,
    checked: `${times} times; one serves, the others end and name it`,
    broken,
  };
}
