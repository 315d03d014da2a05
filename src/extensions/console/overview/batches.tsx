import type { ShownFile } from '../api/types.js';
import { formatTime, formatWhole } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { texts } from '../texts.js';

const SHOWN = 5;

export function Batches({ files }: { readonly files: readonly ShownFile[] }) {
  return (
    <section class="card">
      <h2>{texts.overview.batches}</h2>
      {files.length === 0 && (
        <>
          <p class="soft">{texts.import.none}</p>
          <a href={addressOf(['import'])}>{texts.overview.steps.import}</a>
        </>
      )}
      <ul class="plain-list">
        {files.slice(0, SHOWN).map((file) => (
          <li key={file.id}>
            <span>
              <a href={addressOf(['import', file.id])}>{file.name}</a>{' '}
              <span class={`badge ${file.status === 'failed' ? 'bad' : ''}`}>{texts.import.statuses[file.status]}</span>
            </span>
            <span class="soft small">
              {formatTime(file.created)} · {resultOf(file)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function resultOf({ task, counts, cleaned, reason }: ShownFile): string {
  if (reason !== null) return reason;
  if (cleaned !== null) return texts.overview.cleaned(formatWhole(cleaned.rows), formatWhole(cleaned.records));
  if (counts === null || task === null) return texts.overview.untouched;
  const { created, updated, rejected } = counts;
  const numbers = [created, updated, rejected].map(formatWhole) as [string, string, string];
  return task.action === 'dryRun' ? texts.overview.tried(...numbers) : texts.overview.imported(...numbers);
}
