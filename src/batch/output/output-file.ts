import { once } from 'node:events';
import { constants, createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { access, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { meaningOf, WrongUse } from '../../runtime/failure.js';

/**
 * Where a file is written: `part` is given the name of `target` once it is complete. A link stays, and what it leads to
 * is replaced. A device, a pipe or a terminal is written to, and never replaced: no `part`.
 */
async function placeOf(path: string): Promise<{ readonly target: string; readonly part?: string }> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR', path });
  if (there !== undefined && !there.isFile()) return { target: path };
  const target = there === undefined ? path : await realpath(path);
  return { target, part: `${target}.part` };
}

/** Equal for all names of one file, of one that is not there yet, too; empty for what is no file. */
async function identityOf(path: string): Promise<string> {
  const there = await stat(path, { bigint: true }).catch(() => undefined);
  if (there !== undefined) return there.isFile() ? `${there.dev}:${there.ino}` : '';
  const folder = await realpath(dirname(path)).catch(() => resolve(dirname(path)));
  return join(folder, basename(path));
}

const isFile = (identity: string): boolean => identity !== '';

/** A path that an option may give. */
type GivenPath = string | undefined;

/** Signals by which people and their machines end a command. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Files that a signal which ends the command has removed. */
const parts = new Set<string>();

/** @returns what is to be called when the file is on its way no more */
function removedAtSignals(part: string): () => void {
  if (parts.size === 0) for (const signal of ENDING) process.on(signal, removeParts);
  parts.add(part);
  return () => {
    parts.delete(part);
    if (parts.size === 0) for (const signal of ENDING) process.off(signal, removeParts);
  };
}

function removeParts(signal: NodeJS.Signals): void {
  for (const part of parts) rmSync(part, { force: true });
  for (const each of ENDING) process.off(each, removeParts);
  parts.clear();
  // It ends the command as it would have, unless somebody else waits for it.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

/** A file that appears under its name only when it is complete: an interrupted command leaves no half of one. */
export class OutputFile {
  #failure: Error | undefined;

  private constructor(private readonly stream: WriteStream) {
    stream.on('error', (error) => (this.#failure = error));
  }

  static async write(path: string, fill: (output: OutputFile) => Promise<void>): Promise<void> {
    const { target, part } = await placeOf(path);
    const stream = createWriteStream(part ?? target);
    const output = new OutputFile(stream);
    const forget = part === undefined ? () => undefined : removedAtSignals(part);
    try {
      await fill(output);
      stream.end();
      await finished(stream);
      if (part !== undefined) await rename(part, target);
    } catch (error) {
      stream.destroy();
      if (part !== undefined) {
        // It may not be open yet, and would be there again once it is.
        await finished(stream).catch(() => undefined);
        await rm(part, { force: true });
      }
      throw asOf(path, part, error);
    } finally {
      forget();
    }
  }

  /** Whether the file could be written now. @throws the system's error where not */
  static async check(path: string): Promise<void> {
    const { target, part } = await placeOf(path);
    if (part === undefined) return access(target, constants.W_OK);
    await writeFile(part, '').catch((error: unknown) => {
      throw asOf(path, part, error);
    });
    await rm(part, { force: true });
  }

  /**
   * Checks those of a command's output options that are given, before the work.
   *
   * @param inputs what the command reads: no output may take its place
   * @param kept what the command keeps elsewhere while it works, and removes at the end
   * @throws WrongUse, or the system's error for what cannot be written
   */
  static async checkAll(
    outputs: readonly GivenPath[],
    inputs: readonly GivenPath[],
    kept: readonly string[] = [],
  ): Promise<void> {
    const identitiesOf = async (paths: readonly GivenPath[]) =>
      new Set(await Promise.all(paths.flatMap((path) => path ?? []).map(identityOf)));
    const read = await identitiesOf(inputs);
    const worked = await identitiesOf(kept);
    const written = new Set<string>();
    for (const path of outputs) {
      if (path === undefined) continue;
      const identity = await identityOf(path);
      if (isFile(identity) && read.has(identity))
        throw new WrongUse(`${path} is read: choose another file for what is written`);
      if (isFile(identity) && worked.has(identity))
        throw new WrongUse(`${path} is where the command keeps its work: choose another file for what is written`);
      if (written.has(identity)) throw new WrongUse(`${path} is named twice: choose a file for each result`);
      if (isFile(identity)) written.add(identity);
      await OutputFile.check(path);
    }
  }

  async add(text: string | Uint8Array): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    if (!this.stream.write(text)) await once(this.stream, 'drain');
  }
}

/** People know a file by the name that they gave it; a disk that is full names none. */
function asOf(path: string, part: string | undefined, error: unknown): unknown {
  if (meaningOf(error) === undefined) return error;
  const { path: told } = error as NodeJS.ErrnoException;
  return told === undefined || told === part ? Object.assign(error as Error, { path }) : error;
}
