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

/** A configuration folder that has been read and found sound. */
export interface SoundFolder {
  readonly contents: FolderContents;
  readonly configuration: Configuration;
  /** Texts of its files as people wrote them; `undefined`: there is no such file. */
  readonly text: (file: string) => Promise<string | undefined>;
}

/** One thing of the configuration that people edit by itself, such as a scenario. */
export interface EditedPart<T> {
  /** Where it is written, relative to the folder. */
  readonly file: string;
  /** The name under which problems tell of what was sent. */
  readonly sent: string;
  /** As the folder and the program have it; `undefined`: there is none. */
  find(folder: SoundFolder): T | undefined | Promise<T | undefined>;
  /**
   * @param written text of the file; `undefined`: there is none
   * @param value `undefined`: it is to go
   * @returns the file's next text, `undefined` for none, and the place of the value in it
   */
  put(written: string | undefined, value: T | undefined): { readonly text: string | undefined; readonly place: string };
  /** As it is in use, where that may be asked. */
  inUse?(configuration: Configuration): T | undefined;
}

/** @returns what is to stand in the place of what is there; `undefined`: nothing */
export type PartChange<T> = (before: T | undefined) => T | undefined | Promise<T | undefined>;

export interface ChangedPart {
  readonly configuration: Configuration;
  readonly warnings: readonly Problem[];
}

/** @param folder absent: what the program has without one. @throws ConfigurationError */
export async function readSound(folder: string | undefined): Promise<SoundFolder> {
  const contents = folder === undefined ? NOTHING : await readFolder(folder);
  const { configuration, problems } = resolveContents(contents, folder);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return { contents, configuration, text: (file) => textOf(folder, file) };
}

const NOTHING: FolderContents = { files: {}, lists: new Map(), problems: [], warnings: [] };

/**
 * Changes one part in its file of a configuration folder. What stands there otherwise keeps its form. The outcome is
 * checked as a whole before anything is written.
 *
 * @param isTrial nothing is written
 * @returns the configuration as it is then, and what can be used but is probably not meant
 * @throws ConfigurationError, and what `change` throws; nothing is written then
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
      { file: folder, path: '', message: `there is no such configuration folder to write ${file} into: make it` },
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

/** A JSON file's value as people wrote it. */
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

/** A problem of what was sent is told by its place in that. */
function placed(problem: Problem, { file, sent }: Pick<EditedPart<unknown>, 'file' | 'sent'>, place: string): Problem {
  if (problem.file !== file || !problem.path.startsWith(place)) return problem;
  const rest = problem.path.slice(place.length);
  return /^(?:$|[.[])/.test(rest) || place === '' ? { ...problem, file: sent, path: rest.replace(/^\./, '') } : problem;
}

async function textOf(folder: string | undefined, file: string): Promise<string | undefined> {
  if (folder === undefined) return undefined;
  for (const path of [join(folder, PENDING, file), join(folder, file)])
    if (existsSync(path)) return readFile(path, 'utf8');
  return undefined;
}
