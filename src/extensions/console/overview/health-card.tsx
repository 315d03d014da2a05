import { call } from '../api/call.js';
import { Pending } from '../components/states.js';
import { formatDuration, formatTime, formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { say, textOf, texts } from '../texts.js';

const STYLES: Readonly<Record<string, string>> = { ok: 'good', 'read-only': 'bad' };

export function HealthCard({ round }: { readonly round: number }) {
  const found = useResource(`${round}`, (signal) => call('readyz', { signal }), {
    keep: true,
  });
  const status = found.value?.status ?? '';
  return (
    <section class="card">
      <h2>{texts.overview.health}</h2>
      <Pending of={found} />
      {found.value && !found.error && (
        <dl class="values">
          <dt>{texts.overview.health}</dt>
          <dd>
            <span class={`badge ${STYLES[status] ?? 'warn'}`}>{textOf(texts.overview.states, status) ?? status}</span>
          </dd>
          <dt>{texts.overview.since}</dt>
          <dd>{formatTime(found.value.since)}</dd>
          <dt>{texts.overview.node}</dt>
          <dd>
            {found.value.lag.commits === 0
              ? texts.overview.upToDate
              : say(
                  texts.overview.behind,
                  formatWhole(found.value.lag.commits),
                  formatDuration(found.value.lag.seconds),
                )}
          </dd>
          <dt>{texts.overview.shed}</dt>
          <dd>{formatWhole(found.value.shed)}</dd>
        </dl>
      )}
    </section>
  );
}
