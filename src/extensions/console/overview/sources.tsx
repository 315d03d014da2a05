import { call } from '../api/call.js';
import type { ShownFile } from '../api/types.js';
import { Numbers, TableHead } from '../components/table.js';
import { RecordLink } from '../records/record-link.js';
import { formatWhole } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { useResource } from '../state/use-resource.js';
import { clientText, texts } from '../texts.js';

interface SourcesProps {
  /** When the number changes, the sources are reloaded. */
  readonly round: number;
  /** The user's files, for their names. */
  readonly files: readonly ShownFile[];
}

/** Open possible duplicates by the file or client that created them, and by owner. Empty if there are none. */
export function Sources({ round, files }: SourcesProps) {
  const found = useResource(
    `${round}`,
    (signal) => call('suspectedPairs', { query: { counts: 'sources', page: 1, pageSize: 1 }, signal }),
    { keep: true },
  );
  const sources = found.value?.sources ?? [];
  if (sources.length === 0) return null;
  // Only the user's own files have a page in the console.
  const ownName = (id: string): string | undefined => files.find((file) => file.id === id)?.name;
  return (
    <section class="card" aria-label={texts.overview.sources}>
      <h2>{texts.overview.sources}</h2>
      <table>
        <TableHead labels={[texts.overview.source, texts.records.name]} numbers={[texts.review.kinds.pairs]} />
        <tbody>
          {sources.map(({ kind, id, name, pairs }) => (
            <tr key={`${kind} ${id}`}>
              <td class="soft">{texts.overview.sourceKinds[kind]}</td>
              <td dir="auto">
                {kind === 'file' &&
                  (ownName(id) === undefined ? id : <a href={addressOf(['review'], { file: id })}>{ownName(id)}</a>)}
                {kind === 'owner' && <RecordLink id={id} />}
                {kind === 'client' && clientText(id, name)}
              </td>
              <Numbers of={[formatWhole(pairs)]} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
