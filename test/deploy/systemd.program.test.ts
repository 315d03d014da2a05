import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fileIn, newFolder } from '../support/temporary-folder.js';
import { knownEnvironment, root, textOf } from './deployment.js';

const text = textOf('data/deploy/likeness.service');
const valuesOf = (key: string): string[] =>
  [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value!);
const environment = Object.fromEntries(valuesOf('Environment').map((pair) => pair.split('=', 2) as [string, string]));

it('sets what the program reads, in folders that the service may write', async () => {
  const known = await knownEnvironment();
  expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
  const [state] = valuesOf('StateDirectory');
  for (const name of ['LIKENESS_DATA', 'LIKENESS_CONFIG']) expect(environment[name]).toMatch(`/var/lib/${state}/`);
});

it('the page that explains it names files of this checkout', () => {
  const named = [...textOf('data/deploy/OPERATIONS.md').matchAll(/\/opt\/likeness\/([\w./-]+\w)/g)].map(
    ([, path]) => path!,
  );
  expect(named).not.toEqual([]);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('its command serves, reloads on its reload signal and stops cleanly on its stop signal', async () => {
  const [program, ...args] = valuesOf('ExecStart')[0]!.split(' ');
  expect(program).toBe('/usr/bin/node');
  const folder = newFolder();
  const { PATH, TMPDIR } = process.env;
  const env = { ...environment, PATH, TMPDIR, PORT: '0', LIKENESS_DATA: join(folder, 'data') };
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...env, LIKENESS_CONFIG: join(folder, 'config') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const closed = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  await expect.poll(() => output).toMatch(/listening on http/);
  const [, url] = /listening on (\S+)/.exec(output)!;
  const [, reload] = /^\/bin\/kill -(\w+) \$MAINPID$/.exec(valuesOf('ExecReload')[0]!)!;
  child.kill(`SIG${reload}` as NodeJS.Signals);
  await expect.poll(() => output).toMatch(/configuration/i);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  child.kill(valuesOf('KillSignal')[0] as NodeJS.Signals);
  expect(await closed).toEqual([0, null]);
});

it('systemd knows every line of it', () => {
  // The paths in the unit may not exist on this machine.
  const unit = fileIn(newFolder(), 'likeness.service', text.replaceAll('/usr/bin/node', process.execPath));
  const { error, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
  // Without systemd, the unit cannot be verified.
  if (error !== undefined) return;
  expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('likeness.service'))).toEqual([]);
});
