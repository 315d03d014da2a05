/**
 * Measures how much a job over all records slows searches. 16 clients search, first alone, then while jobs compare all
 * records with each other. Jobs run one after another until the measurement ends.
 */
import { bench, count, type Extent } from './harness/bench.js';
import { copyOf, importContacts, tokenFor } from './harness/data-folder.js';
import { SEARCH } from './harness/endpoints.js';
import { putUnderLoad, type LoadResult } from './harness/load.js';
import type { Table } from './harness/report.js';
import { startService, type Server } from './harness/server.js';
import { figure, median, medianAndRange } from './harness/statistics.js';
import { Contacts } from './synthetic/contacts.js';
import { searchTasks } from './synthetic/tasks.js';

const CLIENTS = 16;
const BODIES_A_SECOND = 5_000;
const JOBS = '/services/apexrest/dupcheck/jobs';
/** Maximum factor by which the 99th percentile may grow. */
const MOST_TIMES = 2;
/** Milliseconds between two requests for a job's progress. */
const PAUSE = 100;

interface Job {
  readonly id: string;
  readonly status: string;
  readonly groups: number | null;
  readonly reason: string | null;
}

/** Runs jobs one after another until stopped. */
class RunningJobs {
  #isOver = false;
  readonly #work: Promise<void>;
  groups = 0;
  jobs = 0;

  constructor(
    private readonly server: Server,
    private readonly token: string,
  ) {
    this.#work = this.#run();
  }

  /** Waits for the current job, so every job is complete. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      let job = await this.#call('POST', JOBS, { objectType: 'Contact' });
      while (job.status === 'queued' || job.status === 'running') {
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        job = await this.#call('GET', `${JOBS}/${job.id}`);
      }
      if (job.status !== 'completed') throw new Error(`bench: ${job.id} ${job.status}: ${job.reason ?? ''}`);
      this.groups = job.groups ?? 0;
      this.jobs++;
    }
  }

  async #call(method: string, path: string, body?: object): Promise<Job> {
    const response = await fetch(this.server.url + path, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`bench: ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Job;
  }
}

async function measure(size: number, { rounds, seconds }: Extent, isSmall: boolean): Promise<Table> {
  const folder = await copyOf(await importContacts(size));
  const token = tokenFor(folder);
  const server = await startService(folder);
  try {
    const bodies = searchTasks(new Contacts(), size, BODIES_A_SECOND * seconds).map(({ values }) =>
      JSON.stringify({ objectPrefix: '003', objectData: values }),
    );
    const search = () => putUnderLoad(server, { path: SEARCH, token, connections: CLIENTS, seconds, bodies });
    // Warm-up.
    if (!isSmall) await search();
    const [alone, beside]: [LoadResult[], LoadResult[]] = [[], []];
    let [jobs, groups] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      alone.push(await search());
      const running = new RunningJobs(server, token);
      beside.push(await search());
      await running.stop();
      jobs += running.jobs;
      groups = running.groups;
    }
    const row = (name: string, of: (result: LoadResult) => number) => {
      const times = beside.map((result, i) => of(result) / of(alone[i]!));
      return [name, medianAndRange(alone.map(of)), medianAndRange(beside.map(of)), medianAndRange(times)];
    };
    const times = median(beside.map(({ p99 }, i) => p99 / alone[i]!.p99));
    return {
      title: `${count(size)} contacts, ${CLIENTS} clients searching, ${count(jobs)} jobs that found ${count(groups)} groups each; p99 ${figure(times)} times: ${times <= MOST_TIMES ? 'met' : 'MISSED'}`,
      columns: ['search', 'alone', 'during a job', 'times'],
      rows: [
        row('requests/s', ({ perSecond }) => perSecond),
        row('p50 ms', ({ p50 }) => p50),
        row('p90 ms', ({ p90 }) => p90),
        row('p99 ms', ({ p99 }) => p99),
      ],
    };
  } finally {
    await server.stop();
  }
}

await bench('jobs', { sizes: [1_000_000], queries: 1, rounds: 3, seconds: 20 }, async (extent, isSmall) => {
  const tables: Table[] = [];
  for (const size of extent.sizes) tables.push(await measure(size, extent, isSmall));
  return {
    question: 'How much slower are searches while a job compares all stored records with each other?',
    tables,
    notes: [
      `Rounds alternate: the same searches without a job, then during jobs that compare all contacts with the \`restSearch\` scenarios. Target: the 99th percentile of the searches grows by a factor of at most ${MOST_TIMES}.`,
    ],
  };
});
