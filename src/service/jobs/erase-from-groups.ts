import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { change, linesOf, type Home } from '../../store/home/home.js';
import type { FoundGroup } from '../group/group-types.js';
import { groupLine, parseGroup } from './group-file.js';
import { hasEnded, keptJobSchema } from './job.js';
import { parsedJson } from '../../runtime/syntax/parsed-json.js';

/**
 * Removes a record from the results of all jobs. Group numbers and recorded positions stay valid, because each line
 * keeps its length. A job running in another process may have read the record, so it is restarted. Unreadable groups
 * are deleted.
 */
export async function eraseFromGroups(home: Home, recordId: string): Promise<void> {
  const isJob = (name: string): boolean => /^jobs\/job-\d+\.json$/.test(name);
  for (const { name } of await home.list('jobs', isJob)) await change(home, name, interrupted);
  const folder = await mkdtemp(join(tmpdir(), 'likeness-erasure-'));
  try {
    for (const name of await home.contents('jobs', (each) => /\.(?:groups|merges)$/.test(each))) {
      const without = name.endsWith('.groups') ? groupWithout : mergeWithout;
      await eraseFrom(home, name, recordId, without, join(folder, 'left'));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Erases a record from one file of groups. Retries if another process changes the file in the meantime. */
async function eraseFrom(
  home: Home,
  name: string,
  recordId: string,
  without: (line: string, recordId: string) => string,
  path: string,
): Promise<void> {
  const job = `${name.slice(0, name.lastIndexOf('.'))}.json`;
  for (;;) {
    const unchanged = await home.read(job);
    if (unchanged === undefined || (await home.size(name)) === undefined) return;
    try {
      if (!(await copyWithout(home, name, recordId, without, path))) return;
    } catch {
      await home.remove(name);
      return;
    }
    if (await home.takeOver(name, path, { unchanged })) return;
  }
}

async function copyWithout(
  home: Home,
  name: string,
  recordId: string,
  without: (line: string, recordId: string) => string,
  path: string,
): Promise<boolean> {
  const to = await open(path, 'w', 0o600);
  let isFound = false;
  try {
    for await (const line of linesOf(home.pieces(name))) {
      const isMeant = line.includes(recordId);
      isFound ||= isMeant;
      await to.write(`${isMeant ? without(line, recordId) : line}\n`);
    }
    return isFound;
  } finally {
    await to.close();
  }
}

function interrupted(content: string | undefined): string | undefined {
  const job = keptJobSchema.safeParse(parsedJson(content)).data;
  if (job === undefined || hasEnded(job)) return undefined;
  // Reset the number of attempts, because it limits only jobs that crash their process.
  return `${JSON.stringify({ ...job, isInterrupted: true, attempts: 0 })}\n`;
}

/** Removes a record from a line without changing its length. Ids and digests are ASCII, so each character is a byte. */
function groupWithout(line: string, recordId: string): string {
  return groupLine(withoutRecord(parseGroup(line), recordId))
    .trimEnd()
    .padEnd(line.length);
}

function mergeWithout(line: string, recordId: string): string {
  return JSON.stringify((JSON.parse(line) as string[]).filter((id) => id !== recordId));
}

/** Removes a record from a group. A group left with fewer than two members becomes empty. */
function withoutRecord(group: FoundGroup, recordId: string): FoundGroup {
  const gone = group.members.findIndex(({ id }) => id === recordId);
  if (gone < 0) return group;
  const members = group.members.filter(({ id }) => id !== recordId);
  if (members.length < 2) return { members: [], pairs: [], score: group.score };
  const pairs = group.pairs
    .filter(([one, two]) => one !== gone && two !== gone)
    .map(([one, two, score]) => [one - (one > gone ? 1 : 0), two - (two > gone ? 1 : 0), score] as const);
  return { members, pairs, score: group.score };
}
