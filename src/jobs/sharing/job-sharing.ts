import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../runtime/entry-points.js';
import type { Watch } from '../../runtime/watch.js';
import { programDigest } from '../../service/index-snapshot/program-digest.js';
import type { ChangeCondition } from '../../home/home.js';
import type { PostgresHome } from '../../home/postgres/postgres-home.js';
import type { PostgresLease } from '../../home/postgres/postgres-lease.js';
import { tableTopic } from '../../store/postgres/feed.js';
import { pairsThatFit } from '../../clustering/pair-list.js';
import type { HelperWork } from './helper-thread.js';
import type { WorkPlace } from './shared-join.js';

/** Records below which a job is done before others have the index. */
const FEWEST_RECORDS = 200_000;

export interface SharingSettings {
  /** Default: `FEWEST_RECORDS`. */
  readonly fewestRecords?: number | undefined;
  /** Values, and rows, of a share. */
  readonly mostValues?: number | undefined;
  readonly mostRows?: number | undefined;
}

/** Work that the node that runs a job gives to others, until it is ended. */
export interface GivenWork {
  readonly place: WorkPlace;
  end(): Promise<void>;
}

interface Helping {
  readonly work: string;
  readonly thread: Worker;
  /** Who has the shares that it has taken. */
  readonly holder: string;
}

/** The comparing of one job by several nodes: this one's to give, and that of others to take part in. */
export class JobSharing {
  #watch: Watch | undefined;
  /** Jobs of this node, and those of others that it is done with, or has failed at. */
  readonly #passed = new Set<string>();
  #helping: Helping | undefined;
  #shares = 0;

  constructor(
    private readonly home: PostgresHome,
    private readonly lease: PostgresLease,
    private readonly settings: SharingSettings = {},
  ) {}

  /**
   * Tells other nodes that there will be work to take part in. Which is small is done alone.
   *
   * @param unchanged the document of the job, as it was when it began
   * @param records to be compared
   */
  async give(
    job: string,
    { unchanged }: Pick<ChangeCondition, 'unchanged'>,
    records: number,
  ): Promise<GivenWork | undefined> {
    const { fewestRecords = FEWEST_RECORDS, mostValues, mostRows } = this.settings;
    if (records < fewestRecords) return undefined;
    const work = randomUUID();
    this.#passed.add(work);
    const { url, schema } = this.home.database;
    const rows = await this.home.database.query(
      `with duty as (${this.lease.guard}),
       begun as (select from ${schema}.documents where name = $4 and version::text = $5 for share)
       insert into ${schema}.job_work (id, job, program) select $1, $2, $3 from duty, begun returning 1`,
      [work, job, programDigest(), unchanged?.name, unchanged?.version],
    );
    if (rows.length === 0) return undefined;
    const end = async (): Promise<void> => {
      // Else it goes with the job's end.
      await this.home.database.query(`delete from ${schema}.job_work where id = $1`, [work]).catch(() => undefined);
    };
    return { place: { url, work, mostValues, mostRows }, end };
  }

  /** Ends what was given of a job. */
  async drop(job: string): Promise<void> {
    await this.home.database.query(`delete from ${this.home.database.schema}.job_work where job = $1`, [job]);
  }

  /** Jobs of other nodes that this one has done. */
  get shares(): number {
    return this.#shares;
  }

  /** From now on takes part in what other nodes give. @param trouble is told what keeps it from that */
  follow(trouble: (message: string) => void): void {
    const tell = (reason: string): void => trouble(`this node takes part in no job of another one: ${reason}`);
    this.#watch = this.home.database.feed.follow(tableTopic('job_work'), () => this.#look(tell), tell);
  }

  /** Others take at once what this node had taken. */
  async close(): Promise<void> {
    await this.#watch?.end();
    if (this.#helping === undefined) return;
    const { thread, holder } = this.#helping;
    await thread.terminate();
    const mine = `update ${this.home.database.schema}.job_shares set expires = null where holder = $1 and not is_done`;
    // Else their time ends.
    await this.home.database.query(mine, [holder]).catch(() => undefined);
  }

  async #look(trouble: (reason: string) => void): Promise<void> {
    const rows = await this.home.database.query<{ id: string; is_wanted: boolean; is_given: boolean }>(
      `select id, is_wanted, content is not null as is_given
       from ${this.home.database.schema}.job_work where program = $1`,
      [programDigest()],
    );
    if (this.#helping !== undefined) {
      const { work, thread } = this.#helping;
      if (!rows.some(({ id }) => id === work)) await thread.terminate();
      return;
    }
    const next = rows.find(({ id }) => !this.#passed.has(id));
    if (next === undefined) return;
    if (next.is_given) this.#help(next.id, trouble);
    else if (!next.is_wanted)
      await this.home.database.query(
        `update ${this.home.database.schema}.job_work set is_wanted = true where id = $1`,
        [next.id],
      );
  }

  #help(work: string, trouble: (reason: string) => void): void {
    // One processor is left to the requests.
    const threads = Math.max(1, availableParallelism() - 1);
    const holder = randomUUID();
    const given: HelperWork = { url: this.home.database.url, work, holder, threads, mostPairs: pairsThatFit() };
    const thread = startThread('helpGrouping', given);
    this.#passed.add(work);
    this.#helping = { work, thread, holder };
    thread.on('message', () => this.#shares++);
    thread.once('error', ({ message }) => trouble(message));
    thread.once('exit', () => {
      this.#helping = undefined;
      this.#watch?.wake();
    });
  }
}

/** Ends what any node has given of any job: it holds values of records. */
export async function endSharedWork({ database }: PostgresHome): Promise<void> {
  await database.query(`delete from ${database.schema}.job_work`);
}
