import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { owner } from '../../support/postgres-server.js';
import type { Outcome } from '../outcome.js';
import { ask, upsert } from '../requests.js';
import { mount } from '../../support/mount.js';
import { until } from './cluster.js';
import { underLoad, type Round, type UnderLoad } from './under-load.js';

/** Size of the tables' file system in bytes, much more than the tables need. */
const SIZE = 256 << 20;
const PIECE = Buffer.alloc(1 << 16);

/** Puts the tables on their own file system, which another program fills completely and then frees. */
export async function withSmallDisk(given: Omit<UnderLoad, 'act' | 'options'>): Promise<Outcome> {
  // Outside the folder of the run, which only its owner can access.
  const folder = mkdtempSync('/tmp/likeness-tables-');
  const { uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0 } = owner();
  try {
    const options = `size=${SIZE},uid=${uid},gid=${gid},mode=700`;
    const problem = mount('-t', 'tmpfs', '-o', options, 'tmpfs', folder);
    if (problem !== undefined)
      return { fault: given.fault, times: 0, checked: '', broken: [], skipped: `mount: ${problem}` };
    const prepare = async (query: Round['cluster']['query']): Promise<void> => {
      await query(`create tablespace small location '${folder}'`);
      await query(`alter role likeness set default_tablespace = 'small'`);
    };
    return await underLoad({ ...given, options: { prepare }, act: (round) => fill(join(folder, 'ballast'), round) });
  } finally {
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(ballast: string, { cluster, progress, tell }: Round): Promise<void> {
  try {
    let isFull = false;
    await until('no node writes any more', async () => {
      // Also takes the space that a node has just freed.
      for (isFull = false; !isFull;) isFull = !appended(ballast);
      const input = { objectType: 'Contact', objectData: { LastName: 'Full' } };
      const replies = await Promise.all(cluster.nodes.map(({ endpoint }) => upsert(endpoint, input)));
      return replies.every(({ status }) => status === 503);
    });
    for (const { endpoint, number } of cluster.nodes) {
      const { status } = await ask(endpoint, 'GET', '/services/apexrest/dupcheck/records?objectType=Contact');
      if (status !== 200) tell(`on the full disk node ${number} answered a read with ${status ?? 'nothing'}`);
    }
  } finally {
    rmSync(ballast, { force: true });
  }
  await cluster.allReady();
  await progress();
}

/** @returns whether there was space */
function appended(file: string): boolean {
  try {
    writeFileSync(file, PIECE, { flag: 'a' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
