import { allows } from '../api/objects.js';
import { Pending } from '../components/states.js';
import { useLive } from '../state/live.js';
import { texts } from '../texts.js';
import { Activity } from './activity.js';
import { Batches } from './batches.js';
import { Decisions } from './decisions.js';
import { HealthCard } from './health-card.js';
import { JobsCard } from './jobs-card.js';
import { LiveHead } from './live-head.js';
import { NextStep, Waiting } from './next-step.js';
import { Proposals } from './proposals.js';
import { RecordCounts } from './record-counts.js';
import { Sources } from './sources.js';
import { useStanding } from './use-standing.js';

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
