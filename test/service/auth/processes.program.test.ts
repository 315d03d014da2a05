import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { AuditLog } from '../../../src/service/auth/audit-log.js';
import { verifyAudit } from '../../../src/service/auth/audit-verify.js';
import { addClient, clientsPath, listClients } from '../../../src/service/auth/client-store.js';
import { withFileLock } from '../../../src/service/auth/file-lock.js';
import { FolderHome } from '../../../src/store/home/folder/folder-home.js';
import { newFolder } from '../../support/temporary-folder.js';

const root = join(import.meta.dirname, '../../..');
const source = (path: string): string => JSON.stringify(join(root, 'src', path));

/** Runs a TypeScript module in its own process. */
const run = (script: string, ...args: readonly string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, ...args], {
    cwd: root,
  });

it('the audit log takes the lines of several processes at once into one chain', async () => {
  const folder = newFolder();
  const script = `
    import { recordIn } from ${source('service/auth/audit-log.ts')};
    import { FolderHome } from ${source('store/home/folder/folder-home.ts')};
    const home = new FolderHome(process.argv[1]);
    for (let i = 0; i < 20; i++) await recordIn(home, { action: 'login', by: process.argv[2] + i });`;
  const log = new AuditLog(folder);
  for (let i = 0; i < 20; i++) log.record({ action: 'login', by: `server${i}` });
  await Promise.all(['a', 'b'].map((name) => run(script, folder, name)));
  await log.close();
  expect(await verifyAudit(new FolderHome(folder))).toMatchObject({ lines: 60, faults: [] });
});

it('several processes at once lose no client', async () => {
  const folder = newFolder();
  const script = `
    import { addClient } from ${source('service/auth/client-store.ts')};
    for (let i = 0; i < 10; i++) addClient(process.argv[1], { name: process.argv[2] + i, licence: { state: 'none' } });`;
  const names = ['a', 'b', 'c', 'd'];
  await Promise.all(names.map((name) => run(script, folder, name)));
  const expected = names.flatMap((name) => Array.from({ length: 10 }, (_, i) => `${name}${i}`));
  const listed = listClients(folder).map((client) => client.name);
  expect(listed.sort()).toEqual(expected.sort());
  expect(readdirSync(folder)).toEqual(['clients.json']);
});

it('takes over the lock of a process that died, and no other', async () => {
  const folder = newFolder();
  const lock = `${clientsPath(folder)}.lock`;
  const script = `
    import { withFileLock } from ${source('service/auth/file-lock.ts')};
    withFileLock(process.argv[1], () => process.kill(process.pid, 'SIGKILL'));`;
  await run(script, lock).catch(() => undefined);
  expect(existsSync(lock)).toBe(true);
  addClient(folder, { name: 'after', licence: { state: 'valid' } });
  expect(readdirSync(folder)).toEqual(['clients.json']);
  withFileLock(lock, () => {
    expect(existsSync(lock)).toBe(true);
  });
  expect(existsSync(lock)).toBe(false);
});
