import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { SHED_REASONS } from '../store/transactions/busy-error.js';
import type { IndexStatistics } from '../index/candidate-index.js';
import type { Auth } from '../service/auth/auth.js';
import type { Likeness } from '../service/likeness.js';
import type { AdmissionControl } from './server/admission.js';
import type { ForwardOutcome } from './server/forward-to-decider.js';

/** Bucket boundaries in seconds. */
const LATENCY_BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10];
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];
const WALKED_BUCKETS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];

type Observed = Pick<Likeness, 'statistics' | 'writable' | 'visible'>;

/** Prometheus metrics. Labels are routes and object types, never strings from callers. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = this.#counter('likeness_http_requests_total', 'Requests by route, method and status', [
    'route',
    'method',
    'status',
  ]);
  readonly #latency = new Histogram({
    name: 'likeness_http_request_duration_seconds',
    help: 'Time from the arrival of a request to its response, by route',
    labelNames: ['route'] as const,
    buckets: LATENCY_BUCKETS,
    registers: [this.registry],
  });
  readonly #walked = this.#histogram(
    'likeness_search_candidates_walked',
    'Records examined by one search',
    WALKED_BUCKETS,
  );
  readonly #incomplete = this.#counter(
    'likeness_search_incomplete_total',
    'Searches that stopped early to protect the service against malicious data',
  );
  readonly #unchecked = this.#counter(
    'likeness_upserts_unchecked_total',
    'Upserts that created a record without the requested duplicate check, because no active scenario compares the object',
    ['object'],
  );
  #forwarded: Histogram<'outcome'> | undefined;
  readonly #toldUnchecked = new Set<string>();

  constructor(likeness: Observed, admission: AdmissionControl, auth: Pick<Auth, 'remembered'>) {
    collectDefaultMetrics({ register: this.registry });
    this.#gauges(likeness, admission);
    if (likeness.visible.observe !== undefined) this.#sharedLog(likeness.visible);
    this.#labelled(
      'likeness_auth_remembered',
      'Entries in memory for tokens, used assertions and logins (bounded)',
      'what',
      () => Object.entries(auth.remembered),
    );
    const sheds = this.#counter(
      'likeness_shed_total',
      'Requests and connections rejected because of overload, by exceeded limit',
      ['reason'],
      () => {
        for (const reason of SHED_REASONS) sheds.inc({ reason }, admission.sheds.get(reason) ?? 0);
      },
    );
  }

  logDrops(dropped: () => number): void {
    const drops: Counter = this.#counter('likeness_log_dropped_total', 'Log lines that could not be written', [], () =>
      drops.inc(dropped()),
    );
  }

  jobs(waiting: () => number): void {
    this.#gauge('likeness_jobs_waiting', 'Waiting and running jobs', waiting);
  }

  configuration(node: {
    readonly version: number;
    readonly unapplied: { readonly version: number } | undefined;
  }): void {
    this.#gauge('likeness_configuration_version', 'Configuration version in use', () => node.version);
    this.#gauge(
      'likeness_configuration_newest',
      'Newest configuration version, which all nodes should use',
      () => node.unapplied?.version ?? node.version,
    );
  }

  /** @param seconds from arrival to response */
  request(route: string, method: string, status: number, seconds: number): void {
    this.#requests.inc({ route, method, status });
    this.#latency.observe({ route }, seconds);
  }

  /** Counts a forwarded request. @param seconds time until the response started or the attempt was abandoned */
  forwarded(outcome: ForwardOutcome, seconds: number): void {
    this.#forwarded?.observe({ outcome }, seconds);
  }

  search(walked: number, incomplete: boolean): void {
    this.#walked.observe(walked);
    if (incomplete) this.#incomplete.inc();
  }

  /** Counts an upsert without a duplicate check. @returns whether this is the first for the object */
  unchecked(object: string): boolean {
    this.#unchecked.inc({ object });
    const isFirst = !this.#toldUnchecked.has(object);
    this.#toldUnchecked.add(object);
    return isFirst;
  }

  #sharedLog(visible: Observed['visible']): void {
    const waited = this.#histogram(
      'likeness_decider_wait_seconds',
      'Time from the request for the lease of the decider until this node gets it',
      LATENCY_BUCKETS,
    );
    const appended = this.#histogram(
      'likeness_log_append_seconds',
      'Time from sending commits until they are durable',
      LATENCY_BUCKETS,
    );
    const batches = this.#histogram(
      'likeness_log_batch_commits',
      'Commits appended to the log in one batch',
      BATCH_BUCKETS,
    );
    const overtaken = this.#counter(
      'likeness_log_overtaken_total',
      'Changes that were decided again because another node committed first',
    );
    this.#forwarded = new Histogram({
      name: 'likeness_forwarded_seconds',
      help: 'Duration of the requests that were forwarded to the decider, by outcome',
      labelNames: ['outcome'] as const,
      buckets: LATENCY_BUCKETS,
      registers: [this.registry],
    });
    this.#gauge('likeness_decider', '1 if this node is the decider, otherwise 0', () =>
      Number(visible.decider?.isOurs ?? false),
    );
    this.#gauge(
      'likeness_decider_epoch',
      'Number of times that this node saw the decider change',
      () => visible.decider?.epoch ?? 0,
    );
    this.#labelled(
      'likeness_notifications',
      '1 for the current state of commit notifications from other nodes: heard (they arrive immediately), lost (they fail) or off (listen=off)',
      'how',
      () => (['heard', 'lost', 'off'] as const).map((how) => [how, Number(how === visible.lag?.notifications)]),
    );
    visible.observe?.({
      leaseTaken: (seconds) => waited.observe(seconds),
      appended: (commits, seconds) => {
        batches.observe(commits);
        appended.observe(seconds);
      },
      overtaken: (decisions) => overtaken.inc(decisions),
    });
  }

  #gauges(likeness: Observed, admission: AdmissionControl): void {
    const gauge = this.#gauge.bind(this);
    const store = () => likeness.statistics().store;
    gauge('likeness_store_records', 'Records stored', () => store().records);
    gauge('likeness_store_record_bytes', 'Bytes of records held in memory', () => store().recordBytes);
    gauge('likeness_store_history_bytes', 'Bytes of retained changes held in memory', () => store().historyBytes);
    const disk = 'kept on disk because of --record-memory';
    gauge('likeness_store_record_disk_bytes', `Bytes of records ${disk}`, () => store().recordDiskBytes);
    gauge('likeness_store_history_disk_bytes', `Bytes of retained changes ${disk}`, () => store().historyDiskBytes);
    const reads = this.#counter(
      'likeness_store_page_reads_total',
      'Reads of records kept on disk, by cache hit or miss',
      ['found'],
      () => {
        const { hits, misses } = store().pageReads;
        reads.inc({ found: 'memory' }, hits);
        reads.inc({ found: 'disk' }, misses);
      },
    );
    gauge('likeness_store_page_fault', '1 while records that should be on disk remain in memory, otherwise 0', () =>
      store().pageFault === undefined ? 0 : 1,
    );
    gauge('likeness_review_decisions', 'Review decisions about duplicates', () => store().reviewDecisions);
    gauge(
      'likeness_answers_remembered',
      'Stored responses to requests with an Idempotency-Key (bounded)',
      () => store().answers,
    );
    gauge('likeness_answers_remembered_bytes', 'Bytes of stored responses (bounded)', () => store().answerBytes);
    gauge('likeness_journal_bytes', 'Size of the journal', () => store().journalBytes);
    gauge('likeness_journal_entries', 'Entries of the journal', () => store().journalEntries);
    gauge('likeness_snapshot_bytes', 'Size of the snapshot', () => store().snapshotBytes);
    gauge('likeness_store_writable', '1 while the store accepts writes', () => (likeness.writable ? 1 : 0));
    const isFull = (): number => (likeness.visible.lag?.isFull === true ? 1 : 0);
    gauge('likeness_log_disk_full', "1 while the disk of the log's database is full, otherwise 0", isFull);
    gauge('likeness_position', 'Position of the last commit visible to reads', () => likeness.visible.position);
    gauge(
      'likeness_lag_commits',
      'Commits that this node knows but that are not yet visible to reads',
      () => likeness.visible.lag?.commits ?? 0,
    );
    gauge(
      'likeness_lag_seconds',
      'Time since all known commits were last visible to reads',
      () => likeness.visible.lag?.seconds ?? 0,
    );
    gauge(
      'likeness_requests_open',
      'Requests in progress, until the client has received the response',
      () => admission.requests,
    );
    gauge('likeness_event_streams', 'Open event streams', () => admission.streams);
    gauge('likeness_bytes_held', 'Bytes of request bodies and of unsent responses', () => admission.bytes);
    gauge(
      'likeness_writes_waiting',
      'Write requests whose changes are not yet on disk',
      () => likeness.statistics().writers,
    );
    const byObject = (name: string, help: string, size: keyof IndexStatistics) =>
      this.#labelled(name, help, 'object', () =>
        [...likeness.statistics().indexes].map(([object, index]) => [object, index[size]]),
      );
    byObject('likeness_index_records', 'Records in the candidate index', 'records');
    byObject('likeness_index_values', 'Distinct values in the candidate index', 'values');
    byObject('likeness_index_bytes', 'Bytes of the candidate index, excluding FlexSearch', 'bytes');
    byObject('likeness_index_flexsearch_bytes', 'Estimated bytes of FlexSearch', 'flexsearchBytes');
    byObject('likeness_index_memo_bytes', 'Bytes of the search cache (bounded)', 'cacheBytes');
  }

  #gauge(name: string, help: string, value: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(value());
      },
    });
  }

  #labelled(name: string, help: string, label: string, values: () => Iterable<readonly [string, number]>): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect() {
        for (const [of, value] of values()) this.set({ [label]: of }, value);
      },
    });
  }

  #histogram(name: string, help: string, buckets: number[]): Histogram {
    return new Histogram({ name, help, buckets, registers: [this.registry] });
  }

  /** @param count adds the total when the metrics are read. If absent, callers increment the counter */
  #counter<L extends string = string>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
    count?: () => void,
  ): Counter<L> {
    const options = { name, help, labelNames, registers: [this.registry] };
    if (count === undefined) return new Counter(options);
    return new Counter({
      ...options,
      collect() {
        this.reset();
        count();
      },
    });
  }
}
