import { allows } from '../api/objects.js';
import { Pending } from '../components/states.js';
import { useLive } from '../state/live.js';
import { texts, clientText } from '../texts.js';
import { Activity } from './activity.js';
import { Decisions } from './decisions.js';
import { HealthCard } from './health-card.js';
import { JobsCard } from './jobs-card.js';
import { LiveHead } from './live-head.js';
import { NextStep, Waiting } from './next-step.js';
import { Proposals } from './proposals.js';
import { RecordCounts } from './record-counts.js';
import { useStanding } from './use-standing.js';
import { Standing } from '../import/standing.js';
import type { ShownFile } from '../api/types.js';
import { formatTime, formatWhole } from '../state/number-format.js';
import { addressOf } from '../state/router.js';
import { call } from '../api/call.js';
import { Numbers, TableHead } from '../components/table.js';
import { RecordLink } from '../records/record-link.js';
import { useResource } from '../state/use-resource.js';

/** Shows open and recent work, and refreshes it while the page is in use. Sections without permission are hidden. */
export function Overview() {
  const live = useLive();
  const { round, refresh } = live;
  return (
    <>
      <LiveHead title={texts.nav.overview} live={live} />
      {allows('read') ? <Work round={round} refresh={refresh} /> : <HealthCard round={round} />}
    </>
  );
}

function Work({ round, refresh }: { readonly round: number; readonly refresh: () => void }) {
  const found = useStanding(round);
  return (
    <div class="stack part">
      <Pending of={found} />
      {found.value && <NextStep standing={found.value} onDone={refresh} />}
      <Activity round={round} />
      <div class="cards">
        <div class="stack">
          {found.value && <Waiting standing={found.value} />}
          <Decisions round={round} />
          {found.value && allows('upsert') && <Batches files={found.value.files} />}
        </div>
        <div class="stack">
          {allows('search') && <Proposals round={round} onDecided={refresh} />}
          {allows('review') && <JobsCard round={round} />}
          {found.value && allows('review') && <Sources round={round} files={found.value.files} />}
          {found.value && <RecordCounts standing={found.value} />}
        </div>
      </div>
    </div>
  );
}

const SHOWN = 5;

function Batches({ files }: { readonly files: readonly ShownFile[] }) {
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

interface SourcesProps {
  /** When the number changes, the sources are reloaded. */
  readonly round: number;
  /** The user's files, for their names. */
  readonly files: readonly ShownFile[];
}

/** Open possible duplicates by the file or client that created them, and by owner. Empty if there are none. */
function Sources({ round, files }: SourcesProps) {
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
