import { type Aggregator, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { SHED_REASONS } from '../store/transactions/busy-error.js';
import type { IndexStatistics } from '../index/candidate-index.js';
import type { Auth } from '../service/auth/auth.js';
import type { Likeness } from '../service/likeness.js';
import type { Decider } from '../store/shared-log.js';
import type { AdmissionControl } from './server/admission.js';
import type { ForwardOutcome } from './server/forward-to-decider.js';

/** Seconds: from a tenth of a millisecond to ten seconds. */
const LATENCY_BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10];
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];
const WALKED_BUCKETS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];

type Observed = Pick<Likeness, 'statistics' | 'writable' | 'visible'>;

/**
 * Metrics of the service (Prometheus), in a separate registry. Labels are routes and object types, never texts from
 * callers.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Counter({
    name: 'likeness_http_requests_total',
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'] as const,
    registers: [this.registry],
  });
  readonly #latency = new Histogram({
    name: 'likeness_http_request_duration_seconds',
    help: 'Time from the arrival of a request to its answer, by route',
    labelNames: ['route'] as const,
    buckets: LATENCY_BUCKETS,
    registers: [this.registry],
  });
  readonly #walked = new Histogram({
    name: 'likeness_search_candidates_walked',
    help: 'Records examined by one search',
    buckets: WALKED_BUCKETS,
    registers: [this.registry],
  });
  readonly #incomplete = new Counter({
    name: 'likeness_search_incomplete_total',
    help: 'Searches that the guard against hostile data ended early',
    registers: [this.registry],
  });

  readonly #unchecked = new Counter({
    name: 'likeness_upserts_unchecked_total',
    help: 'Upserts that created a record without the requested check for duplicates, because no active scenario compares the object',
    labelNames: ['object'] as const,
    registers: [this.registry],
  });
  #forwarded: Histogram<'outcome'> | undefined;
  readonly #toldUnchecked = new Set<string>();

  /** Sizes are read whenever the metrics are. */
  constructor(likeness: Observed, admission: AdmissionControl, auth: Pick<Auth, 'remembered'>) {
    collectDefaultMetrics({ register: this.registry });
    this.#gauges(likeness, admission);
    if (likeness.visible.observe !== undefined) this.#sharedLog(likeness.visible);
    new Gauge({
      name: 'likeness_auth_remembered',
      help: 'Entries in memory for tokens, used assertions and logins; bounded',
      labelNames: ['what'] as const,
      registers: [this.registry],
      collect() {
        for (const [what, entries] of Object.entries(auth.remembered)) this.set({ what }, entries);
      },
    });
    new Counter({
      name: 'likeness_shed_total',
      help: 'Requests and connections rejected because of overload, by the exceeded limit',
      labelNames: ['reason'] as const,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const reason of SHED_REASONS) this.inc({ reason }, admission.sheds.get(reason) ?? 0);
      },
    });
  }

  /** @param dropped lines of the log that could not be written */
  logDrops(dropped: () => number): void {
    new Counter({
      name: 'likeness_log_dropped_total',
      help: 'Log lines that could not be written',
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(dropped());
      },
    });
  }

  /** @param waiting jobs that wait or run */
  jobs(waiting: () => number): void {
    new Gauge({
      name: 'likeness_jobs_waiting',
      help: 'Jobs that wait or run',
      registers: [this.registry],
      collect() {
        this.set(waiting());
      },
    });
  }

  /** Counts of a node over a database. */
  configuration(node: {
    readonly version: number;
    readonly unapplied: { readonly version: number } | undefined;
  }): void {
    const { registry } = this;
    const gauge = (name: string, help: string, value: () => number): void => {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(value());
        },
      });
    };
    gauge('likeness_configuration_version', 'Configuration version in use', () => node.version);
    gauge(
      'likeness_configuration_newest',
      'Configuration version that all nodes should use',
      () => node.unapplied?.version ?? node.version,
    );
  }

  /** @param seconds from arrival to answer */
  request(route: string, method: string, status: number, seconds: number): void {
    this.#requests.inc({ route, method, status });
    this.#latency.observe({ route }, seconds);
  }

  /** Counts a forwarded request. @param seconds until the response started, or was given up */
  forwarded(outcome: ForwardOutcome, seconds: number): void {
    this.#forwarded?.observe({ outcome }, seconds);
  }

  search(walked: number, incomplete: boolean): void {
    this.#walked.observe(walked);
    if (incomplete) this.#incomplete.inc();
  }

  /** @param object a configured one. @returns whether it is the first time */
  unchecked(object: string): boolean {
    this.#unchecked.inc({ object });
    const isFirst = !this.#toldUnchecked.has(object);
    this.#toldUnchecked.add(object);
    return isFirst;
  }

  /** Metrics of a shared log. */
  #sharedLog(visible: Observed['visible']): void {
    const histogram = (name: string, help: string, buckets: number[]) =>
      new Histogram({ name, help, buckets, registers: [this.registry] });
    const waited = histogram(
      'likeness_decider_wait_seconds',
      'Time from requesting the right to decide to having it',
      LATENCY_BUCKETS,
    );
    const appended = histogram(
      'likeness_log_append_seconds',
      'Time from sending commits until they are durable',
      LATENCY_BUCKETS,
    );
    const batches = histogram('likeness_log_batch_commits', 'Commits appended to the log in one batch', BATCH_BUCKETS);
    const overtaken = new Counter({
      name: 'likeness_log_overtaken_total',
      help: "Decisions repeated because another node's commit came first",
      registers: [this.registry],
    });
    this.#forwarded = new Histogram({
      name: 'likeness_forwarded_seconds',
      help: 'Time of requests forwarded to the decider, by outcome',
      labelNames: ['outcome'] as const,
      buckets: LATENCY_BUCKETS,
      registers: [this.registry],
    });
    const gauge = (name: string, help: string, value: (decider: Decider) => number): void => {
      new Gauge({
        name,
        help,
        registers: [this.registry],
        collect() {
          if (visible.decider !== undefined) this.set(value(visible.decider));
        },
      });
    };
    gauge('likeness_decider', '1 if this node is the decider', ({ isOurs }) => Number(isOurs));
    gauge('likeness_decider_epoch', 'Changes of the decider that this node knows of', ({ epoch }) => epoch);
    new Gauge({
      name: 'likeness_notifications',
      help: "1 for how this node receives others' commits: heard (notified at once), lost (notifications fail), or off (listen=off)",
      labelNames: ['how'] as const,
      registers: [this.registry],
      collect() {
        const current = visible.lag?.notifications;
        for (const how of ['heard', 'lost', 'off'] as const) this.set({ how }, how === current ? 1 : 0);
      },
    });
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
    const gauge = (name: string, help: string, value: () => number, aggregator: Aggregator = 'first') =>
      new Gauge({
        name,
        help,
        aggregator,
        registers: [this.registry],
        collect() {
          this.set(value());
        },
      });
    const store = () => likeness.statistics().store;
    gauge('likeness_store_records', 'Records stored', () => store().records);
    gauge('likeness_store_record_bytes', 'Bytes of records held in memory', () => store().recordBytes);
    gauge('likeness_store_history_bytes', 'Bytes of kept changes held in memory', () => store().historyBytes);
    const disk = 'read from disk because of --record-memory';
    gauge('likeness_store_record_disk_bytes', `Bytes of records ${disk}`, () => store().recordDiskBytes);
    gauge('likeness_store_history_disk_bytes', `Bytes of kept changes ${disk}`, () => store().historyDiskBytes);
    new Counter({
      name: 'likeness_store_page_reads_total',
      help: 'Reads of records kept on disk, by whether the cache had them',
      labelNames: ['found'] as const,
      registers: [this.registry],
      collect() {
        const { hits, misses } = store().pageReads;
        this.reset();
        this.inc({ found: 'memory' }, hits);
        this.inc({ found: 'disk' }, misses);
      },
    });
    gauge(
      'likeness_store_page_fault',
      '1 while records that should be on disk are still in memory',
      () => (store().pageFault === undefined ? 0 : 1),
      'max',
    );
    gauge('likeness_review_decisions', "People's decisions about duplicates", () => store().reviewDecisions);
    gauge(
      'likeness_answers_remembered',
      'Stored answers to requests with an Idempotency-Key; bounded',
      () => store().answers,
    );
    gauge('likeness_answers_remembered_bytes', 'Bytes of these answers in memory; bounded', () => store().answerBytes);
    gauge('likeness_journal_bytes', 'Size of the journal', () => store().journalBytes);
    gauge('likeness_journal_entries', 'Entries of the journal', () => store().journalEntries);
    gauge('likeness_snapshot_bytes', 'Size of the snapshot', () => store().snapshotBytes);
    gauge('likeness_store_writable', '1 while the store accepts writes', () => (likeness.writable ? 1 : 0));
    const isFull = (): number => (likeness.visible.lag?.isFull === true ? 1 : 0);
    gauge('likeness_log_disk_full', "1 while the disk of the log's database is full", isFull);
    gauge('likeness_position', 'Position of the last commit visible to reads', () => likeness.visible.position);
    gauge(
      'likeness_lag_commits',
      'Known commits that are not visible to reads yet',
      () => likeness.visible.lag?.commits ?? 0,
      'max',
    );
    gauge(
      'likeness_lag_seconds',
      'Time since reads last showed all known commits',
      () => likeness.visible.lag?.seconds ?? 0,
      'max',
    );
    gauge(
      'likeness_requests_open',
      'Requests in progress, until the client has received the answer',
      () => admission.requests,
      'sum',
    );
    gauge('likeness_event_streams', 'Open event streams', () => admission.streams, 'sum');
    gauge('likeness_bytes_held', 'Bytes of request bodies and of answers not yet sent', () => admission.bytes, 'sum');
    gauge('likeness_writes_waiting', 'Write requests not yet on disk', () => likeness.statistics().writers);
    const byObject = (name: string, help: string, size: keyof IndexStatistics, aggregator: Aggregator = 'first') =>
      new Gauge({
        name,
        help,
        aggregator,
        labelNames: ['object'] as const,
        registers: [this.registry],
        collect() {
          for (const [object, index] of likeness.statistics().indexes) this.set({ object }, index[size]);
        },
      });
    byObject('likeness_index_records', 'Records in the candidate index', 'records');
    byObject('likeness_index_values', 'Distinct values in the candidate index', 'values');
    byObject('likeness_index_bytes', 'Bytes of the candidate index, without FlexSearch', 'bytes', 'sum');
    byObject('likeness_index_flexsearch_bytes', 'Estimated bytes of FlexSearch', 'flexsearchBytes', 'sum');
    byObject('likeness_index_memo_bytes', 'Bytes of the cache of earlier searches; bounded', 'cacheBytes', 'sum');
  }
}
