import { existsSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { replaceFileSync } from '../store/replace-file.js';
import type { FoundGroup } from '../service/group/group-types.js';
import { groupLine, parseGroup } from './group-file.js';
import type { JobFolder } from './job-folder.js';
import { MergeLog } from './merge-log.js';

/**
 * Takes a record out of the groups of all jobs; the numbers of the groups stay, and so do the places that the job
 * notes: each line keeps its length, so that one step replaces all. Only while no service has the folder open. Groups
 * that cannot be read are removed.
 */
export async function eraseFromGroups(folder: JobFolder, recordId: string): Promise<void> {
  for (const job of folder.all()) {
    await eraseFromLog(folder.mergesPath(job.id), recordId);
    const path = folder.groupsPath(job.id);
    const temporary = `${path}.tmp`;
    // Written on the way, by a job or an erasure that ended there.
    rmSync(temporary, { force: true });
    if (!existsSync(path)) continue;
    try {
      await copyWithout(path, temporary, recordId);
      renameSync(temporary, path);
    } catch {
      rmSync(temporary, { force: true });
      await folder.removeGroups(job.id);
    }
  }
  folder.removeStrays(new Set(folder.all().map(({ id }) => id)));
}

async function copyWithout(path: string, target: string, recordId: string): Promise<void> {
  const [from, to] = [await open(path, 'r'), await open(target, 'wx', 0o600)];
  try {
    for await (const line of from.readLines({ encoding: 'utf8', autoClose: false }))
      await to.write(`${line.includes(recordId) ? lineWithout(line, recordId) : line}\n`);
    await to.sync();
  } finally {
    await from.close();
    await to.close();
  }
}

/** As long as it was. Ids and digests are letters and digits: a character is a byte. */
function lineWithout(line: string, recordId: string): string {
  return groupLine(withoutRecord(parseGroup(line), recordId))
    .trimEnd()
    .padEnd(line.length);
}

async function eraseFromLog(path: string, recordId: string): Promise<void> {
  if (!existsSync(path)) return;
  const left = (await new MergeLog(path).all()).map((ids) => ids.filter((id) => id !== recordId));
  replaceFileSync(path, left.map((ids) => `${JSON.stringify(ids)}\n`).join(''));
}

/** A group that is left with fewer than two members has none. */
export function withoutRecord(group: FoundGroup, recordId: string): FoundGroup {
  const gone = group.members.findIndex(({ id }) => id === recordId);
  if (gone < 0) return group;
  const members = group.members.filter(({ id }) => id !== recordId);
  if (members.length < 2) return { members: [], pairs: [], score: group.score };
  const pairs = group.pairs
    .filter(([one, two]) => one !== gone && two !== gone)
    .map(([one, two, score]) => [one - (one > gone ? 1 : 0), two - (two > gone ? 1 : 0), score] as const);
  return { members, pairs, score: group.score };
}
