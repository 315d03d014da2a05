import type { ShownFile } from '../api/types.js';
import { formatWhole } from '../state/number-format.js';
import { texts } from '../texts.js';

const STYLE = { ready: '', queued: '', running: 'warn', completed: 'good', failed: 'bad', cancelled: 'bad' } as const;

/** Shows the work on a file, and how far it is. */
export function Standing({ file: { status, task, progress, counts, cleaned } }: { readonly file: ShownFile }) {
  const action = task === null ? '' : texts.import.actions[task.action];
  return (
    <span class="row">
      <span class={`badge ${STYLE[status]}`}>
        {action} {texts.import.statuses[status]}
      </span>
      {progress && (
        <progress max={Math.max(1, progress.total)} value={progress.done} aria-label={texts.import.statuses.running} />
      )}
      {progress && task?.action === 'clean' && <span class="soft small">{progress.phase}</span>}
      {counts && (
        <span class="small">
          {texts.import.counted(
            formatWhole(counts.read),
            formatWhole(counts.created),
            formatWhole(counts.updated),
            formatWhole(counts.rejected),
          )}
        </span>
      )}
      {cleaned && (
        <span class="small">
          {texts.import.cleaned(
            formatWhole(cleaned.rows),
            formatWhole(cleaned.merged),
            formatWhole(cleaned.records),
            formatWhole(cleaned.review),
          )}
        </span>
      )}
    </span>
  );
}
