import { isPending } from '../work/queue.js';
import { NO_COUNTS, type KeptFile, type ShownFile } from './file-job.js';
import type { Told } from './kept-files.js';

const LONGEST_NAME = 200;

/** @param visible log position up to which this process shows records */
export function shownFile(kept: KeptFile, told: Told | undefined, visible: number): ShownFile {
  const { id, name, size, sha256, created, expires, task, inspection, cleaned, imported, isGone, results } = kept;
  // The end becomes visible together with the imported records.
  const status = !isPending(kept) && kept.position > visible ? 'running' : kept.status;
  const isRunning = status === 'running';
  const isCounting = isRunning && task?.action !== 'clean';
  const { progress } = isRunning && told !== undefined ? told : { progress: null };
  const reason = (isRunning ? told?.waitsFor : undefined) ?? kept.reason;
  return {
    ...{
      id,
      name,
      size,
      sha256,
      created,
      expires,
      status,
      task,
      inspection,
      cleaned,
      imported,
      isGone,
      reason,
      results,
    },
    // Reported progress can be behind the stored end.
    counts: (isRunning ? told?.counts : undefined) ?? kept.counts ?? (isCounting ? NO_COUNTS : null),
    ahead: null,
    progress: progress && { phase: progress.phase, done: progress.done, total: progress.total },
  };
}

/** Returns the file name without characters that could break a log line or a header, or control a terminal. */
export function shownName(name: string): string {
  const last = name.split(/[/\\]/).at(-1)!;
  return last.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, LONGEST_NAME);
}
