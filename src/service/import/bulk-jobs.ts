import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { RequestError } from '../../records/contract/request-error.js';
import { change, NONE, type Home } from '../../store/home/home.js';
import { normaliseId } from '../../records/ids.js';
import { ingestJobSchema, queryJobSchema, type IngestJob, type QueryJob } from './bulk-job.js';
import { parsedJson } from '../../runtime/syntax/parsed-json.js';

const PREFIX = '750';
/** Milliseconds for which a job is kept: seven days, as on the platform. */
const KEPT_MS = 7 * 24 * 3_600_000;
const MOST_OF_CLIENT = 500;
const MOST = 2_000;

const INDEX = 'bulk-jobs/index.json';
const bulkJobDocument = (id: string): string => `bulk-jobs/${id}.json`;

const documentSchema = z.strictObject({
  version: z.literal(1),
  clientId: z.string(),
  /** Milliseconds since the epoch. */
  expires: z.number(),
  job: z.union([queryJobSchema, ingestJobSchema]),
});
const indexSchema = z.array(z.strictObject({ id: z.string(), clientId: z.string(), expires: z.number() }));
type Entry = z.output<typeof indexSchema>[number];

export type NewJob<J> = Omit<J, 'id'>;

/**
 * Jobs of the Bulk API. Each job is a document with an Id that cannot be guessed, and only the client that created the
 * job sees it. If there are too many, the oldest jobs that are not running are deleted, first those of the client with
 * the most jobs.
 */
export class BulkJobs {
  /** @param underWay returns the Ids of the jobs that have content and have not ended */
  constructor(
    private readonly home: Pick<Home, 'read' | 'write' | 'remove' | 'changeAll' | 'now'>,
    private readonly underWay: () => Promise<ReadonlySet<string>>,
  ) {}

  /** @throws RequestError 409 if too many jobs are running */
  async add<J extends QueryJob | IngestJob>(clientId: string, job: NewJob<J>): Promise<J> {
    const { home } = this;
    const id = newId();
    const entry: Entry = { id, clientId, expires: home.now() + KEPT_MS };
    const kept = { ...job, id } as J;
    const text = JSON.stringify({ version: 1, clientId, expires: entry.expires, job: kept });
    for (;;) {
      const found = await home.read(INDEX);
      const entries = indexOf(found?.content);
      const removed = removable(entries, clientId, await this.underWay(), home.now());
      // Documents are removed before their entries, because a document without an entry would never be removed.
      for (const each of removed) await home.remove(bulkJobDocument(each.id));
      const index = JSON.stringify([...entries.filter((each) => !removed.has(each)), entry]);
      const isAdded = await home.changeAll([
        { document: INDEX, text: index, expected: found?.version ?? NONE },
        { document: bulkJobDocument(id), text },
      ]);
      if (isAdded) return kept;
    }
  }

  /** @throws RequestError 404 for an unknown job, or a job of another client */
  queryJob(clientId: string, id: string): Promise<QueryJob> {
    return this.#get(clientId, id, queryJobSchema);
  }

  /** @throws RequestError 404 for an unknown job, or a job of another client */
  ingestJob(clientId: string, id: string): Promise<IngestJob> {
    return this.#get(clientId, id, ingestJobSchema);
  }

  /** @throws RequestError 404 for an unknown job, or a job of another client */
  async abort(clientId: string, id: string): Promise<QueryJob> {
    const job = await this.queryJob(clientId, id);
    await change(this.home, bulkJobDocument(job.id), (content) => {
      const document = documentOf(content);
      return document && JSON.stringify({ ...document, job: { ...document.job, isAborted: true } });
    });
    return { ...job, isAborted: true };
  }

  async remove({ id }: Pick<QueryJob, 'id'>): Promise<void> {
    await this.home.remove(bulkJobDocument(id));
    await change(this.home, INDEX, (content) => {
      const entries = indexOf(content);
      const others = entries.filter((each) => each.id !== id);
      return others.length === entries.length ? undefined : JSON.stringify(others);
    });
  }

  async #get<J>(clientId: string, asked: string, schema: z.ZodType<J>): Promise<J> {
    const id = normaliseId(asked);
    const document = id === undefined ? undefined : documentOf((await this.home.read(bulkJobDocument(id)))?.content);
    const isOwn = document?.clientId === clientId && document.expires > this.home.now();
    const { data: job } = schema.safeParse(isOwn ? document.job : undefined);
    if (job === undefined) throw new RequestError(404, 'NOT_FOUND', 'The requested resource does not exist');
    return job;
  }
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const NUMBER_LENGTH = 12;

function newId(): string {
  const digits = Array.from({ length: NUMBER_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]!);
  return normaliseId(PREFIX + digits.join(''))!;
}

/** Returns expired jobs, and those that must be deleted so that the client can add one. @throws RequestError 409 */
function removable(
  entries: readonly Entry[],
  clientId: string,
  underWay: ReadonlySet<string>,
  now: number,
): ReadonlySet<Entry> {
  const idle = entries.filter(({ id }) => !underWay.has(id));
  const removed = new Set(idle.filter(({ expires }) => expires <= now));
  const counts = new Map<string, number>();
  for (const entry of entries)
    if (!removed.has(entry)) counts.set(entry.clientId, (counts.get(entry.clientId) ?? 0) + 1);
  const oldestOf = (client: string) => idle.find((entry) => entry.clientId === client && !removed.has(entry));
  const remove = (oldest: Entry | undefined): void => {
    if (oldest === undefined)
      throw new RequestError(409, 'LIMIT_EXCEEDED', 'too many bulk jobs are unfinished: wait until some have finished');
    removed.add(oldest);
    counts.set(oldest.clientId, counts.get(oldest.clientId)! - 1);
  };
  while ((counts.get(clientId) ?? 0) >= MOST_OF_CLIENT) remove(oldestOf(clientId));
  while (entries.length - removed.size >= MOST) {
    const byMost = [...counts].sort(([, one], [, other]) => other - one);
    remove(byMost.map(([client]) => oldestOf(client)).find((entry) => entry !== undefined));
  }
  return removed;
}

function documentOf(content: string | undefined): z.output<typeof documentSchema> | undefined {
  return documentSchema.safeParse(parsedJson(content)).data;
}

function indexOf(content: string | undefined): readonly Entry[] {
  return indexSchema.safeParse(parsedJson(content)).data ?? [];
}

export async function jobsMentioning(
  home: Pick<Home, 'list'>,
  isMentioned: (text: string) => boolean,
): Promise<{ id: string; clientId: string; name: string }[]> {
  const found = [];
  for (const { name, content } of await home.list('bulk-jobs')) {
    const { job, clientId } = documentOf(content) ?? {};
    if (job === undefined || clientId === undefined || !('query' in job) || !isMentioned(job.query)) continue;
    found.push({ id: job.id, clientId, name });
  }
  return found;
}
