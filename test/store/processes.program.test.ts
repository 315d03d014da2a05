import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openFileStore } from '../../src/store/open-file-store.js';
import { StoreLockedError } from '../../src/store/store-errors.js';
import { Model, picturesOf } from './conformance.js';
import { startStoreProcess, type StoreProcess } from './child.js';
import { newFolder } from './folders.js';
import { changesOf } from './load.js';

function start(folder: string, ...options: string[]): StoreProcess {
  const child = startStoreProcess(folder, ...options);
  onTestFinished(() => void child.process.kill('SIGKILL'));
  return child;
}

it('two processes on one folder: the second learns which process has it', async () => {
  const folder = await newFolder();
  const first = start(folder);
  await first.line((line) => line === `open ${first.process.pid}`);
  const second = start(folder);
  expect(await second.line(() => true)).toBe(`locked ${first.process.pid}`);
  await expect(openFileStore(folder)).rejects.toMatchObject({ name: 'StoreLockedError', pid: first.process.pid });
});

it('a lock dies with its owner, killed or not, and leaves nothing behind that matters', async () => {
  const folder = await newFolder();
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const child = start(folder);
    await child.line((line) => line.startsWith('open'));
    child.process.kill(signal);
    await child.ended;
    const store = await openFileStore(folder);
    expect((await readdir(folder)).filter((name) => name.startsWith('lock-'))).toHaveLength(1);
    await store.close();
    expect((await readdir(folder)).filter((name) => name.includes('lock-'))).toEqual([]);
  }
});

it('a process that is stopped still has its lock', async () => {
  const folder = await newFolder();
  const child = start(folder);
  await child.line((line) => line.startsWith('open'));
  child.process.kill('SIGSTOP');
  await expect(openFileStore(folder)).rejects.toBeInstanceOf(StoreLockedError);
});

it('of many that open one folder at once, one gets it', async () => {
  const folder = await newFolder();
  for (let round = 0; round < 20; round++) {
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => openFileStore(folder)));
    const open = results.filter((result) => result.status === 'fulfilled');
    expect(open).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StoreLockedError);
    await open[0]!.value.close();
  }
});

/** A lock holder that closes every connection. Its lock file sorts before those of the others. */
async function silentOther(folder: string): Promise<Server> {
  const other = createServer((socket) => socket.destroy());
  other.listen(join(folder, `lock-${process.pid}-000000000000`));
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  return other;
}

it('someone who hangs up when asked and is gone a moment later was leaving, and did not own the folder', async () => {
  const folder = await newFolder();
  const other = await silentOther(folder);
  other.once('connection', () => other.close());
  await (await openFileStore(folder)).close();
});

it('someone who hangs up again and again is alive: the folder is not taken from it', async () => {
  const folder = await newFolder();
  await silentOther(folder);
  await expect(openFileStore(folder)).rejects.toMatchObject({ name: 'StoreLockedError', pid: process.pid });
});

it('locks a folder whose path is longer than a socket may have', async () => {
  const folder = join(await newFolder(), 'long'.repeat(30), 'folder');
  await mkdir(folder, { recursive: true });
  const store = await openFileStore(folder);
  await expect(openFileStore(folder)).rejects.toMatchObject({ name: 'StoreLockedError', pid: process.pid });
  await store.close();
  await (await openFileStore(folder)).close();
});

it('killed under load, again and again: every acknowledged transaction is there, and no half of one', async () => {
  const folder = await newFolder();
  const allowed = new Model();
  let applied = 0;
  for (let round = 0; round < 6; round++) {
    const child = start(folder, '--load');
    const goal = 20 + Math.floor(Math.random() * 400);
    let acknowledged = 0;
    await child.line(() => ++acknowledged > goal);
    child.process.kill('SIGKILL');
    await child.ended;
    const last = Math.max(
      applied,
      ...child.lines.filter((line) => line.startsWith('ack')).map((line) => Number(line.slice(4))),
    );
    const store = await openFileStore(folder);
    const found = store.counter('n');
    expect(found).toBeGreaterThanOrEqual(last);
    // Transactions are numbered in commit order, so the state must be that after exactly `found` transactions.
    while (applied < found) allowed.apply(changesOf(++applied));
    expect(picturesOf([...store.scan('Contact')])).toEqual(picturesOf([...allowed.records.values()]));
    await store.close();
  }
  expect(applied).toBeGreaterThan(100);
});
