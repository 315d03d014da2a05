import { useEffect } from 'preact/hooks';
import { allows } from '../api/objects.js';
import { ErrorBox, Loading } from '../components/states.js';
import { useLive } from '../state/live.js';
import { texts } from '../texts.js';
import { Activity } from './activity.js';
import { Audit } from './audit.js';
import { Batches } from './batches.js';
import { Decisions } from './decisions.js';
import { HealthCard } from './health-card.js';
import { JobsCard } from './jobs-card.js';
import { NextStep, Waiting } from './next-step.js';
import { Proposals } from './proposals.js';
import { RecordCounts } from './record-counts.js';
import { Traffic } from './traffic.js';
import { useStanding } from './use-standing.js';

/**
 * The work, then the state of the service, refreshed while the page is in use; parts without permission are hidden.
 */
export function Overview() {
  const { round, isStreaming, refresh } = useLive();
  useEffect(() => {
    document.title = `${texts.overview.title} – ${texts.name}`;
  }, []);
  return (
    <>
      <div class="page-head">
        <h1>{texts.overview.title}</h1>
        <span class={`badge ${isStreaming ? 'good' : ''}`}>
          {isStreaming ? texts.overview.live : texts.overview.polled}
        </span>
        <button type="button" onClick={refresh}>
          {texts.overview.refresh}
        </button>
      </div>
      {allows('read') && <Work round={round} refresh={refresh} />}
      <section class="stack part" aria-labelledby="overview-service">
        <h2 id="overview-service">{texts.overview.service}</h2>
        <div class="cards">
          <div class="stack">
            <HealthCard round={round} />
            {allows('admin') && <Traffic round={round} />}
          </div>
          <div class="stack">
            {allows('review') && <JobsCard round={round} />}
            {allows('admin') && <Audit round={round} />}
          </div>
        </div>
      </section>
    </>
  );
}

function Work({ round, refresh }: { readonly round: number; readonly refresh: () => void }) {
  const { value, error, isLoading, reload } = useStanding(round);
  return (
    <section class="stack part" aria-labelledby="overview-work">
      <h2 id="overview-work">{texts.overview.work}</h2>
      {error && <ErrorBox error={error} retry={reload} />}
      {value === undefined && isLoading && <Loading />}
      {value && <NextStep standing={value} onDone={refresh} />}
      <Activity round={round} />
      <div class="cards">
        <div class="stack">
          {value && <Waiting standing={value} />}
          <Decisions round={round} />
          {value && allows('upsert') && <Batches files={value.files} />}
        </div>
        <div class="stack">
          {allows('search') && <Proposals round={round} onDecided={refresh} />}
          {value && <RecordCounts standing={value} />}
        </div>
      </div>
    </section>
  );
}
