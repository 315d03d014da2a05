import { useEffect, useState } from 'preact/hooks';
import { allows } from '../api/service.js';
import { texts } from '../texts.js';
import { HealthCard } from './health-card.js';
import { Proposals } from './proposals.js';
import { RecordCounts } from './record-counts.js';
import { ScenarioList } from './scenario-list.js';
import { Traffic } from './traffic.js';

/** Milliseconds between two looks. */
const EVERY = 5_000;
/** Milliseconds without a hand on keys or mouse after which it is not looked any more: an open page keeps no session alive. */
const ATTENDED = 300_000;

/** How the service fares, kept up to date while somebody is there. */
export function Overview() {
  const [round, setRound] = useState(0);
  useEffect(() => {
    document.title = `${texts.overview.title} – ${texts.name}`;
    let seen = performance.now();
    const isSeen = (): void => {
      seen = performance.now();
    };
    for (const event of ['pointermove', 'keydown'] as const) addEventListener(event, isSeen);
    const timer = setInterval(() => {
      if (!document.hidden && performance.now() - seen < ATTENDED) setRound((last) => last + 1);
    }, EVERY);
    return () => {
      clearInterval(timer);
      for (const event of ['pointermove', 'keydown'] as const) removeEventListener(event, isSeen);
    };
  }, []);
  return (
    <>
      <div class="page-head">
        <h1>{texts.overview.title}</h1>
        <button type="button" onClick={() => setRound((last) => last + 1)}>
          {texts.overview.refresh}
        </button>
      </div>
      <div class="cards">
        <div class="stack">
          {allows('read') && <RecordCounts round={round} />}
          <HealthCard round={round} />
          {allows('search') && <Proposals round={round} />}
        </div>
        <div class="stack">
          {allows('admin') ? <Traffic round={round} /> : <NoTraffic />}
          {allows('search') && <ScenarioList />}
        </div>
      </div>
    </>
  );
}

function NoTraffic() {
  return (
    <section class="card">
      <h2>{texts.overview.traffic}</h2>
      <p class="soft">{texts.overview.noMetrics}</p>
    </section>
  );
}
