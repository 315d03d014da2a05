import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { loadConfiguration } from '../../../src/store/config/load.js';
import { ConfigurationError, type Problem } from '../../../src/store/config/problem.js';

/** File name to content. Text and bytes are written unchanged, other values as JSON. */
export type Files = Readonly<Record<string, unknown>>;

/** A real configuration folder, deleted after the test. */
export async function folderOf(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'likeness-config-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    await writeFile(join(folder, name), isRaw ? content : JSON.stringify(content));
  }
  return folder;
}

export async function load(files: Files) {
  return loadConfiguration(await folderOf(files));
}

export async function errorOf(files: Files): Promise<ConfigurationError> {
  try {
    await load(files);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

/** Returns the problems as `file path: message`. */
export async function problemsOf(files: Files): Promise<string[]> {
  const { problems } = await errorOf(files);
  return problems.map(({ file, path, message }: Problem) => `${file} ${path}: ${message}`);
}
