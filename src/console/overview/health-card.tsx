import { call } from '../api/call.js';
import { ErrorBox, Loading } from '../components/states.js';
import { formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';

const STATES: Readonly<Record<string, readonly [text: string, style: string]>> = {
  ok: [texts.overview.healthy, 'good'],
  'read-only': [texts.overview.readOnly, 'bad'],
  stopping: [texts.overview.stopping, 'warn'],
};

export function HealthCard({ round }: { readonly round: number }) {
  const { value, error, isLoading, reload } = useResource(`${round}`, (signal) => call('readyz', { signal }), {
    keep: true,
  });
  const [text, style] = STATES[value?.status ?? ''] ?? [value?.status ?? '', 'warn'];
  return (
    <section class="card">
      <h2>{texts.overview.health}</h2>
      {error && <ErrorBox error={error} retry={reload} />}
      {value === undefined && isLoading && <Loading />}
      {value && !error && (
        <dl class="values">
          <dt>{texts.overview.health}</dt>
          <dd>
            <span class={`badge ${style}`}>{text}</span>
          </dd>
          <dt>{texts.overview.shed}</dt>
          <dd>{formatWhole(value.shed)}</dd>
        </dl>
      )}
    </section>
  );
}
