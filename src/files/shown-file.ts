import { NO_COUNTS, type KeptFile, type ShownFile } from './file-job.js';

const LONGEST_NAME = 200;

/** What its sender sees of a file. */
export function shownFile(kept: KeptFile, progress: ShownFile['progress']): ShownFile {
  const { id, name, size, created, expires, status, task, inspection, counts, cleaned, reason, results } = kept;
  const isCounting = status === 'running' && task?.action !== 'clean';
  return {
    ...{ id, name, size, created, expires, status, task, inspection, cleaned, reason, results },
    counts: counts ?? (isCounting ? NO_COUNTS : null),
    progress: progress && { phase: progress.phase, done: progress.done, total: progress.total },
  };
}

/** A file's own name without what would break a line, a header or a screen. */
export function shownName(name: string): string {
  const last = name.split(/[/\\]/).at(-1)!;
  return last.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, LONGEST_NAME);
}
