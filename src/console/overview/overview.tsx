import { useEffect } from 'preact/hooks';
import { allows } from '../api/objects.js';
import { useLive } from '../state/live.js';
import { texts } from '../texts.js';
import { Activity } from './activity.js';
import { Audit } from './audit.js';
import { HealthCard } from './health-card.js';
import { JobsCard } from './jobs-card.js';
import { Proposals } from './proposals.js';
import { RecordCounts } from './record-counts.js';
import { ScenarioList } from './scenario-list.js';
import { Traffic } from './traffic.js';

/** How the service fares, kept up to date while somebody is there: what a session may not see is not shown. */
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
      <div class="stack">
        {allows('read') && <Activity round={round} />}
        <div class="cards">
          <div class="stack">
            {allows('read') && <RecordCounts round={round} />}
            <HealthCard round={round} />
            {allows('search') && <Proposals round={round} />}
            {allows('search') && <ScenarioList />}
          </div>
          <div class="stack">
            {allows('review') && <JobsCard round={round} />}
            {allows('admin') && <Traffic round={round} />}
            {allows('admin') && <Audit round={round} />}
          </div>
        </div>
      </div>
    </>
  );
}
