/** Metrics of the service in Prometheus' format: by name, then by labels. */
export type ReadMetrics = ReadonlyMap<string, readonly Sample[]>;

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^(?<name>[a-zA-Z_:][\w:]*)(?:\{(?<labels>[^}]*)\})? (?<value>\S+)/;
const LABEL = /(?<name>\w{1,80})="(?<value>[^"]{0,500})"/g;

export function parseMetrics(text: string): ReadMetrics {
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

export function total(metrics: ReadMetrics, name: string, labels: Readonly<Record<string, string>> = {}): number {
  return matching(metrics, name, labels).reduce((sum, { value }) => sum + value, 0);
}

/**
 * Calculates a quantile of a histogram by linear interpolation within its bucket.
 *
 * @param share from 0 to 1
 * @returns `NaN` without samples
 */
export function quantile(
  metrics: ReadMetrics,
  name: string,
  labels: Readonly<Record<string, string>>,
  share: number,
): number {
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
