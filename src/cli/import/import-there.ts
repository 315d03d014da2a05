import { createWriteStream, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { isPending } from '../../service/work/queue.js';
import { REJECTS, type RunTask, type ShownFile } from '../../service/import/file-job.js';
import { Failure } from '../../runtime/failure.js';
import type { RemoteService } from '../remote-service.js';
import { contentDigest, type FileToImport, type ImportedFile } from './file-to-import.js';
import { note } from '../../runtime/notes.js';

/** Minimum and maximum milliseconds between two polls of the service's progress. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1_000;

/** Uploads a file and imports it, as the console does. Resumes the import of an interrupted command. */
export async function importThere(service: RemoteService, file: FileToImport): Promise<ImportedFile> {
  const { task, rejectsPath } = file;
  const sha256 = await contentDigest(file.path);
  const name = basename(file.path);
  const left = (await service.call('files')).find(
    (sent) => sent.sha256 === sha256 && sent.name === name && isTakenUp(sent, task),
  );
  const { id } = left ?? (await service.call('sendFile', { query: { name }, body: await openAsBlob(file.path) }));
  if (left === undefined || !isPending(left)) await service.call('runFile', { params: { fileId: id }, body: task });
  const ended = await end(service, id, file);
  const { status, counts, reason, results } = ended;
  if (status !== 'completed' || counts === null) {
    // Keep a file whose import has started, so that the import can be resumed.
    if (counts === null) await service.call('deleteFile', { params: { fileId: id } });
    throw new Failure(
      status === 'failed' && reason !== null ? reason : `the import by the service ended with the status ${status}`,
    );
  }
  const hasRejects = results.includes(REJECTS);
  if (rejectsPath !== undefined) await rm(rejectsPath, { force: true });
  if (hasRejects && rejectsPath !== undefined) {
    const sent = await service.stream('fileRejects', { params: { fileId: id } });
    await pipeline(Readable.fromWeb(sent as never), createWriteStream(rejectsPath));
  }
  await service.call('deleteFile', { params: { fileId: id } });
  return {
    counts,
    reasons: counts.reasons,
    ...(hasRejects && rejectsPath !== undefined && { rejects: rejectsPath }),
  };
}

function isTakenUp(sent: ShownFile, task: RunTask): boolean {
  if (!isPending(sent) && sent.status !== 'failed' && sent.status !== 'cancelled') return false;
  return sent.task !== null && JSON.stringify(inOrder(sent.task)) === JSON.stringify(inOrder(task));
}

const inOrder = ({
  action,
  objectType,
  mapping,
  check,
  duplicateScore,
  again,
  ...reading
}: NonNullable<ShownFile['task']>): unknown[] => [
  ...[action, objectType, check, duplicateScore, again],
  [reading.encoding, reading.delimiter, reading.sheet, reading.header, reading.dateOrder],
  mapping.map(({ field, positions, part }) => [field, positions, part]),
];

async function end(service: RemoteService, id: string, { progress }: FileToImport): Promise<ShownFile> {
  let waitsFor: string | null = null;
  for (let next = FIRST_PAUSE; ; next = Math.min(2 * next, LONGEST_PAUSE)) {
    const file = await service.call('file', { params: { fileId: id } });
    if (!isPending(file)) return file;
    if (file.reason !== null && file.reason !== waitsFor) note(`the service is waiting: ${file.reason}`);
    waitsFor = file.reason;
    if (file.status === 'running' && file.progress !== null)
      progress.update(file.progress.done, `${file.counts?.read ?? 0} rows`);
    await pause(next);
  }
}
