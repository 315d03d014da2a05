import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { nameHint } from '../../records/nearest-name.js';
import { PENDING, pendingFiles } from './replace-files.js';
import { parseStrictJson, decodeUtf8, StrictJsonError } from './strict-json.js';
import { jsonPath, type Problem } from './problem.js';
import { configurationSchemas, fileNames, fileSchemas, isFileName, type FileName } from './config-schemas.js';

/** Maximum file size in bytes: larger than any real configuration, and small enough to read in one piece. */
const MAX_FILE = 16 * 1024 * 1024;
const MAX_PROBLEMS = 1_000;

type FileContents = { readonly [Name in FileName]?: z.output<(typeof fileSchemas)[Name]> };

export interface FolderContents {
  /** Contents of the files that exist and match their schema. */
  readonly files: FileContents;
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly problems: readonly Problem[];
  /** Unknown files. If a name is almost correct, the message suggests the correct one. */
  readonly warnings: readonly Problem[];
}

/** Reads each file separately, so that all problems are reported. */
export async function readFolder(folder: string | undefined): Promise<FolderContents> {
  if (folder === undefined) return { files: {}, lists: new Map(), problems: [], warnings: [] };
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  let names: string[];
  let pending: string[];
  try {
    pending = await pendingFiles(folder);
    names = [...new Set([...(await readdir(folder)), ...pending])];
  } catch (error) {
    problems.push({ file: folder, path: '', message: `the configuration folder cannot be read (${codeOf(error)})` });
    return { files: {}, lists: new Map(), problems, warnings };
  }
  const files: Record<string, unknown> = {};
  for (const name of fileNames) {
    if (!names.includes(name)) continue;
    const value = await readDocument(folder, name, problems);
    if (value !== undefined) files[name] = value;
  }
  for (const name of names) {
    if (!name.endsWith('.json') || isFileName(name)) continue;
    warnings.push({ file: name, path: '', message: `the file is not used${nameHint(name, fileNames)}` });
  }
  const newLists = pending.flatMap((path) => (path.startsWith('lists/') ? path.slice('lists/'.length) : []));
  const hasLists = names.includes('lists') || newLists.length > 0;
  const lists = hasLists ? await readLists(folder, newLists, problems, warnings) : new Map<string, string[]>();
  return { files, lists, problems, warnings };
}

async function readDocument(folder: string, name: FileName, problems: Problem[]): Promise<unknown> {
  const bytes = await readBytes(folder, name, problems);
  if (bytes === undefined) return undefined;
  let value: unknown;
  try {
    value = parseStrictJson(bytes);
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error;
    problems.push({ file: name, path: error.path, message: error.message });
    return undefined;
  }
  return fileContents(name, value, problems);
}

/** If the value does not match the file's schema, adds problems and returns `undefined`. */
export function fileContents(name: FileName, value: unknown, problems: Problem[]): unknown {
  const result = fileSchemas[name].safeParse(value);
  if (result.success) return result.data;
  const known = propertyNames(configurationSchemas()[name]);
  for (const issue of result.error.issues.slice(0, MAX_PROBLEMS)) problems.push(...describeIssue(name, issue, known));
  return undefined;
}

function describeIssue(file: string, issue: z.core.$ZodIssue, known: ReadonlySet<string>): Problem[] {
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // Reports the alternative with the fewest faults. If several tie, reports the last one, which is the full form.
    const meant = issue.errors.reduce((best, each) => (faults(each) <= faults(best) ? each : best));
    return meant.flatMap((each) => describeIssue(file, { ...each, path: [...issue.path, ...each.path] }, known));
  }
  if (issue.code !== 'unrecognized_keys')
    return [{ file, path: jsonPath(issue.path), message: issue.message.slice(0, 400) }];
  return issue.keys.map((key) => ({
    file,
    path: jsonPath([...issue.path, key]),
    message: `unknown key${nameHint(key, known)}`,
  }));
}

function faults(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);
}

/** Collects all property names in a JSON Schema, and names listed as `enum`, at any depth. */
function propertyNames(schema: unknown, names = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return names;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) names.add(name);
    if (key === 'propertyNames') for (const name of (value as { enum?: string[] }).enum ?? []) names.add(name);
    propertyNames(value, names);
  }
  return names;
}

/** Returns the lines, without blank lines and lines that begin with `#`. */
export function listEntries(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

async function readLists(
  folder: string,
  pending: readonly string[],
  problems: Problem[],
  warnings: Problem[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const lists = new Map<string, string[]>();
  const onlyPending = (error: unknown): string[] => {
    if (pending.length > 0 && codeOf(error) === 'ENOENT') return [];
    throw error;
  };
  let names: string[];
  try {
    names = [...new Set([...(await readdir(join(folder, 'lists')).catch(onlyPending)), ...pending])].sort();
  } catch (error) {
    problems.push({ file: 'lists', path: '', message: `expected a folder of text files (${codeOf(error)})` });
    return lists;
  }
  for (const name of names) {
    const file = `lists/${name}`;
    if (!name.endsWith('.txt')) {
      warnings.push({
        file,
        path: '',
        message: 'the file is not used: lists are text files (.txt) with one entry per line',
      });
      continue;
    }
    const bytes = await readBytes(folder, file, problems);
    if (bytes === undefined) continue;
    try {
      lists.set(name.slice(0, -'.txt'.length), listEntries(decodeUtf8(bytes)));
    } catch (error) {
      if (!(error instanceof StrictJsonError)) throw error;
      problems.push({ file, path: '', message: error.message });
    }
  }
  return lists;
}

async function readBytes(folder: string, file: string, problems: Problem[]): Promise<Uint8Array | undefined> {
  try {
    const bytes = await readFile(join(folder, PENDING, file)).catch(() => readFile(join(folder, file)));
    if (bytes.length <= MAX_FILE) return bytes;
    problems.push({ file, path: '', message: `the file has ${bytes.length} bytes: at most ${MAX_FILE} are allowed` });
  } catch (error) {
    problems.push({ file, path: '', message: `the file cannot be read (${codeOf(error)})` });
  }
  return undefined;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
