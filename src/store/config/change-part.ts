import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isFileName } from './config-schemas.js';
import type { Configuration } from './configuration.js';
import { fileContents, listEntries, readFolder, type FolderContents } from './folder.js';
import { resolveContents } from './load.js';
import { ConfigurationError, type Problem } from './problem.js';
import { PENDING, replaceFiles } from './replace-files.js';
import { parseStrictJson } from './strict-json.js';

export interface SoundFolder {
  readonly contents: FolderContents;
  readonly configuration: Configuration;
  /** Returns the content of a file, or `undefined` if it does not exist. */
  readonly text: (file: string) => Promise<string | undefined>;
}

export interface EditedPart<T> {
  readonly file: string;
  /** Name of the submitted value in messages. */
  readonly sent: string;
  /** Returns the folder's value or the built-in value, or `undefined` if there is none. */
  find(folder: SoundFolder): T | undefined | Promise<T | undefined>;
  /**
   * @param written content of the file, if it exists
   * @param value the new value; `undefined` removes the part
   * @returns the file's new content (`undefined` removes the file), and where the value is in it
   */
  put(written: string | undefined, value: T | undefined): { readonly text: string | undefined; readonly place: string };
  /** Returns the value in use. Absent if it cannot be read. */
  inUse?(configuration: Configuration): T | undefined;
}

/** @returns the new value, or `undefined` to remove the part */
export type PartChange<T> = (before: T | undefined) => T | undefined | Promise<T | undefined>;

export interface ChangedPart {
  readonly configuration: Configuration;
  readonly warnings: readonly Problem[];
}

/** @param folder default: the built-in configuration @throws ConfigurationError */
export async function readSound(folder: string | undefined): Promise<SoundFolder> {
  const contents = await readFolder(folder);
  const { configuration, problems } = resolveContents(contents, folder);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return { contents, configuration, text: (file) => textOf(folder, file) };
}

/**
 * Changes one part of a configuration folder, and keeps the formatting of the rest of its file. The whole resulting
 * configuration is checked before anything is written.
 * @param isTrial whether to only check the change
 * @returns the resulting configuration and its warnings
 * @throws ConfigurationError, and any error from `change`; nothing is then written
 */
export async function changePart<T>(
  folder: string,
  part: EditedPart<T>,
  change: PartChange<T>,
  isTrial = false,
): Promise<ChangedPart> {
  const { file } = part;
  if (!existsSync(folder))
    throw new ConfigurationError([
      { file: folder, path: '', message: `the configuration folder does not exist: create it to save ${file}` },
    ]);
  const before = await readSound(folder);
  const next = await change(await part.find(before));
  const written = await before.text(file);
  const { text, place } = part.put(written, next);
  const after = resolveContents(withFile(before.contents, file, text), folder);
  if (after.problems.length > 0) throw new ConfigurationError(after.problems.map((each) => placed(each, part, place)));
  if (!isTrial && text !== written) {
    if (text === undefined) await rm(join(folder, file), { force: true });
    else await replaceFiles(folder, new Map([[file, text]]));
  }
  return { configuration: after.configuration, warnings: after.warnings.filter((warning) => warning.file === file) };
}

export function writtenJson(text: string | undefined): unknown {
  return text === undefined ? undefined : parseStrictJson(Buffer.from(text));
}

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function withFile(contents: FolderContents, file: string, text: string | undefined): FolderContents {
  const problems: Problem[] = [];
  if (isFileName(file)) {
    const value = text === undefined ? undefined : fileContents(file, writtenJson(text), problems);
    return { ...contents, files: { ...contents.files, [file]: value }, problems };
  }
  const lists = new Map(contents.lists);
  const name = file.slice('lists/'.length, -'.txt'.length);
  if (text === undefined) lists.delete(name);
  else lists.set(name, listEntries(text));
  return { ...contents, lists, problems };
}

/** Rewrites a problem's path so that it refers to the submitted value. */
function placed(problem: Problem, { file, sent }: Pick<EditedPart<unknown>, 'file' | 'sent'>, place: string): Problem {
  if (problem.file !== file || !problem.path.startsWith(place)) return problem;
  const rest = problem.path.slice(place.length);
  return /^(?:$|[.[])/.test(rest) || place === '' ? { ...problem, file: sent, path: rest.replace(/^\./, '') } : problem;
}

/** Returns the content of a file or of its pending replacement, or `undefined` if there is none. */
export async function textOf(folder: string | undefined, file: string): Promise<string | undefined> {
  if (folder === undefined) return undefined;
  for (const path of [join(folder, PENDING, file), join(folder, file)])
    if (existsSync(path)) return readFile(path, 'utf8');
  return undefined;
}
