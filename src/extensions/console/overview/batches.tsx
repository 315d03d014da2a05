import { Standing } from '../import/standing.js';
import type { ShownFile } from '../api/types.js';
import { formatTime } from '../state/number-format.js';
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
              <span class="soft small">{formatTime(file.created)}</span>
            </span>
            <Standing file={file} />
            {file.reason !== null && <span class="soft small">{file.reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
