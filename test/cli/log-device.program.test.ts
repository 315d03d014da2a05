import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.js';
import { program, runProgram } from '../support/program.js';
import { newFolder } from '../support/temporary-folder.js';

const children: ChildProcess[] = [];
// Builds now if sources have changed. This takes a long time, and its output is not part of the test.
beforeAll(() => runProgram(['--version']));
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

type Output = number | 'pipe';

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly metricsUrl: string;
}

async function start(stdout: Output, stderr: Output, hook?: string): Promise<Started> {
  const port = await freePort();
  const metricsPort = await freePort();
  const args = ['serve', '--port', String(port), '--metrics-port', String(metricsPort), '--data', newFolder()];
  const child = spawn(process.execPath, [...(hook === undefined ? [] : ['--import', hook]), program, ...args], {
    env: { ...process.env, LIKENESS_LOG_LEVEL: 'debug' },
    stdio: ['ignore', stdout, stderr],
  });
  children.push(child);
  return { child, url: `http://127.0.0.1:${port}`, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
}

async function ready({ child, url }: Started): Promise<void> {
  const isUp = () =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status,
      () => (child.exitCode === null ? 'starting' : `ended with ${child.exitCode}`),
    );
  await expect.poll(isUp).toBe(200);
}

const dropped = async (metricsUrl: string): Promise<number> =>
  Number(/^likeness_log_dropped_total (\d+)$/m.exec(await (await fetch(metricsUrl)).text())?.[1]);

/** Checks that the server responds, counts the lost log lines, and stops normally. */
async function isUnimpressed(served: Started, requests = 20): Promise<void> {
  for (let i = 0; i < requests; i++) expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
  expect(await dropped(served.metricsUrl)).toBeGreaterThan(0);
  const closed = once(served.child, 'exit');
  served.child.kill('SIGTERM');
  expect(await closed).toEqual([0, null]);
}

describe('a log that cannot be written neither blocks nor ends the service', () => {
  it.skipIf(!existsSync('/dev/full'))('a full device', async () => {
    const full = openSync('/dev/full', 'w');
    const served = await start(full, full);
    closeSync(full);
    await ready(served);
    await isUnimpressed(served);
  });

  it('pipes that no process holds any longer', async () => {
    const served = await start('pipe', 'pipe');
    served.child.stdout!.destroy();
    served.child.stderr!.destroy();
    await ready(served);
    await isUnimpressed(served);
  });

  it.skipIf(process.platform !== 'linux')('a pipe that no process reads from', async () => {
    const fifo = join(newFolder(), 'log');
    await once(spawn('mkfifo', [fifo]), 'exit');
    const end = openSync(fifo, 'r+');
    const served = await start(end, end);
    await ready(served);
    // A pipe holds 64 kB, and each request logs about 150 bytes.
    await isUnimpressed(served, 700);
    closeSync(end);
  });
});

describe('an uncaught error ends the process with a message, without values', () => {
  it.each([
    ['uncaughtException', 'throw new RangeError("Zsömle")', 'uncaught error (RangeError)'],
    ['unhandledRejection', 'Promise.reject(new RangeError("Zsömle"))', 'unhandled rejection (RangeError)'],
  ])('%s', async (_name, statement, message) => {
    const folder = newFolder();
    const hook = join(folder, 'hook.mjs');
    writeFileSync(hook, `process.on('SIGUSR2', () => { ${statement} });`);
    const log = join(folder, 'log');
    const fd = openSync(log, 'a');
    const served = await start('pipe', fd, hook);
    closeSync(fd);
    await ready(served);
    const closed = once(served.child, 'exit');
    served.child.kill('SIGUSR2');
    expect(await closed).toEqual([1, null]);
    const text = readFileSync(log, 'utf8');
    expect(text).toContain(
      `likeness: terminated by an ${message}; acknowledged changes are saved; restart the service\n`,
    );
    expect(text).not.toContain('Zsömle');
  });
});

it.skipIf(!existsSync('/dev/full'))(
  'a command whose notes cannot be written ends with the code that it would end with',
  async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [program, 'search', '--object', 'Nonsense', 'a=b', '--data', newFolder()], {
      stdio: ['ignore', 'ignore', full],
    });
    closeSync(full);
    expect(await once(child, 'exit')).toEqual([2, null]);
  },
);
