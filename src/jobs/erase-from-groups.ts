import { existsSync, renameSync, rmSync } from 'node:fs';
import { replaceFile } from '../auth/atomic-file.js';
import type { FoundGroup } from '../contract/grouping.js';
import { readGroups, writeGroups } from './group-file.js';
import type { JobFolder } from './job-folder.js';
import type { NumberedGroup } from './job-place.js';
import { MergeLog } from './merge-log.js';

/**
 * Takes a record out of the groups of all jobs; the numbers of the groups stay. Only while no service has the folder
 * open. Groups that cannot be read are removed.
 */
export async function eraseFromGroups(folder: JobFolder, recordId: string): Promise<void> {
  for (const job of folder.all()) {
    await eraseFromLog(folder.mergesPath(job.id), recordId);
    if (job.result === null) continue;
    const path = folder.groupsPath(job.id);
    const temporary = `${path}.tmp`;
    rmSync(temporary, { force: true });
    try {
      const places = await writeGroups(temporary, without(readGroups(path, job.result.places), recordId));
      await folder.put({ ...job, result: { ...job.result, places } });
      renameSync(temporary, path);
    } catch {
      rmSync(temporary, { force: true });
      await folder.removeGroups(job.id);
    }
  }
}

async function eraseFromLog(path: string, recordId: string): Promise<void> {
  if (!existsSync(path)) return;
  const left = (await new MergeLog(path).all()).map((ids) => ids.filter((id) => id !== recordId));
  replaceFile(path, left.map((ids) => `${JSON.stringify(ids)}\n`).join(''));
}

async function* without(groups: AsyncIterable<NumberedGroup>, recordId: string): AsyncGenerator<FoundGroup> {
  for await (const { group } of groups) yield withoutRecord(group, recordId);
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
