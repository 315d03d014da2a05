import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FoundGroup, GroupDetails, GroupStatus, ShownGroup } from '../service/group/group-types.js';
import type { Likeness } from '../service/likeness.js';
import { RequestError } from '../contract/request-error.js';
import { ContentGoneError } from '../home/home.js';
import { StoreUnavailableError } from '../store/store-errors.js';
import { placeOf } from './group-file.js';
import type { KeptJobs, NumberedGroup } from './kept-jobs.js';
import type { KeptJob } from './job.js';
import type { Jobs } from './jobs.js';

/** Groups looked at for one page, whatever it shows. */
const MOST_LOOKED_AT = 500;
/** Groups that are sorted otherwise than they were found: all of them are read for it. */
const MOST_SORTED = 50_000;
/** Groups read from the file in one go where all are read. */
const READ_AT_ONCE = 50;
/** Records shown between two turns of the event loop: about a millisecond. */
const RECORDS_A_TURN = 32;

export interface GroupsQuery {
  /** Or else the last completed job of this object. */
  readonly jobId?: string | undefined;
  readonly objectType?: string | undefined;
  /** And this one: the last completed job over the two. */
  readonly crossObject?: string | undefined;
  readonly status?: GroupStatus | undefined;
  /** Percent, both included. */
  readonly minScore?: number | undefined;
  readonly maxScore?: number | undefined;
  /** `apart`: pairs that were found and are in no group, because something speaks against them. Default: `groups`. */
  readonly which?: GroupsPart | undefined;
  /** Default: the best first. */
  readonly sort?: GroupsSort | undefined;
  /** Only groups with one of these records. */
  readonly recordIds?: ReadonlySet<string> | undefined;
  /** A group; only those behind it. */
  readonly after?: string | undefined;
  readonly pageSize: number;
}

export const GROUPS_PARTS = ['groups', 'apart'] as const;
export type GroupsPart = (typeof GROUPS_PARTS)[number];
/** `disagreement`: those first of which the most pairs were not found, then those whose scores differ most. */
export const GROUPS_SORTS = ['best', 'weakest', 'largest', 'disagreement'] as const;
export type GroupsSort = (typeof GROUPS_SORTS)[number];

export interface GroupsPage {
  jobId: string;
  /** Groups, or pairs in none, that the job found, whatever has become of them. */
  found: number;
  /** May be fewer than were asked for while there is a next page. */
  records: ShownGroup[];
  /** `after` of the next page; `null`: this was the last. */
  next: string | null;
}

/** A pair as it was found, whatever has become of its records. */
export interface JobPair {
  ids: [string, string];
  score: number;
  /** Number of the group that holds both records. */
  group: number | null;
}

export interface JobPairsPage {
  /** May be fewer than were asked for, or more by those of one group. */
  records: JobPair[];
  /** `after` of the next page; `null`: this was the last. */
  next: number | null;
}

/** The groups that jobs found, as the records are now. */
export class JobGroups {
  /** The last other order that was asked for. */
  #order: { readonly key: string; readonly numbers: readonly number[] } | undefined;

  constructor(
    private readonly jobs: Pick<Jobs, 'kept' | 'lastCompleted'>,
    private readonly place: KeptJobs,
    private readonly likeness: Pick<Likeness, 'grouping'>,
  ) {}

  /** The job that a query is about. @throws RequestError 400, 404 */
  jobOf({
    jobId,
    objectType,
    crossObject,
    after,
  }: Pick<GroupsQuery, 'jobId' | 'objectType' | 'crossObject' | 'after'>): KeptJob {
    const named = jobId ?? (after === undefined ? undefined : parse(after).jobId);
    if (named !== undefined) return this.jobs.kept(named);
    if (objectType === undefined)
      throw new RequestError(400, 'JSON_PARSER_ERROR', 'name a job by jobId, or an object by objectType', ['jobId']);
    const job = this.jobs.lastCompleted(objectType, crossObject);
    if (job === undefined)
      throw new RequestError(
        404,
        'NOT_FOUND',
        `No job has grouped the records of ${crossObject === undefined ? objectType : `${objectType} and ${crossObject}`} yet`,
        ['objectType'],
      );
    return job;
  }

  /** Best groups first. @throws RequestError */
  async page(query: GroupsQuery): Promise<GroupsPage> {
    const job = this.jobOf(query);
    const { result } = job;
    const after = query.after === undefined ? 0 : numberIn(job, query.after);
    const page: GroupsPage = { jobId: job.id, found: foundOf(job, query.which), records: [], next: null };
    if (result === null) return page;
    const isBestFirst = (query.sort ?? 'best') === 'best';
    const lines = isBestFirst ? this.#part(job, query.which, after + 1) : this.#sorted(job, query, after);
    let last = after;
    let looked = 0;
    let shown = 0;
    for await (const { number, group } of lines) {
      if (looked === MOST_LOOKED_AT || page.records.length === query.pageSize)
        return { ...page, next: groupId(job, last) };
      looked += 1;
      last = number;
      if (group.score < (query.minScore ?? 0)) {
        if (isBestFirst) return page;
        continue;
      }
      if (group.members.length === 0 || group.score > (query.maxScore ?? 100)) continue;
      if (query.recordIds !== undefined && !group.members.some(({ id }) => query.recordIds!.has(id))) continue;
      const one = this.likeness.grouping.show(job, groupId(job, number), group, result.fields);
      if (query.status === undefined || one.status === query.status) page.records.push(one);
      shown += group.members.length;
      if (shown < RECORDS_A_TURN) continue;
      shown = 0;
      await nextTurn();
    }
    return page;
  }

  /** @throws RequestError 404 */
  async details(id: string): Promise<GroupDetails> {
    const job = this.jobOf({ after: id });
    const asked = numberIn(job, id);
    const { result } = job;
    for await (const { number, group } of this.#lines(job, asked)) {
      if (number !== asked || group.members.length === 0) break;
      return this.likeness.grouping.details(job, id, group, result!.fields, result!.scenarios);
    }
    throw unknown(id);
  }

  /**
   * All pairs that a job found: those of the groups, best groups first, then those that are in none, best first (a
   * million of these at the most).
   *
   * @param after `next` of the page before; 0 for the first
   * @throws RequestError 404, 409
   */
  async pairs(jobId: string, after: number, pageSize: number): Promise<JobPairsPage> {
    const job = this.jobs.kept(jobId);
    const page: JobPairsPage = { records: [], next: null };
    for await (const { number, group } of this.#lines(job, after + 1)) {
      if (page.records.length >= pageSize) return { ...page, next: number - 1 };
      for (const [one, two, score] of group.pairs)
        page.records.push({
          ids: [group.members[one]!.id, group.members[two]!.id],
          score,
          group: number <= job.result!.groups ? number : null,
        });
    }
    return page;
  }

  async *#part(job: KeptJob, which: GroupsPart = 'groups', from = 1): AsyncGenerator<NumberedGroup> {
    const { groups } = job.result!;
    const first = which === 'groups' ? from : Math.max(from, groups + 1);
    for await (const line of this.#lines(job, first)) {
      if (which === 'groups' && line.number > groups) return;
      yield line;
    }
  }

  /** @param after number of the group behind which it goes on; 0: the first @throws RequestError 409 for too many */
  async *#sorted(
    job: KeptJob,
    { sort = 'best', which = 'groups' }: GroupsQuery,
    after: number,
  ): AsyncGenerator<NumberedGroup> {
    const key = `${job.id} ${sort} ${which}`;
    if (this.#order?.key !== key) {
      if (foundOf(job, which) > MOST_SORTED)
        throw new RequestError(
          409,
          'LIMIT_EXCEEDED',
          `More than ${MOST_SORTED} groups are listed with the best first only: leave the order out`,
        );
      const all: Sorted[] = [];
      for await (const { number, group } of this.#part(job, which)) {
        all.push({ number, by: BY[sort](group) });
        if (all.length % MOST_LOOKED_AT === 0) await nextTurn();
      }
      this.#order = { key, numbers: all.sort(inOrder).map(({ number }) => number) };
    }
    const { numbers } = this.#order;
    for (let at = numbers.indexOf(after) + 1; at < numbers.length; at += READ_AT_ONCE)
      yield* this.#named(job, numbers.slice(at, at + READ_AT_ONCE));
  }

  /** Some groups in the order of their numbers here; each piece of the file is read once. */
  async *#named(job: KeptJob, numbers: readonly number[]): AsyncGenerator<NumberedGroup> {
    const found = new Map<number, NumberedGroup>();
    const wanted = numbers.toSorted((one, other) => one - other);
    while (wanted.length > 0) {
      const from = wanted[0]!;
      const place = placeOf(from);
      const upTo = wanted.findLast((number) => placeOf(number) === place)!;
      for await (const line of this.#lines(job, from)) {
        found.set(line.number, line);
        if (line.number >= upTo) break;
      }
      wanted.splice(0, wanted.indexOf(upTo) + 1);
    }
    for (const number of numbers) {
      const line = found.get(number);
      if (line !== undefined) yield line;
    }
  }

  async *#lines(job: KeptJob, from: number): AsyncGenerator<NumberedGroup> {
    if (job.result === null) return;
    try {
      yield* this.place.groups(job.id, job.result.places, from);
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      const isGone = error instanceof ContentGoneError;
      const why = isGone ? 'their file is gone' : 'their file is damaged';
      throw new RequestError(409, 'GROUPS_LOST', `The groups of ${job.id} cannot be read (${why}): run the job again`);
    }
  }
}

const BY: Readonly<Record<GroupsSort, (group: FoundGroup) => readonly number[]>> = {
  best: ({ score }) => [-score],
  weakest: ({ score }) => [score],
  largest: ({ members }) => [-members.length],
  disagreement: ({ members, pairs, score }) => [
    (2 * pairs.length) / (members.length * (members.length - 1)),
    score - (pairs[0]?.[2] ?? score),
  ],
};

interface Sorted {
  readonly number: number;
  readonly by: readonly number[];
}

function inOrder(one: Sorted, other: Sorted): number {
  for (const [i, key] of one.by.entries()) if (key !== other.by[i]) return key - other.by[i]!;
  return one.number - other.number;
}

function foundOf({ result }: KeptJob, which: GroupsPart = 'groups'): number {
  return (which === 'groups' ? result?.groups : result?.ungrouped) ?? 0;
}

function groupId(job: KeptJob, number: number): string {
  return `${job.id}.${number}`;
}

function parse(id: string): { jobId: string; number: number } {
  const [, jobId, number] = /^(job-\d{12})\.(\d{1,9})$/.exec(id) ?? [];
  if (jobId === undefined) throw unknown(id);
  return { jobId, number: Number(number) };
}

/** @throws RequestError for a group of another job */
function numberIn(job: KeptJob, id: string): number {
  const { jobId, number } = parse(id);
  if (jobId !== job.id) throw unknown(id);
  return number;
}

function unknown(id: string): RequestError {
  return new RequestError(404, 'NOT_FOUND', `There is no group '${id.slice(0, 40)}'`);
}
