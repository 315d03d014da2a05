import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { SHED_REASONS } from '../transactions/busy-error.js';
import type { IndexStatistics } from '../index/candidate-index.js';
import type { Auth } from '../auth/auth.js';
import type { Likeness } from '../contract/likeness.js';
import type { AdmissionControl } from './server/admission.js';

/** Seconds: from a tenth of a millisecond to ten seconds. */
const LATENCY_BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10];
const WALKED_BUCKETS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];

/**
 * What the service counts, in a registry of its own (Prometheus). Labels are routes and object types, never anything
 * that a caller made up.
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
    help: 'Records looked at by one search',
    buckets: WALKED_BUCKETS,
    registers: [this.registry],
  });
  readonly #incomplete = new Counter({
    name: 'likeness_search_incomplete_total',
    help: 'Searches that a guard against hostile blocks cut short',
    registers: [this.registry],
  });

  /** All are asked for their sizes whenever the metrics are read. */
  constructor(
    likeness: Pick<Likeness, 'statistics' | 'writable'>,
    admission: AdmissionControl,
    auth: Pick<Auth, 'remembered'>,
  ) {
    collectDefaultMetrics({ register: this.registry });
    this.#gauges(likeness, admission);
    new Gauge({
      name: 'likeness_auth_remembered',
      help: 'What is remembered of tokens, used assertions and logins, in entries; bounded',
      labelNames: ['what'] as const,
      registers: [this.registry],
      collect() {
        for (const [what, entries] of Object.entries(auth.remembered)) this.set({ what }, entries);
      },
    });
    new Counter({
      name: 'likeness_shed_total',
      help: 'Requests and connections turned away because there was too much to do, by what there was too much of',
      labelNames: ['reason'] as const,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const reason of SHED_REASONS) this.inc({ reason }, admission.sheds.get(reason) ?? 0);
      },
    });
  }

  /** @param dropped lines of the log that could not be written so far */
  logDrops(dropped: () => number): void {
    new Counter({
      name: 'likeness_log_dropped_total',
      help: 'Lines of the log that its device did not take',
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

  /** @param seconds from arrival to answer */
  request(route: string, method: string, status: number, seconds: number): void {
    this.#requests.inc({ route, method, status });
    this.#latency.observe({ route }, seconds);
  }

  search(walked: number, incomplete: boolean): void {
    this.#walked.observe(walked);
    if (incomplete) this.#incomplete.inc();
  }

  #gauges(likeness: Pick<Likeness, 'statistics' | 'writable'>, admission: AdmissionControl): void {
    const gauge = (name: string, help: string, value: () => number) =>
      new Gauge({
        name,
        help,
        registers: [this.registry],
        collect() {
          this.set(value());
        },
      });
    const store = () => likeness.statistics().store;
    gauge('likeness_store_records', 'Records stored', () => store().records);
    gauge('likeness_store_record_bytes', 'Bytes of records held in memory', () => store().recordBytes);
    gauge('likeness_store_history_bytes', 'Bytes of kept changes held in memory', () => store().historyBytes);
    gauge('likeness_review_decisions', "People's decisions about duplicates", () => store().reviewDecisions);
    gauge('likeness_answers_remembered', 'Answers remembered of idempotent requests; bounded', () => store().answers);
    gauge('likeness_answers_remembered_bytes', 'Their bytes in memory; bounded', () => store().answerBytes);
    gauge('likeness_journal_bytes', 'Size of the journal', () => store().journalBytes);
    gauge('likeness_journal_entries', 'Entries of the journal', () => store().journalEntries);
    gauge('likeness_snapshot_bytes', 'Size of the snapshot', () => store().snapshotBytes);
    gauge('likeness_store_writable', '1 while the store takes writes', () => (likeness.writable ? 1 : 0));
    gauge('likeness_requests_open', 'Requests whose answers have not been taken', () => admission.requests);
    gauge('likeness_bytes_held', 'Bytes of bodies read and of answers not yet taken', () => admission.bytes);
    gauge(
      'likeness_writes_waiting',
      'Requests that write and are not yet on disk',
      () => likeness.statistics().writers,
    );
    const byObject = (name: string, help: string, size: keyof IndexStatistics) =>
      new Gauge({
        name,
        help,
        labelNames: ['object'] as const,
        registers: [this.registry],
        collect() {
          for (const [object, index] of likeness.statistics().indexes) this.set({ object }, index[size]);
        },
      });
    byObject('likeness_index_records', 'Records in the candidate index', 'records');
    byObject('likeness_index_values', 'Distinct values in the candidate index', 'values');
    byObject('likeness_index_bytes', 'Bytes of the candidate index, FlexSearch apart', 'bytes');
    byObject('likeness_index_flexsearch_bytes', 'Estimated bytes of FlexSearch', 'flexsearchBytes');
    byObject('likeness_index_memo_bytes', 'Bytes of what is remembered of earlier searches; bounded', 'cacheBytes');
  }
}
