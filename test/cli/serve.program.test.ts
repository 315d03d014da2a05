import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cli, words } from '../support/command-line.js';
import { runProgram, serve, start } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const run = promisify(execFile);

describe('likeness serve', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('prints one line when ready and stops cleanly on %s', async (signal) => {
    const served = await serve(newFolder());
    expect(served.output()).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\n$/);
    expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
    expect(await served.stop(signal)).toBe(0);
    expect(served.output()).toMatch(/^listening on \S+\n$/);
  });

  it('does not have Node follow promises from call to call, which costs at each of a request', async () => {
    const telling = `
      import { AsyncLocalStorage } from 'node:async_hooks';
      for (const name of ['run', 'enterWith']) {
        const own = AsyncLocalStorage.prototype[name];
        AsyncLocalStorage.prototype[name] = function (...args) {
          process.stderr.write('promises are followed\\n');
          return own.apply(this, args);
        };
      }`;
    const served = await serve(newFolder(), [], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(telling)}`,
    });
    expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
    expect(await served.stop()).toBe(0);
    expect(served.errors()).not.toContain('promises are followed');
  });

  it('stops cleanly while it is still starting', async () => {
    const data = newFolder();
    const child = start(['serve', '--port', '0', '--demo', '--data', data]);
    const closed = once(child, 'close');
    await expect.poll(() => readdirSync(data).some((name) => name.startsWith('lock-'))).toBe(true);
    child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
    expect(readdirSync(data).filter((name) => name.includes('lock-'))).toEqual([]);
    const again = await serve(data, ['--demo']);
    expect(await again.stop()).toBe(0);
  });

  it('says when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { code, stderr } = await runProgram(['serve', '--data', newFolder()], { PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `likeness: port ${port} on 127.0.0.1 is used by another program; choose another port with --port N or PORT=N\n`,
    );
  });

  it('reports records whose object is no longer declared, and refuses an object in another case', async () => {
    const [data, config] = [newFolder(), newFolder()];
    const declare = (name: string): string =>
      fileIn(config, 'objects.json', JSON.stringify([{ name, keyPrefix: 'a0V', fields: [] }]));
    declare('Visit');
    const visits = fileIn(newFolder(), 'visits.csv', 'Name\nOne\nTwo\n');
    const told = async (...args: string[]): Promise<string> => {
      const served = await serve(data, args, { LIKENESS_LOG_LEVEL: 'warn' });
      expect(await served.stop()).toBe(0);
      return served.errors();
    };
    const imported = await cli(['import', visits, '--object', 'Visit', '--data', data, '--config', config]);
    expect(imported).toMatchObject({ code: 0 });
    const hidden = '2 records belong to undeclared objects';
    expect(await told('--config', config)).not.toContain('are kept');
    expect(await told()).toContain(hidden);
    declare('VISIT');
    await expect(told('--config', config)).rejects.toThrow('declares VISIT, but records are stored as Visit');
  });

  it('refuses a folder that another server serves', async () => {
    const data = newFolder();
    const served = await serve(data);
    const { code, stderr } = await runProgram(['serve', '--port', '0', '--data', data]);
    expect({ code, line: stderr.includes(`is in use by process ${served.process.pid!}`) }).toEqual({
      code: 1,
      line: true,
    });
    await served.stop();
  });

  it('loads the demo data once, prints two curl lines that work, and keeps the data', async () => {
    const data = newFolder();
    const first = await serve(data, ['--demo']);
    const lines = first
      .output()
      .split('\n')
      .filter((line) => line.startsWith('curl '));
    expect(lines).toHaveLength(2);
    const answers = await Promise.all(
      lines.map(async (line) => {
        const { stdout } = await run('bash', ['-c', `${line} -w '\\n%{http_code}'`]);
        const [body, status] = stdout.split('\n') as [string, string];
        return { status, body: JSON.parse(body) as Record<string, unknown> };
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(['200', '200']);
    const [found, upserted] = answers.map(({ body }) => body) as [Record<string, unknown[]>, Record<string, unknown>];
    expect(found['00Q']!.length).toBeGreaterThan(1);
    expect(upserted).toMatchObject({ isSuccess: true, isCreated: false });
    expect(await first.stop()).toBe(0);

    const second = await serve(data, ['--demo']);
    expect(await second.stop()).toBe(0);
    const { stdout } = await cli(['export', '--object', 'User', '--data', data]);
    expect(stdout.trim().split('\n')).toHaveLength(1 + 12);
    const { stdout: leads } = await cli(words`search --object Lead
      Email=james.martinez@williamsanderson.example --json --data ${data}`);
    const { '00Q': matches } = JSON.parse(leads) as { '00Q': { objectData: Record<string, unknown> }[] };
    expect(matches.some(({ objectData }) => objectData['Title'] === 'Head of Purchasing')).toBe(true);
    expect(matches[0]!.objectData['Owner']).toMatchObject({ attributes: { type: 'User' } });
  });
});
