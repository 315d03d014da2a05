import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '../support/program.js';
import { newFolder } from '../support/temporary-folder.js';
import { entriesOf } from '../support/entries.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

function node(args: readonly string[], cwd: string): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { cwd }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

describe('the launchers', () => {
  const clone = join(newFolder(), 'clone');
  const launcher = join(clone, 'src/cli/launch/likeness.mjs');
  beforeAll(async () => {
    // Marks the dependencies of this checkout as installed, so that its copies do not install them.
    await runProgram(['--version']);
    for (const name of entriesOf(`
      src | dist | data/lists | data/texts | package.json | package-lock.json | tsconfig.json | tsconfig.build.json
    `)) {
      cpSync(join(root, name), join(clone, name), { recursive: true, preserveTimestamps: true });
    }
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  });

  it('build what has changed once, even if many start at the same moment, and leave nothing behind', async () => {
    appendFileSync(join(clone, 'src/runtime/version.ts'), '\n');
    const outcomes = await Promise.all([1, 2, 3].map(() => node([launcher, '--version'], clone)));
    for (const { code, stdout } of outcomes) expect({ code, stdout }).toEqual({ code: 0, stdout: '0.1.0\n' });
    expect(outcomes.filter(({ stderr }) => stderr.includes('likeness: building\n'))).toHaveLength(1);
    expect(readdirSync(clone).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
  });

  it('build nothing when nothing has changed', async () => {
    expect((await node([launcher, '--version'], clone)).stderr).toBe('');
  });

  it('take over an old lock, although another process now has the number of its owner', async () => {
    const name = createHash('sha256').update(`${clone}/`).digest('hex').slice(0, 16);
    const lock = join(tmpdir(), `likeness-setup-${name}`);
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    utimesSync(lock, 0, 0);
    appendFileSync(join(clone, 'src/runtime/version.ts'), '\n');
    expect((await node([launcher, '--version'], clone)).code).toBe(0);
    expect(existsSync(lock)).toBe(false);
  });

  it('say that building failed, keep the last build and exit with 1', async () => {
    appendFileSync(join(clone, 'src/runtime/version.ts'), 'const broken = ;\n');
    const { code, stderr } = await node([launcher, '--version'], clone);
    expect(code).toBe(1);
    expect(stderr).toMatch(/version\.ts:\d+/);
    expect(stderr).toMatch(/likeness: building failed; see the messages above\n$/);
    expect(existsSync(join(clone, 'dist/cli/main.js'))).toBe(true);
  });

  it('say which Node is needed', async () => {
    const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })`;
    const preload = `data:text/javascript,${encodeURIComponent(older)}`;
    expect(await node(['--import', preload, launcher, '--version'], clone)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'likeness: Node 20 or newer is needed, this is Node 18.20.4 (see https://nodejs.org)\n',
    });
  });

  it('bench lists what there is, and refuses what there is not', async () => {
    const bench = join(root, 'bench/run.mjs');
    const listed = await node([bench], root);
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(listed.stdout).toMatch(/^usage: npm run bench -- NAME \[options\].*\n\n( {2}[\w-]+ +[A-Z`][^\n]+\n)+$/);
    const helped = await node([bench, 'exact', '--help'], root);
    expect(helped).toMatchObject({ code: 0, stderr: '' });
    expect(helped.stdout).toMatch(/^Checks that all modes of the engine[^]+ --size 10000,100000 /);
    const mistyped = await node([bench, 'exact', '--sise', '10'], root);
    expect(mistyped).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^bench: Unknown option '--sise'.*; --help lists the options\n$/) as string,
    });
    const refused = await node([bench, 'nothing'], root);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("there is no benchmark 'nothing'");
  });
});
