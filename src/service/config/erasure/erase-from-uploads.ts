import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPending } from '../../work/queue.js';
import { FILES_ON_THEIR_WAY, KeptFiles } from '../../import/kept-files.js';
import type { ErasedStore, Searched } from './resting-place.js';

/**
 * Removes files that mention the record, with their results. Work on them is ended: queued work would bring the values
 * back.
 */
export async function eraseFromUploads(store: ErasedStore, searched: Searched): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'likeness-erasure-'));
  const files = new KeptFiles({ home: store.home, folder });
  try {
    // No service has the folder open; nodes of a database clean up their own.
    if (store.kind === 'folder') await rm(join(store.data, FILES_ON_THEIR_WAY), { recursive: true, force: true });
    const done: string[] = [];
    for (const { item: file } of await files.queue.all()) {
      const input = await files.input(file);
      const isMentioned = searched.mentionedBy(file.name) || (await searched.mentionedIn(input.path));
      await input.release();
      if (!isMentioned) continue;
      await files.remove(file.id, () => undefined);
      const ended = isPending(file) ? ', which was queued,' : '';
      done.push(`removed ${file.id} '${file.name}'${ended} of client ${file.clientId}: it mentions the record`);
    }
    return done;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
