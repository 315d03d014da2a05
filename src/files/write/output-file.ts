import { once } from 'node:events';
import { closeSync, constants, createWriteStream, openSync, rmSync } from 'node:fs';
import { access, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { meaningOf, WrongUse } from '../../runtime/failure.js';
import { STANDARD_OUTPUT, takeStandardOutput } from '../../runtime/standard-streams.js';

/** Returns the file to write. A complete `part` is renamed to `target`, following links. Devices have no `part`. */
async function placeOf(path: string): Promise<{ readonly target: string; readonly part?: string }> {
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR', path });
  if (there !== undefined && !there.isFile()) return { target: path };
  const target = there === undefined ? path : await realpath(path);
  return { target, part: `${target}.part` };
}

/** Returns a string that is equal for all names of a file, even before it exists; `''` if the path is not a file. */
async function identityOf(path: string): Promise<string> {
  if (path === STANDARD_OUTPUT) return '';
  const there = await stat(path, { bigint: true }).catch(() => undefined);
  if (there !== undefined) return there.isFile() ? `${there.dev}:${there.ino}` : '';
  const folder = await realpath(dirname(path)).catch(() => resolve(dirname(path)));
  return join(folder, basename(path));
}

const isFile = (identity: string): boolean => identity !== '';

type GivenPath = string | undefined;

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const parts = new Set<string>();
let isListening = false;

/** Registers a part. The signal handler stays registered, because a signal without a handler would be lost. */
function removeAtSignals(part: string): void {
  parts.add(part);
  if (!isListening) for (const signal of ENDING) process.on(signal, removeParts);
  isListening = true;
}

function removeParts(signal: NodeJS.Signals): void {
  for (const part of parts) rmSync(part, { force: true });
  for (const each of ENDING) process.off(each, removeParts);
  isListening = false;
  parts.clear();
  // Without other handlers, ends the process as the signal would have done.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

/** Opens a part. Registers the file first, so that no signal is missed. @returns its descriptor */
function openPart(part: string): number {
  removeAtSignals(part);
  try {
    return openSync(part, 'w');
  } catch (error) {
    parts.delete(part);
    throw error;
  }
}

function removePart(part: string): void {
  rmSync(part, { force: true });
  parts.delete(part);
}

/** A file that appears under its name only when it is complete. `-` is standard output. */
export class OutputFile {
  #failure: Error | undefined;

  private constructor(private readonly stream: NodeJS.WritableStream) {
    stream.on('error', (error: Error) => (this.#failure = error));
  }

  static async write(path: string, fill: (output: OutputFile) => Promise<void>): Promise<void> {
    if (path === STANDARD_OUTPUT) return fill(new OutputFile(takeStandardOutput()));
    const { target, part } = await placeOf(path);
    try {
      const stream = createWriteStream(target, part === undefined ? {} : { fd: openPart(part) });
      const output = new OutputFile(stream);
      try {
        await fill(output);
        stream.end();
        await finished(stream);
      } catch (error) {
        stream.destroy();
        await finished(stream).catch(() => undefined);
        throw error;
      }
      if (part === undefined) return;
      await rename(part, target);
      parts.delete(part);
    } catch (error) {
      if (part !== undefined) removePart(part);
      throw asOf(path, part, error);
    }
  }

  /** Checks that a file is writable. @throws a file system error if not */
  static async check(path: string): Promise<void> {
    if (path === STANDARD_OUTPUT) return void takeStandardOutput();
    const { target, part } = await placeOf(path);
    if (part === undefined) return access(target, constants.W_OK);
    try {
      closeSync(openPart(part));
    } catch (error) {
      throw asOf(path, part, error);
    }
    removePart(part);
  }

  /**
   * Checks a command's output options before the command does its work.
   * @param inputs files that no output may overwrite
   * @param kept the command's working files, which it removes at the end
   * @throws WrongUse, or a file system error if a file is not writable
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
        throw new WrongUse(`${path} is an input file: choose another file for the output`);
      if (isFile(identity) && worked.has(identity))
        throw new WrongUse(`the command uses ${path} as a temporary file: choose another file for the output`);
      if (written.has(identity)) throw new WrongUse(`${path} is given twice: choose a file for each output`);
      if (isFile(identity)) written.add(identity);
      await OutputFile.check(path);
    }
  }

  async add(text: string | Uint8Array): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    if (!this.stream.write(text)) await once(this.stream, 'drain');
  }
}

/** Adds the file's user-visible name to an error. The error for a full disk contains no name. */
function asOf(path: string, part: string | undefined, error: unknown): unknown {
  if (meaningOf(error) === undefined) return error;
  const { path: told } = error as NodeJS.ErrnoException;
  return told === undefined || told === part ? Object.assign(error as Error, { path }) : error;
}
