import { useRef } from 'preact/hooks';
import { Numbers, Table } from '../components/table.js';
import { call } from '../api/call.js';
import { objectLabel } from '../api/objects.js';
import { Pending } from '../components/states.js';
import { formatBytes, formatDecimal, formatDuration, formatWhole } from '../state/number-format.js';
import { useResource } from '../state/use-resource.js';
import { texts } from '../texts.js';

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
  const found = useResource(
    `${round}`,
    async (signal) => {
      const look = { at: performance.now(), metrics: parseMetrics(await call('metrics', { signal })) };
      looks.current = [...looks.current.slice(-1), look];
      return look;
    },
    { keep: true },
  );
  const { value } = found;
  const [before] = looks.current;
  const lately = (route: string): string => {
    if (value === undefined || before === undefined || before.at >= value.at) return '–';
    const more = total(value.metrics, REQUESTS, { route }) - total(before.metrics, REQUESTS, { route });
    return formatDecimal(Math.max(0, more) / ((value.at - before.at) / 1_000));
  };
  return (
    <section class="card">
      <h2>{texts.overview.traffic}</h2>
      <Pending of={found} />
      {value && (
        <div class="stack">
          <Table
            name={texts.overview.traffic}
            labels={[texts.overview.endpoint]}
            numbers={[texts.overview.requests, texts.overview.perSecond, texts.overview.median, texts.overview.p99]}
          >
            {ROUTES.map((route) => (
              <tr key={route}>
                <td>{texts.overview.routes[route]}</td>
                <Numbers
                  of={[
                    formatWhole(total(value.metrics, REQUESTS, { route })),
                    lately(route),
                    ...[0.5, 0.99].map((share) => formatDuration(quantile(value.metrics, DURATION, { route }, share))),
                  ]}
                />
              </tr>
            ))}
          </Table>
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

function Indexes({ metrics }: { readonly metrics: ReadMetrics }) {
  const names = (metrics.get(INDEX[0]) ?? []).flatMap(({ labels, value }) =>
    value > 0 ? [labels['object'] ?? ''] : [],
  );
  if (names.length === 0) return null;
  return (
    <Table
      name={texts.overview.indexes}
      labels={[texts.overview.indexes]}
      numbers={[texts.nav.records, texts.overview.values, texts.overview.memory]}
    >
      {names.map((object) => (
        <tr key={object}>
          <td>{objectLabel(object)}</td>
          <Numbers
            of={INDEX.map((metric, i) =>
              (i === INDEX.length - 1 ? formatBytes : formatWhole)(total(metrics, metric, { object })),
            )}
          />
        </tr>
      ))}
    </Table>
  );
}

/** Metrics of the service in Prometheus' format: by name, then by labels. */
type ReadMetrics = ReadonlyMap<string, readonly Sample[]>;

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^(?<name>[a-zA-Z_:][\w:]*)(?:\{(?<labels>[^}]*)\})? (?<value>\S+)/;
const LABEL = /(?<name>\w{1,80})="(?<value>[^"]{0,500})"/g;

function parseMetrics(text: string): ReadMetrics {
  const found = new Map<string, Sample[]>();
  for (const line of text.split('\n')) {
    const groups = line.startsWith('#') ? undefined : LINE.exec(line)?.groups;
    if (groups === undefined) continue;
    const { name = '', labels = '', value } = groups;
    const pairs = [...labels.matchAll(LABEL)].map((match) => [match.groups!['name'], match.groups!['value']]);
    const sample = { labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    found.set(name, [...(found.get(name) ?? []), sample]);
  }
  return found;
}

function total(metrics: ReadMetrics, name: string, labels: Readonly<Record<string, string>> = {}): number {
  return matching(metrics, name, labels).reduce((sum, { value }) => sum + value, 0);
}

/**
 * Calculates a quantile of a histogram by linear interpolation within its bucket.
 *
 * @param share from 0 to 1
 * @returns `NaN` without samples
 */
function quantile(metrics: ReadMetrics, name: string, labels: Readonly<Record<string, string>>, share: number): number {
  const buckets = matching(metrics, `${name}_bucket`, labels)
    .map(({ labels: { le = '' }, value }) => ({ upTo: le === '+Inf' ? Infinity : Number(le), count: value }))
    .sort((a, b) => a.upTo - b.upTo);
  const wanted = (buckets.at(-1)?.count ?? 0) * share;
  if (wanted === 0) return NaN;
  let below = { upTo: 0, count: 0 };
  for (const bucket of buckets) {
    if (bucket.count >= wanted) {
      if (bucket.upTo === Infinity) return below.upTo;
      const within = (wanted - below.count) / (bucket.count - below.count);
      return below.upTo + (bucket.upTo - below.upTo) * within;
    }
    below = bucket;
  }
  return NaN;
}

function matching(metrics: ReadMetrics, name: string, labels: Readonly<Record<string, string>>): readonly Sample[] {
  return (metrics.get(name) ?? []).filter((sample) =>
    Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
}
