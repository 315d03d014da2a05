import { open } from 'node:fs/promises';
import { z } from 'zod';
import type { FoundGroup } from '../group/group-types.js';

/** Number of groups between two recorded positions in the file. */
export const GROUPS_A_PLACE = 64;
const CHUNK = 1 << 16;

/** Returns the index of the last recorded position before a group. */
export const placeOf = (number: number): number => Math.floor((number - 1) / GROUPS_A_PLACE);

const groupSchema = z.strictObject({
  m: z.array(z.tuple([z.string(), z.string()])),
  p: z.array(z.tuple([z.number(), z.number(), z.number()])),
  s: z.number(),
});

/**
 * Formats a group as a JSON line. A file contains the groups of a job, best first, then ungrouped pairs as groups of
 * two. A group without members was emptied by an erasure.
 */
export function groupLine({ members, pairs, score }: FoundGroup): string {
  const line: z.input<typeof groupSchema> = {
    m: members.map(({ id, digest }) => [id, digest]),
    p: pairs.map(([one, two, of]) => [one, two, of]),
    s: score,
  };
  return `${JSON.stringify(line)}\n`;
}

/** @throws Error for an invalid line */
export function parseGroup(line: string): FoundGroup {
  const { m, p, s } = groupSchema.parse(JSON.parse(line));
  return { members: m.map(([id, digest]) => ({ id, digest })), pairs: p, score: s };
}

/** Writes and syncs a new file of groups. @returns positions of every 64th line */
export async function writeGroups(
  path: string,
  groups: Iterable<FoundGroup> | AsyncIterable<FoundGroup>,
): Promise<number[]> {
  const file = await open(path, 'wx', 0o600);
  try {
    const places: number[] = [];
    let at = 0;
    let count = 0;
    let gathered = '';
    const flush = async (): Promise<void> => {
      await file.appendFile(gathered);
      gathered = '';
    };
    for await (const group of groups) {
      if (count++ % GROUPS_A_PLACE === 0) places.push(at);
      const line = groupLine(group);
      at += Buffer.byteLength(line);
      gathered += line;
      if (gathered.length >= CHUNK) await flush();
    }
    await flush();
    await file.sync();
    return places;
  } finally {
    await file.close();
  }
}
