import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseFiles } from '../../files/database-files.js';
import { isPending } from '../../files/file-job.js';
import { FileFolder } from '../../files/file-folder.js';
import type { FilePlace } from '../../files/file-place.js';
import { PostgresLease } from '../../home/postgres/postgres-lease.js';
import type { ErasedStore, Searched } from './resting-place.js';

/**
 * Removes files that mention the record, with what came of them. Work on them ends: what waits would bring the values
 * back.
 */
export async function eraseFromUploads(store: ErasedStore, searched: Searched): Promise<string[]> {
  if (store.kind === 'folder') return eraseFrom(new FileFolder(store.data), searched);
  const folder = await mkdtemp(join(tmpdir(), 'likeness-erasure-'));
  // Never ours: this process works on no file.
  const place = new DatabaseFiles(store.database, new PostgresLease(store.database, 'files'), folder);
  try {
    return await eraseFrom(place, searched);
  } finally {
    await place.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function eraseFrom(place: FilePlace, searched: Searched): Promise<string[]> {
  const done: string[] = [];
  for (const { file } of await place.all()) {
    const input = await place.input(file);
    const isMentioned = searched.mentionedBy(file.name) || (await searched.mentionedIn(input.path));
    await input.release();
    if (!isMentioned) continue;
    await place.remove(file.id, () => undefined);
    const ended = isPending(file) ? ', which was to be worked on,' : '';
    done.push(`removed ${file.id} '${file.name}'${ended} of client ${file.clientId}: it mentions the record`);
  }
  return done;
}
