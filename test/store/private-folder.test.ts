import { chmod, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backupBeside, restore } from '../../src/store/backup.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { makePrivate } from '../../src/store/open-file-store.js';
import { contact } from './contact.js';
import { newFolder } from '../support/temporary-folder.js';

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe.runIf(process.platform !== 'win32')('rights of a data folder', () => {
  let root: string;
  let umask: number;
  beforeEach(() => {
    root = newFolder();
    umask = process.umask(0);
  });
  afterEach(async () => {
    process.umask(umask);
    await rm(root, { recursive: true });
  });

  it("folder, files, backups and what is restored are the owner's only, whatever the umask", async () => {
    const folder = join(root, 'new', 'store');
    const store = await openFileStore(folder);
    await store.append({ changes: [{ kind: 'put', record: contact(1) }] });
    await store.compact();
    await store.backup(join(root, 'backup'));
    await store.close();
    await writeFile(join(folder, 'clients.json'), '{}', { mode: 0o600 });
    await backupBeside(folder, join(root, 'beside'), { also: ['clients.json'] });
    await restore(join(root, 'beside'), join(root, 'restored'), { also: ['clients.json'] });
    for (const name of ['new/store', 'backup', 'beside', 'restored']) {
      expect(await modeOf(join(root, name)), name).toBe(0o700);
      const files = await readdir(join(root, name));
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) expect(await modeOf(join(root, name, file)), `${name}/${file}`).toBe(0o600);
    }
  });

  it('a folder that an older version left open is closed to others when it is opened, and says so', async () => {
    await (await openFileStore(root)).close();
    const names = await readdir(root);
    for (const name of names) await chmod(join(root, name), 0o664);
    await chmod(root, 0o755);
    const store = await openFileStore(root);
    expect([...store.restrictedFiles].sort()).toEqual(['.', ...names].sort());
    await store.close();
    expect(await modeOf(root)).toBe(0o700);
    for (const name of names) expect(await modeOf(join(root, name))).toBe(0o600);
    const again = await openFileStore(root);
    expect(again.restrictedFiles).toEqual([]);
    await again.close();
  });

  it('leaves alone what is not its own: other files, links, and the folder that holds them', async () => {
    await writeFile(join(root, 'letter.txt'), 'x', { mode: 0o644 });
    await writeFile(join(root, 'elsewhere.log'), 'x', { mode: 0o644 });
    await symlink(join(root, 'elsewhere.log'), join(root, 'audit.log'));
    await mkdir(join(root, 'journal-1.log'), { mode: 0o755 });
    await chmod(root, 0o755);
    expect(await makePrivate(root)).toEqual([]);
    for (const name of ['letter.txt', 'elsewhere.log']) expect(await modeOf(join(root, name))).toBe(0o644);
    expect(await modeOf(root)).toBe(0o755);
  });
});
