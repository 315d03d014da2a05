import type { DryRun, Likeness } from '../../service/likeness.js';
import { FolderNotes, UnkeptNotes } from '../../service/import/import-notes.js';
import { importFile, importKey } from '../../service/import/import-file.js';
import { exists } from '../../service/import/reject-file.js';
import { batchesOf } from '../../files/import/file-batches.js';
import { contentDigest, type FileToImport, type ImportedFile } from './file-to-import.js';
import { checkOrder } from './kept-columns.js';

/** Number of rows per batch. Large batches are possible because no other request waits for them. */
const ROWS_AT_ONCE = 1_000;

/** Imports a file into the store of this process. */
export async function importHere(likeness: Likeness, dryRun: DryRun, file: FileToImport): Promise<ImportedFile> {
  const { type, task, rejectsPath, progress } = file;
  const key = importKey(await contentDigest(file.path), type.name, task.mapping, task.sheet);
  if (task.mapping.some(({ field }) => field === 'Id')) await checkOrder(likeness, file);
  const notes = rejectsPath === undefined ? new UnkeptNotes() : new FolderNotes(rejectsPath);
  const counts = await importFile({
    likeness,
    dryRun,
    task,
    caller: { clientId: 'command-line', requestId: `import ${key}` },
    key,
    keepIds: { columns: task.mapping.map(({ field }) => field) },
    async *batches(done) {
      yield* batchesOf({ ...file, table: await file.open(), done, batchSize: ROWS_AT_ONCE });
    },
    completed: null,
    begun: () => Promise.resolve(),
    notes,
    tell: ({ progress: { done }, counts: so }) => progress.update(done, `${so?.read ?? 0} rows`),
  });
  const hasRejects = rejectsPath !== undefined && (await exists(rejectsPath));
  return { counts, reasons: counts.reasons, ...(hasRejects && { rejects: rejectsPath }) };
}
