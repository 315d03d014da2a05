/**
 * Makes a clone ready to run: checks Node, installs the dependencies and builds, each only if needed.
 *
 * Written in plain JavaScript without dependencies, which may not be installed yet. If several processes run the setup
 * concurrently, one does the work and the others wait.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
const leastNode = 20;
const dist = join(root, 'dist');
const installStamp = join(root, 'node_modules', '.likeness-installed');
const buildStamp = join(dist, '.built');

/** An error that is printed as one line, without a stack. */
export class SetupError extends Error {}

/** @param {{ build?: boolean }} options `build: false` skips building @throws {SetupError} if a step fails */
export function setup({ build = true } = {}) {
  checkNode();
  if (isPackage()) return;
  if (installed() && (!build || built())) return;
  withLock(() => {
    if (!installed()) install();
    if (build && !built()) buildAll();
  });
}

/** Runs a launcher. A `SetupError` ends the process with its message and exit code 1. */
export async function launch(run) {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`likeness: ${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Runs a Node program in this clone and returns its exit code. */
export function runNode(args, env = {}) {
  const result = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: Object.assign({}, process.env, env),
  });
  return result.status === null ? 1 : result.status;
}

/** Returns whether this is an installed package, which is built already. */
function isPackage() {
  return !existsSync(join(root, 'tsconfig.build.json'));
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < leastNode)
    throw new SetupError(
      `Node ${leastNode} or newer is needed, this is Node ${process.versions.node} (see https://nodejs.org)`,
    );
}

/** Compares the content of the lock file, because a checkout touches files without changing them. */
function installed() {
  return readIfThere(installStamp) === lockDigest();
}

function lockDigest() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function install() {
  // `npm install` and `npm ci` write this file. If it is newer than the lock file, the dependencies are installed.
  const byHand = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(byHand) || statSync(byHand).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs) {
    say('installing the dependencies (npm ci); this takes a minute the first time');
    run(
      'npm',
      ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
      'installing the dependencies failed; check the network connection',
    );
  }
  writeFileSync(installStamp, lockDigest());
}

/** Returns whether the sources are those of the last build. */
function built() {
  return readIfThere(buildStamp) === sourceFingerprint();
}

function buildAll() {
  say('building');
  const fingerprint = sourceFingerprint();
  const fresh = join(root, `dist.${process.pid}`);
  const old = join(root, `dist.${process.pid}.old`);
  try {
    bundle('src/cli/launch/program.config.mjs', fresh, 'building failed; see the messages above');
    bundle(
      'src/cli/launch/stage.config.mjs',
      join(fresh, 'spark'),
      'building the program for Spark failed; see the messages above',
    );
    bundle(
      'src/extensions/console/vite.config.mjs',
      join(fresh, 'console'),
      'building the console failed; see the messages above',
    );
    writeFileSync(join(fresh, '.built'), fingerprint);
    // Rename the finished build, so that no process finds an incomplete build.
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

/** Writes the types for users of the library. A clone checks its types by `npm run typecheck`. */
export function declareTypes() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  run(process.execPath, [tsc, '-p', 'tsconfig.build.json'], 'the types have errors; see the messages above');
}

function bundle(config, folder, failure) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  run(process.execPath, [vite, 'build', '--config', join(root, config), '--outDir', folder], failure);
}

function sourceFingerprint() {
  const hash = createHash('sha256');
  const files = ['src', 'data/texts'].flatMap((folder) => sourceFiles(join(root, folder)));
  for (const file of [...files, join(root, 'tsconfig.json'), join(root, 'tsconfig.build.json')]) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sourceFiles(path) : [path];
    });
}

/** Milliseconds. */
const LONGEST_SETUP = 900_000;

/**
 * Runs a section in one process at a time. Takes over a lock if its owner died, or if the lock is older than the
 * longest possible setup.
 */
function withLock(section) {
  const lock = join(tmpdir(), `likeness-setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`);
  let told = false;
  for (;;) {
    try {
      mkdirSync(lock);
      writeFileSync(join(lock, 'pid'), String(process.pid));
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isOld(lock) || !ownerLives(lock)) {
      rmSync(lock, { recursive: true, force: true });
      continue;
    }
    if (!told) say('waiting for another process that is running the setup');
    told = true;
    pause(200);
  }
  try {
    section();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** The system may have given the process Id of a dead owner to another process. */
function isOld(lock) {
  const made = statSync(lock, { throwIfNoEntry: false });
  return made !== undefined && Date.now() - made.mtimeMs > LONGEST_SETUP;
}

function ownerLives(lock) {
  const pid = Number(readIfThere(join(lock, 'pid')));
  if (!pid) {
    // The owner writes its process Id just after it creates the folder, so wait for the Id.
    pause(500);
    const late = Number(readIfThere(join(lock, 'pid')));
    return late ? alive(late) : !existsSync(lock);
  }
  return alive(pid);
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function run(command, args, failure) {
  const windowsNpm = process.platform === 'win32' && command === 'npm';
  // The standard output of `likeness ... --json` belongs to the command.
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: windowsNpm });
  if (result.error) throw new SetupError(`${failure} (${result.error.message})`);
  if (result.status !== 0) throw new SetupError(failure);
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function say(text) {
  process.stderr.write(`likeness: ${text}\n`);
}
