import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.js';
import { runProgram } from '../support/program.js';
import { newFolder } from '../support/temporary-folder.js';
import { copiesOf, dockerStages, imageEnvironment, knownEnvironment, root, textOf } from './deployment.js';

const stages = dockerStages();
const image = stages.at(-1)!;
const commandOf = (instruction: string): string[] => {
  const { text } = image.find(({ name }) => name === instruction)!;
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
};

describe('the container file', () => {
  it('copies what is there, and the build context is that and nothing else', () => {
    const copied = stages.flatMap(copiesOf).filter(({ from }) => from === undefined);
    const sources = [...new Set(copied.flatMap((copy) => copy.sources))];
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const rules = textOf('.dockerignore').split('\n');
    const [first, ...others] = rules.filter((rule) => rule !== '' && !rule.startsWith('#'));
    expect(first).toBe('*');
    const admits = (rule: string, path: string) => `${path}/`.startsWith(`${rule.replace(/^!/, '')}/`);
    expect(sources.filter((path) => !others.some((rule) => admits(rule, path)))).toEqual([]);
    expect(others.filter((rule) => !sources.some((path) => admits(rule, path)))).toEqual([]);
  });

  it('copies between stages that there are', () => {
    const names = stages.map(([from]) => /^\S+ AS (\S+)$/.exec(from!.text)?.[1]);
    for (const { from } of stages.flatMap(copiesOf)) if (from !== undefined) expect(names).toContain(from);
  });

  it('runs as a user without rights, and sets what the program reads', async () => {
    expect(image.filter(({ name }) => name === 'USER').map(({ text }) => text)).toEqual(['node']);
    const known = await knownEnvironment();
    expect(Object.keys(imageEnvironment()).filter((name) => !known.has(name))).toEqual([]);
    expect(image.find(({ name }) => name === 'EXPOSE')!.text).toBe(imageEnvironment()['PORT']);
  });
});

/** Copies the files of the image's last stage to a folder. `node_modules` contains only production packages. */
async function imageFolder(): Promise<string> {
  // Builds if sources have changed.
  await runProgram(['--version']);
  const folder = newFolder();
  for (const { from, sources, target } of copiesOf(image)) {
    const sole = sources.length === 1 && !target.endsWith('/');
    for (const source of sources.map((path) => path.replace('/opt/likeness/', ''))) {
      const to = join(folder, sole ? target : join(target, basename(source)));
      if (from === 'dependencies') productionPackages(to);
      else cpSync(join(root, source), to, { recursive: true, filter: (path) => !path.endsWith('.map') });
    }
  }
  return folder;
}

function productionPackages(folder: string): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  for (const [path, { dev }] of Object.entries(packages)) {
    if (dev === true || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) continue;
    const link = join(dirname(folder), path);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, path), link);
  }
}

it('the files of the image serve by its command, and its health check works', async () => {
  const folder = await imageFolder();
  const environment = {
    ...imageEnvironment(),
    PATH: process.env['PATH'],
    TMPDIR: process.env['TMPDIR'],
    PORT: String(await freePort()),
    LIKENESS_DATA: newFolder(),
  };
  const start = (config: string, more: Record<string, string> = {}) => {
    const [program, ...args] = [...commandOf('ENTRYPOINT'), ...commandOf('CMD')];
    const env = { ...environment, LIKENESS_CONFIG: config, ...more };
    const child = spawn(program!, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
    return { child, closed: once(child, 'close') as Promise<[number | null]>, output: () => output };
  };
  const health = async (): Promise<number> => {
    const [program, ...args] = commandOf('HEALTHCHECK');
    const checked = promisify(execFile)(program!, args, { cwd: folder, env: environment });
    return checked.then(
      () => 0,
      (error: unknown) => (error as { code: number }).code,
    );
  };

  const alone = start(newFolder());
  expect(await alone.closed).toEqual([2, null]);
  expect(alone.output()).toMatch(/not listening on 0\.0\.0\.0 without TLS/);
  expect(await health()).toBe(1);

  const serves = async (node: ReturnType<typeof start>, then = async () => {}) => {
    await expect.poll(() => (node.child.exitCode === null ? node.output() : 'ended')).toMatch(/listening on http/);
    expect(await health()).toBe(0);
    await then();
    node.child.kill(image.find(({ name }) => name === 'STOPSIGNAL')!.text as NodeJS.Signals);
    expect(await node.closed).toEqual([0, null]);
  };
  await serves(start(join(root, 'data/deploy/compose/config')));

  // The documented settings and the command to run while the server runs.
  const page = textOf('data/deploy/OPERATIONS.md').replaceAll('\\\n', ' ');
  const settings = [...page.matchAll(/--env (\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]);
  const [program, ...args] = /^docker exec likeness (.+)$/m.exec(page)![1]!.split(' ');
  await serves(start(newFolder(), Object.fromEntries(settings) as Record<string, string>), async () => {
    const { stdout } = await promisify(execFile)(program!, args, { cwd: folder, env: environment });
    expect(stdout).toMatch(/secret/i);
  });
});
