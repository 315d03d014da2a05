import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { backupBeside, restore } from '../../src/store/backup.js';
import { folderIdentity, IDENTITY_FILE } from '../../src/store/folder-identity.js';
import { openFileStore } from '../../src/store/open-file-store.js';
import { cli, done, json } from '../support/command-line.js';
import { newFolder } from '../support/temporary-folder.js';

it('a data folder is known as long as it is the same, and none of its copies by its name', async () => {
  const folder = newFolder();
  await (await openFileStore(folder)).close();
  const identity = await folderIdentity(folder);
  expect(await folderIdentity(folder)).toBe(identity);

  const [copied, backup, restored] = ['copied', 'backup', 'restored'].map((name) => join(newFolder(), name));
  cpSync(folder, copied!, { recursive: true, preserveTimestamps: true });
  await backupBeside(folder, backup!);
  expect(existsSync(join(backup!, IDENTITY_FILE))).toBe(false);
  await restore(backup!, restored!);
  const identities = [folder, copied!, restored!].map((each) => folderIdentity(each));
  expect(new Set(await Promise.all(identities)).size).toBe(3);
  expect(await folderIdentity(folder)).toBe(identity);
  // The identity file of the copy has no effect.
  cpSync(join(copied!, IDENTITY_FILE), join(folder, IDENTITY_FILE));
  expect([identity, await folderIdentity(copied!)]).not.toContain(await folderIdentity(folder));
  writeFileSync(join(folder, IDENTITY_FILE), 'no JSON');
  expect(await folderIdentity(folder)).toMatch(/^[0-9a-f-]{36}$/);
});

it('a copy that cannot be recognised is made another store by a command, while nothing has it open', async () => {
  const folder = newFolder();
  const former = await folderIdentity(folder);
  const command = ['restore', '--new-identity', '--data', folder];
  const store = await openFileStore(folder);
  expect((await cli(command)).stderr).toContain('in use by');
  await store.close();
  const { identity, ...rest } = await json<{ identity: string }>([...command, '--json']);
  expect(rest).toEqual({ former });
  expect(await folderIdentity(folder)).toBe(identity);
  expect(await done(command)).toMatch(/^new identity of the store: /);
  for (const wrong of [['restore'], [...command, folder]])
    expect(await cli([...wrong, '--data', folder])).toMatchObject({ code: 2 });
});
