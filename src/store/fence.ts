import { join } from 'node:path';
import type { Files } from './files.js';
import { encodeLine, eachLine } from './lines.js';

/**
 * A fence says how much of a journal counts. It is put up only when an append failed and the journal could not be cut back to its last good byte:
 * without it, transactions that were refused might stand in the journal whole, and come back at the next start. It gets its name when it is whole and on disk: one that
 * cannot be read is damage, never one that was not finished.
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
  const path = join(folder, fenceName(generation));
  const file = await files.open(`${path}.tmp`, 'create');
  try {
    await file.write(encodeLine(JSON.stringify({ length })), 0);
    await file.sync();
  } finally {
    await file.close();
  }
  await files.rename(`${path}.tmp`, path);
  await files.syncFolder(folder);
}

/** The length that counts; `undefined` when the fence is damaged. */
export async function readFence(files: Files, folder: string, generation: number): Promise<number | undefined> {
  const lengths: unknown[] = [];
  const file = await files.open(join(folder, fenceName(generation)), 'read');
  try {
    await eachLine(file, ({ payload, complete }) => {
      const isWhole = payload !== undefined && complete;
      lengths.push(isWhole ? (JSON.parse(payload.toString()) as { length: unknown }).length : undefined);
    });
  } finally {
    await file.close();
  }
  const [length] = lengths;
  return lengths.length === 1 && typeof length === 'number' ? length : undefined;
}
