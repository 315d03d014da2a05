import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Expectations } from './expectations.js';
import { checkStored, startLoad } from './load.js';
import type { Outcome } from './outcome.js';
import { prepareFolder } from './prepared-folder.js';
import { ask, search, upsert } from './requests.js';
import { mount } from '../support/mount.js';
import { ServerProcess } from './server.js';

const FAULT = 'real file system filled to the last byte';

/** On a full file system, writes must fail with 503 and reads work. Afterwards nothing acknowledged may be missing. */
export async function smallDisk(root: string, times: number, random: () => number): Promise<Outcome> {
  const broken: string[] = [];
  let acknowledged = 0;
  for (let round = 0; round < times; round++) {
    const folder = join(root, `small-${round}`);
    await mkdir(folder);
    const bytes = Math.floor(500_000 + random() * 1_500_000);
    const problem = mount('-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder);
    if (problem !== undefined) return { fault: FAULT, times: 0, checked: '', broken, skipped: `mount: ${problem}` };
    try {
      const expectations = new Expectations();
      broken.push(...(await fillUp(folder, expectations, round, random)).map((fault) => `round ${round}: ${fault}`));
      acknowledged += expectations.acknowledged;
    } finally {
      spawnSync('umount', [folder]);
    }
  }
  return {
    fault: FAULT,
    times,
    acknowledged,
    told: times,
    checked: `${times} times; ${acknowledged} acknowledged requests; 503 for writes, reads go on, and with room again it writes`,
    broken,
  };
}

async function fillUp(
  folder: string,
  expectations: Expectations,
  round: number,
  random: () => number,
): Promise<string[]> {
  const faults: string[] = [];
  const token = await prepareFolder(folder);
  const compacting = round % 2 === 1 && { compactAt: 200_000 };
  const server = new ServerProcess({ folder, ...compacting });
  const endpoint = { url: await server.url(), token };
  const load = startLoad({ endpoint, expectations, clients: 8, random, persons: 1_000 });
  await load.over;
  for (const { unexpected, refusal } of load.clients) {
    faults.push(...unexpected.map((answer) => `an answer of ${answer}`));
    if (refusal === undefined) faults.push('a client was cut off instead of refused');
  }
  const health = await ask(endpoint, 'GET', '/healthz');
  if (!health.text.includes('read-only')) faults.push(`health says ${health.text}`);
  const { status } = await search(endpoint, { LastName: 'Nobody' });
  if (status !== 200) faults.push(`a search answered ${status ?? 'nothing'}`);
  faults.push(...(await checkStored(endpoint, expectations, random)).map((fault) => `on the full disk: ${fault}`));
  await server.end(round % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
  const problem = mount('-o', 'remount,size=64m', folder);
  if (problem !== undefined) return [...faults, `remount: ${problem}`];
  const again = new ServerProcess({ folder });
  const next = { url: await again.url(), token };
  faults.push(...(await checkStored(next, expectations, random)).map((fault) => `with room again: ${fault}`));
  const { output } = await upsert(next, { objectType: 'Contact', objectData: { LastName: 'After' } });
  if (output?.isSuccess !== true) faults.push('with room again it does not write');
  await again.end('SIGTERM');
  return faults;
}
