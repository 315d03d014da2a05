import { createReadStream, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Watch } from '../runtime/watch.js';
import type { PostgresLease } from '../home/postgres/postgres-lease.js';
import { tableTopic } from '../store/postgres/feed.js';
import type { NodeDatabase } from '../store/postgres/node-database.js';
import { GROUPS_A_PLACE, parseGroup } from './group-file.js';
import type { Merges, NumberedGroup, SharedJobPlace } from './job-place.js';
import { hasEnded, keptJobSchema, type JobProgress, type KeptJob } from './job.js';
import { tooMany } from './job-options.js';
import type { JobSharing } from './sharing/job-sharing.js';

const NO_MORE = 'it was interrupted, or another node runs jobs by now';
/** Milliseconds between two words on how far a job is. */
const NEWS_MS = 250;
/** Characters of groups that are sent at once, and parts of 64 groups that are read at once. */
const CHUNK = 1 << 20;
const PARTS_AT_ONCE = 16;

interface Row {
  readonly id: string;
  readonly content: string;
  readonly progress: string | null;
  readonly interrupted: boolean;
}

/** Jobs of several nodes and what they found, in their database. One node runs them, by a lease. */
export class DatabaseJobs implements SharedJobPlace {
  #known: readonly KeptJob[] = [];
  #progress = new Map<string, JobProgress>();
  #interrupted: ReadonlySet<string> = new Set();
  /** Told by this process, and not yet to others. */
  #news: { readonly id: string; readonly progress: JobProgress } | undefined;
  #newsTimer: NodeJS.Timeout | undefined;
  #watch: Watch | undefined;
  /** The entry that was put or removed last. */
  #last: Promise<unknown> = Promise.resolve();

  /**
   * @param lease of running jobs
   * @param folder of this process, for groups on their way
   * @param sharing of what is compared, with other nodes; absent: a job that runs here is this process's alone
   */
  constructor(
    private readonly database: NodeDatabase,
    private readonly lease: PostgresLease,
    private readonly folder: string,
    readonly sharing?: JobSharing,
  ) {}

  get isOurs(): boolean {
    return this.lease.isOurs;
  }

  all(): KeptJob[] {
    return [...this.#known];
  }

  /** Takes over what other nodes have done. */
  async refresh(): Promise<readonly KeptJob[]> {
    const rows = await this.database.query<Row & Record<string, unknown>>(
      `select id, content, progress, interrupted from ${this.#jobs} order by id`,
    );
    this.#interrupted = new Set(rows.filter(({ interrupted }) => interrupted).map(({ id }) => id));
    this.#progress = new Map(
      rows.flatMap(({ id, progress }) => (progress === null ? [] : [[id, JSON.parse(progress) as JobProgress]])),
    );
    this.#known = rows.flatMap(({ id, content }) => {
      const read = keptJobSchema.safeParse(JSON.parse(content));
      return read.success && read.data.id === id ? [read.data] : [];
    });
    return this.#known;
  }

  follow(changed: (jobs: readonly KeptJob[]) => void, trouble: (message: string) => void): void {
    const look = async (): Promise<void> => {
      await this.#sendNews();
      // At once: what this process keeps meanwhile is answered after this.
      await this.refresh().then(changed);
    };
    this.sharing?.follow(trouble);
    const told = (reason: string): void => trouble(`jobs are those of before: ${reason}`);
    this.#watch = this.database.feed.follow(tableTopic('jobs'), look, told);
  }

  async add(make: (number: number) => KeptJob, mostWaiting: number): Promise<KeptJob> {
    return this.database.transaction(async (query) => {
      await query(`lock table ${this.#jobs} in exclusive mode`);
      const [found] = await query<{ last: string | null; waiting: number }>(
        `select max(id) as last, count(*) filter (where not has_ended)::integer as waiting from ${this.#jobs}`,
      );
      if (found!.waiting >= mostWaiting) throw tooMany(mostWaiting);
      const job = make(Number(found!.last?.slice('job-'.length) ?? 0) + 1);
      await query(`insert into ${this.#jobs} (id, has_ended, content) values ($1, false, $2)`, [
        job.id,
        JSON.stringify(job),
      ]);
      return job;
    });
  }

  /** One that has ended stays. One that was interrupted since it began does not end. */
  put(job: KeptJob): Promise<void> {
    return this.#afterLast(async () => {
      const isNew = job.status === 'running';
      const rows = await this.database.query(
        `with duty as (${this.lease.guard}),
           gone as (delete from ${this.#work} where job = $1 and $3)
         update ${this.#jobs} j set content = $2, has_ended = $3, progress = null, interrupted = false from duty
         where j.id = $1 and not has_ended and ($4 or not interrupted) returning 1`,
        [job.id, JSON.stringify(job), hasEnded(job), isNew],
      );
      if (rows.length === 0) throw new Error(`it has been ended, ${NO_MORE}`);
    });
  }

  async cancel(job: KeptJob): Promise<void> {
    await this.database.query(
      `with gone as (delete from ${this.#work} where job = $1)
       update ${this.#jobs} set content = $2, has_ended = true, progress = null where id = $1 and not has_ended`,
      [job.id, JSON.stringify(job)],
    );
  }

  tell(id: string, progress: JobProgress): void {
    this.#news = { id, progress };
    this.#newsTimer ??= setTimeout(() => {
      this.#newsTimer = undefined;
      this.#watch?.wake();
    }, NEWS_MS).unref();
  }

  isInterrupted(id: string): boolean {
    return this.#interrupted.has(id);
  }

  progressOf(id: string): JobProgress | undefined {
    return this.#progress.get(id);
  }

  async newGroups(id: string): Promise<string> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.removeGroups(id);
    return this.#path(id);
  }

  async keepGroups(id: string): Promise<readonly number[]> {
    const lines = createInterface({ input: createReadStream(this.#path(id), 'utf8') });
    let parts: string[] = [];
    let part: string[] = [];
    let [sent, size] = [0, 0];
    const send = async (): Promise<void> => {
      if (parts.length === 0) return;
      const rows = await this.database.query(
        `with duty as (${this.lease.guard}), goes_on as (${this.#goesOn})
         insert into ${this.#groups} (job, part, lines)
         select $1, $2 + p.n, p.lines from duty, goes_on, unnest($3::text[]) with ordinality p(lines, n) returning 1`,
        [id, sent - 1, parts],
      );
      if (rows.length === 0) throw new Error(NO_MORE);
      sent += parts.length;
      [parts, size] = [[], 0];
    };
    const endPart = (): void => {
      if (part.length > 0) parts.push(part.join('\n'));
      part = [];
    };
    for await (const line of lines) {
      part.push(line);
      size += line.length;
      if (part.length === GROUPS_A_PLACE) endPart();
      if (size >= CHUNK && part.length === 0) await send();
    }
    endPart();
    await send();
    await rm(this.#path(id), { force: true });
    // Parts are found by their numbers.
    return [];
  }

  async *groups(id: string, _places: readonly number[], from = 1): AsyncGenerator<NumberedGroup> {
    for (let part = Math.floor((from - 1) / GROUPS_A_PLACE); ; part += PARTS_AT_ONCE) {
      const rows = await this.database.query<{ part: number; lines: string }>(
        `select part, lines from ${this.#groups} where job = $1 and part >= $2 and part < $3 order by part`,
        [id, part, part + PARTS_AT_ONCE],
      );
      for (const row of rows) {
        let number = row.part * GROUPS_A_PLACE;
        for (const line of row.lines.split('\n')) if (++number >= from) yield { number, group: parseGroup(line) };
      }
      if (rows.length < PARTS_AT_ONCE) return;
    }
  }

  async removeGroups(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
    await this.database.query(
      `with duty as (${this.lease.guard}), gone as (delete from ${this.#work} w using duty where w.job = $1)
       delete from ${this.#groups} g using duty where g.job = $1`,
      [id],
    );
  }

  merges(id: string): Merges {
    const table = `${this.database.schema}.job_merges`;
    return {
      add: async (ids) => {
        const rows = await this.database.query(
          `with duty as (${this.lease.guard}), goes_on as (${this.#goesOn})
           insert into ${table} (job, ids) select $1, $2 from duty, goes_on returning 1`,
          [id, JSON.stringify(ids)],
        );
        if (rows.length === 0) throw new Error(NO_MORE);
      },
      all: async () => {
        const rows = await this.database.query<{ ids: string }>(
          `select ids from ${table} where job = $1 order by number`,
          [id],
        );
        return rows.map(({ ids }) => JSON.parse(ids) as string[]);
      },
    };
  }

  remove(id: string): void {
    const gone = this.#afterLast(() =>
      this.database.query(`with duty as (${this.lease.guard}) delete from ${this.#jobs} j using duty where j.id = $1`, [
        id,
      ]),
    );
    gone.catch(() => undefined);
  }

  removeStrays(): void {
    // Removes work that was on its way when the process ended; parts and merges go with their job.
    rmSync(this.folder, { recursive: true, force: true });
  }

  async settled(): Promise<void> {
    clearTimeout(this.#newsTimer);
    await this.#watch?.end();
    await this.sharing?.close();
    await this.#last.catch(() => undefined);
  }

  get #jobs(): string {
    return `${this.database.schema}.jobs`;
  }

  /** SQL, one row while nothing is erased under the job `$1`: an erasure waits for what is written until then. */
  get #goesOn(): string {
    return `select 1 from ${this.#jobs} where id = $1 and not interrupted for share`;
  }

  get #groups(): string {
    return `${this.database.schema}.job_groups`;
  }

  get #work(): string {
    return `${this.database.schema}.job_work`;
  }

  #path(id: string): string {
    return join(this.folder, `${id}.groups`);
  }

  async #sendNews(): Promise<void> {
    const news = this.#news;
    if (news === undefined) return;
    this.#news = undefined;
    await this.database.query(
      `with duty as (${this.lease.guard})
       update ${this.#jobs} j set progress = $2 from duty where j.id = $1 and not has_ended`,
      [news.id, JSON.stringify(news.progress)],
    );
  }

  #afterLast<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
