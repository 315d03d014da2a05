import { useRef } from 'preact/hooks';
import { call } from '../api/call.js';
import { ErrorBox, Loading } from '../components/states.js';
import { formatBytes, formatDecimal, formatDuration, formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';
import { parseMetrics, quantile, total, type ReadMetrics } from './read-metrics.js';

const ROUTES = ['search', 'upsert'] as const;
const REQUESTS = 'likeness_http_requests_total';
const DURATION = 'likeness_http_request_duration_seconds';

const SIZES = [
  ['recordBytes', 'likeness_store_record_bytes'],
  ['indexBytes', 'likeness_index_bytes'],
  ['journal', 'likeness_journal_bytes'],
  ['snapshot', 'likeness_snapshot_bytes'],
  ['resident', 'process_resident_memory_bytes'],
] as const;
const INDEX = ['likeness_index_records', 'likeness_index_values', 'likeness_index_bytes'] as const;

interface Look {
  readonly at: number;
  readonly metrics: ReadMetrics;
}

/** Throughput and latency of both endpoints, and the size of the service. */
export function Traffic({ round }: { readonly round: number }) {
  const looks = useRef<readonly Look[]>([]);
  const { value, error, isLoading, reload } = useResource(
    `${round}`,
    async (signal) => {
      const look = { at: performance.now(), metrics: parseMetrics(await call('metrics', { signal })) };
      looks.current = [...looks.current.slice(-1), look];
      return look;
    },
    { keep: true },
  );
  const [before] = looks.current;
  const lately = (route: string): string => {
    if (value === undefined || before === undefined || before.at >= value.at) return '–';
    const more = total(value.metrics, REQUESTS, { route }) - total(before.metrics, REQUESTS, { route });
    return formatDecimal(Math.max(0, more) / ((value.at - before.at) / 1_000));
  };
  return (
    <section class="card">
      <h2>{texts.overview.traffic}</h2>
      {error && <ErrorBox error={error} retry={reload} />}
      {value === undefined && isLoading && <Loading />}
      {value && (
        <div class="stack">
          <div class="scroll-x" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{texts.overview.endpoint}</th>
                  {[texts.overview.requests, texts.overview.perSecond, texts.overview.median, texts.overview.p99].map(
                    (label) => (
                      <th scope="col" class="number" key={label}>
                        {label}
                      </th>
                    ),
                  )}
                </tr>
              </thead>
              <tbody>
                {ROUTES.map((route) => (
                  <tr key={route}>
                    <td>{texts.overview.routes[route]}</td>
                    <td class="number">{formatWhole(total(value.metrics, REQUESTS, { route }))}</td>
                    <td class="number">{lately(route)}</td>
                    {[0.5, 0.99].map((share) => (
                      <td class="number" key={share}>
                        {formatDuration(quantile(value.metrics, DURATION, { route }, share))}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Indexes metrics={value.metrics} />
          <dl class="values">
            {SIZES.map(([size, metric]) => (
              <>
                <dt>{texts.overview.size[size]}</dt>
                <dd>{formatBytes(total(value.metrics, metric))}</dd>
              </>
            ))}
          </dl>
        </div>
      )}
    </section>
  );
}

/** Indexes by object, with their memory. */
function Indexes({ metrics }: { readonly metrics: ReadMetrics }) {
  const names = (metrics.get(INDEX[0]) ?? []).flatMap(({ labels, value }) =>
    value > 0 ? [labels['object'] ?? ''] : [],
  );
  if (names.length === 0) return null;
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label={texts.overview.indexes}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.overview.indexes}</th>
            {[texts.overview.records, texts.overview.values, texts.overview.memory].map((label) => (
              <th scope="col" class="number" key={label}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((object) => (
            <tr key={object}>
              <td>{object}</td>
              {INDEX.map((metric, i) => (
                <td class="number" key={metric}>
                  {(i === INDEX.length - 1 ? formatBytes : formatWhole)(total(metrics, metric, { object }))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
