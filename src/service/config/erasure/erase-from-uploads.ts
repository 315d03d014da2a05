import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPending } from '../../work/queue.js';
import type { KeptFile } from '../../import/file-job.js';
import { FILES_ON_THEIR_WAY, KeptFiles } from '../../import/kept-files.js';
import { ContentGoneError } from '../../../store/home/home.js';
import type { FileMentions } from '../../../files/import/file-messages.js';
import type { ErasedStore, Searched } from './resting-place.js';

const NOWHERE: FileMentions = { isMentioned: false, rows: [], isCut: false };

/**
 * Removes files that mention the record, and their results. Cancels work on them, because it would store the values
 * again.
 */
export async function eraseFromUploads(store: ErasedStore, searched: Searched): Promise<string[]> {
  // With a database, each node removes the files in its own folder.
  if (!store.home.isShared && store.service === undefined)
    await rm(join(store.folder, FILES_ON_THEIR_WAY), { recursive: true, force: true });
  return withFiles(store, async (files) => {
    const done: string[] = [];
    for await (const { file } of mentioning(files, searched, 0)) {
      await files.remove(file.id, () => undefined);
      await files.queue.idle(file.id);
      const ended = isPending(file) ? ', which was queued,' : '';
      done.push(`removed ${file.id} '${file.name}'${ended} of client ${file.clientId}: it mentions the record`);
    }
    return done;
  });
}

/** Yields the uploaded files that mention the record, each with at most `mostRows` of the rows that mention it. */
export async function* mentioning(
  files: KeptFiles,
  searched: Searched,
  mostRows: number,
): AsyncGenerator<{ readonly file: KeptFile; readonly found: FileMentions }> {
  for (const { item: file } of await files.queue.all()) {
    // Skip a file whose content was removed in the meantime.
    const input = await files.input(file).catch((error: unknown) => {
      if (error instanceof ContentGoneError) return undefined;
      throw error;
    });
    try {
      const found = input ? await searched.mentionsIn(input.path, mostRows) : NOWHERE;
      if (found.isMentioned || searched.mentionedBy(file.name)) yield { file, found };
    } finally {
      await input?.release();
    }
  }
}

export async function withFiles<T>(
  { home, service }: Pick<ErasedStore, 'home' | 'service'>,
  use: (files: KeptFiles) => Promise<T>,
): Promise<T> {
  if (service !== undefined) return use(service.files);
  const folder = await mkdtemp(join(tmpdir(), 'likeness-erasure-'));
  return use(new KeptFiles({ home, folder })).finally(() => rm(folder, { recursive: true, force: true }));
}
