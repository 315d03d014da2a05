import { useLive } from '../state/live.js';
import { texts } from '../texts.js';
import { Lately } from '../settings/audit-table.js';
import { HealthCard } from './health-card.js';
import { LiveHead } from './live-head.js';
import { Traffic } from './traffic.js';

export function Operations() {
  const live = useLive();
  const { round } = live;
  return (
    <>
      <LiveHead title={texts.nav.operations} live={live} />
      <div class="stack">
        <div class="cards">
          <HealthCard round={round} />
          <Traffic round={round} />
        </div>
        <Lately round={round} />
      </div>
    </>
  );
}
