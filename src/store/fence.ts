import { join } from 'node:path';
import type { Files } from './files.js';
import { encodeLine, eachLine } from './lines.js';

/**
 * A fence says how much of a journal counts. It is put up only when an append failed and the journal could not be cut back to its last good byte:
 * without it, transactions that were refused might stand in the journal whole, and come back at the next start.
 */
export function fenceName(generation: number): string {
  return `journal-${generation}.fence`;
}

/** The generation of a fence by its name; `undefined` for any other file. */
export function parseFenceName(name: string): number | undefined {
  const match = /^journal-(\d{1,15})\.fence$/.exec(name);
  return match === null ? undefined : Number(match[1]);
}

export async function putUpFence(files: Files, folder: string, generation: number, length: number): Promise<void> {
  const file = await files.open(join(folder, fenceName(generation)), 'create');
  try {
    await file.write(encodeLine(JSON.stringify({ length })), 0);
    await file.sync();
  } finally {
    await file.close();
  }
  await files.syncFolder(folder);
}

/** The length that counts; `undefined` when there is no fence, or one that was never finished (it was then never relied on). */
export async function readFence(files: Files, folder: string, generation: number): Promise<number | undefined> {
  let length: number | undefined;
  const file = await files.open(join(folder, fenceName(generation)), 'read');
  try {
    await eachLine(file, ({ payload }) => {
      if (payload !== undefined) length = (JSON.parse(payload.toString()) as { length: number }).length;
    });
  } finally {
    await file.close();
  }
  return length;
}
