import { z } from 'zod';
import type { FoundGroup, GroupDetails, GroupStatus, ShownGroup } from '../group/group-types.js';
import type { Likeness } from '../likeness.js';
import { RequestError } from '../../records/contract/request-error.js';
import { Turns } from '../../runtime/turns.js';
import { ContentGoneError } from '../../store/home/home.js';
import { StoreUnavailableError } from '../../store/store-errors.js';
import { placeOf } from './group-file.js';
import type { KeptJobs, NumberedGroup } from './kept-jobs.js';
import type { KeptJob } from './job.js';
import type { Jobs } from './jobs.js';
import { sureScore } from './merge-groups.js';

const MOST_LOOKED_AT = 500;
/** Maximum groups that can be sorted in an order other than `best`, which requires reading all of them. */
const MOST_SORTED = 50_000;
const MOST_COUNTED = 50_000;
const MOST_NAMED = 20;
/** Groups per read if all groups are read. */
const READ_AT_ONCE = 50;
/** Scheduler steps counted for each shown record. Several dozen steps take a millisecond. */
const RECORD_STEPS = 16;

export interface GroupsQuery {
  /** Default: the last completed job of this object. */
  readonly jobId?: string | undefined;
  readonly objectType?: string | undefined;
  /** With `objectType`, selects the last completed job that compared these two objects. */
  readonly crossObject?: string | undefined;
  readonly status?: GroupStatus | undefined;
  /** Percent, inclusive. */
  readonly minScore?: number | undefined;
  readonly maxScore?: number | undefined;
  /** `apart` selects pairs that are in no group because they contradict each other. Default: `groups`. */
  readonly which?: GroupsPart | undefined;
  /** Default: `best`. */
  readonly sort?: GroupsSort | undefined;
  /** Id of a file. Only groups with a record that its import has saved are returned. */
  readonly file?: string | undefined;
  readonly recordIds?: ReadonlySet<string> | undefined;
  /** Id of a group. Only groups after this group are returned. */
  readonly after?: string | undefined;
  readonly pageSize: number;
}

export const GROUPS_PARTS = ['groups', 'apart'] as const;
export type GroupsPart = (typeof GROUPS_PARTS)[number];
/**
 * `disagreement` sorts by missing pairs, then by the range of scores. `contradicted` sorts by current contradictions.
 */
export const GROUPS_SORTS = ['best', 'weakest', 'largest', 'disagreement', 'contradicted'] as const;
type GroupsSort = (typeof GROUPS_SORTS)[number];

const byScore = z.array(z.strictObject({ score: z.number(), groups: z.int() }));
export const groupCountsSchema = z
  .strictObject({
    total: z.int().describe('Number of groups that match the query, on all pages'),
    scores: byScore.describe("Number of groups by ascending score, including groups outside the query's score range"),
    ready: z
      .array(byScore.element.extend({ some: z.array(z.string()).describe('Ids of some of these groups') }))
      .optional()
      .describe(
        'Number of groups that `autoMerge` could merge, by score. These are unchanged groups without contradictions',
      ),
    isWhole: z.boolean().describe('Whether all groups were counted. At most 50,000 groups are counted'),
  })
  .meta({ id: 'DuplicateGroupCounts' });
export type GroupCounts = z.output<typeof groupCountsSchema>;

export const jobPairsSchema = z
  .strictObject({
    records: z.array(
      z.strictObject({
        ids: z.tuple([z.string(), z.string()]),
        score: z.number(),
        group: z.int().nullable().describe('Number of the group that contains both records, or null if there is none'),
      }),
    ),
    next: z.string().nullable(),
  })
  .meta({ id: 'DuplicateJobPairs' });
export type JobPairsPage = z.output<typeof jobPairsSchema>;

export interface GroupsPage {
  jobId: string;
  /** Number of groups, or of ungrouped pairs, that the job found, including those handled since. */
  found: number;
  /** May be shorter than the page size even if there is a next page. */
  records: ShownGroup[];
  /** `after` of the next page. `null` on the last page. */
  next: string | null;
  counts?: GroupCounts | undefined;
}

export class JobGroups {
  /** The last order computed, other than `best`. */
  #order: { readonly key: string; readonly numbers: readonly number[] } | undefined;
  #counts: { readonly key: string; readonly counts: GroupCounts } | undefined;

  constructor(
    private readonly jobs: Pick<Jobs, 'kept' | 'lastCompleted'>,
    private readonly place: KeptJobs,
    private readonly likeness: Pick<Likeness, 'grouping' | 'merging' | 'visible'>,
  ) {}

  jobOf({
    jobId,
    objectType,
    crossObject,
    after,
  }: Pick<GroupsQuery, 'jobId' | 'objectType' | 'crossObject' | 'after'>): KeptJob {
    const named = jobId ?? (after === undefined ? undefined : parse(after).jobId);
    if (named !== undefined) return this.jobs.kept(named);
    if (objectType === undefined)
      throw new RequestError(400, 'JSON_PARSER_ERROR', 'expected jobId or objectType', ['jobId']);
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

  /** Returns a page of groups, by default best first. @throws RequestError */
  async page(query: GroupsQuery, turns = new Turns()): Promise<GroupsPage> {
    const job = this.jobOf(query);
    const { result } = job;
    const after = query.after === undefined ? 0 : numberIn(job, query.after);
    const page: GroupsPage = { jobId: job.id, found: foundOf(job, query.which), records: [], next: null };
    if (result === null) return page;
    const isBestFirst = (query.sort ?? 'best') === 'best';
    const lines = isBestFirst ? this.#part(job, query.which, after + 1) : this.#sorted(job, query, after, turns);
    let last = after;
    let looked = 0;
    for await (const { number, group } of lines) {
      if (looked === MOST_LOOKED_AT || page.records.length === query.pageSize)
        return { ...page, next: groupId(job, last) };
      looked += 1;
      last = number;
      if (group.score < (query.minScore ?? 0)) {
        if (isBestFirst) return page;
        continue;
      }
      if (group.score > (query.maxScore ?? 100) || !isAbout(query, group)) continue;
      const one = this.likeness.grouping.show(job, groupId(job, number), group, result.fields);
      if (query.status === undefined || one.status === query.status) page.records.push(one);
      if (turns.spend(RECORD_STEPS * group.members.length)) await turns.next();
    }
    return page;
  }

  /** Counts the groups of a query on all pages. Counting ready groups takes ten times as long. @throws RequestError */
  async counts(query: GroupsQuery, isReadyAsked: boolean, turns = new Turns()): Promise<GroupCounts> {
    const job = this.jobOf(query);
    const { status, which, file, minScore = 0, maxScore = 100 } = query;
    const { position } = this.likeness.visible;
    const key = JSON.stringify([job.id, status, which, file, minScore, maxScore, isReadyAsked, position]);
    if (this.#counts?.key === key) return this.#counts.counts;
    const { grouping } = this.likeness;
    const scores = new Map<number, number>();
    const ready = new Map<number, { groups: number; some: string[] }>();
    let total = 0;
    let looked = 0;
    for await (const { number, group } of job.result === null ? [] : this.#part(job, which)) {
      if (++looked > MOST_COUNTED) break;
      if (turns.spend(group.members.length)) await turns.next();
      if (!isAbout(query, group)) continue;
      if (status !== undefined && grouping.status(job, group) !== status) continue;
      scores.set(group.score, (scores.get(group.score) ?? 0) + 1);
      if (group.score < minScore || group.score > maxScore) continue;
      total += 1;
      const sure = isReadyAsked ? sureScore(group) : undefined;
      if (sure === undefined || !(await this.#isReady(job, group))) continue;
      const { groups, some } = ready.get(sure) ?? { groups: 0, some: [] };
      if (some.length < MOST_NAMED) some.push(groupId(job, number));
      ready.set(sure, { groups: groups + 1, some });
    }
    const ascending = <T>(counts: Map<number, T>) => [...counts].sort(([one], [other]) => one - other);
    const counts = {
      ...{ total, scores: ascending(scores).map(([score, groups]) => ({ score, groups })) },
      isWhole: looked <= MOST_COUNTED,
      ...(isReadyAsked && { ready: ascending(ready).map(([score, groups]) => ({ score, ...groups })) }),
    };
    this.#counts = { key, counts };
    return counts;
  }

  /** Returns whether a job would merge a group. Tries the merge if the result depends on other records. */
  async #isReady(job: KeptJob, group: FoundGroup): Promise<boolean> {
    const { grouping, merging } = this.likeness;
    const readiness = grouping.readiness(job, group, job.result!.fields);
    if (readiness !== 'unlessShared') return readiness === 'yes';
    const ids = group.members.map(({ id }) => id);
    const trial = { objectType: job.objectType, ids, ifUndecided: true, dryRun: true };
    return merging.merge(trial, { clientId: job.clientId }).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof RequestError) || error.status >= 500) throw error;
        return false;
      },
    );
  }

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
   * Returns the pairs that a job found, best first: grouped pairs, ordered by group, then at most a million ungrouped
   * pairs.
   * @param after `next` of the previous page
   * @throws RequestError 404, 409
   */
  async pairs(jobId: string, after: string | undefined, pageSize: number): Promise<JobPairsPage> {
    const job = this.jobs.kept(jobId);
    const page: JobPairsPage = { records: [], next: null };
    for await (const { number, group } of this.#lines(job, Number(after ?? 0) + 1)) {
      if (page.records.length >= pageSize) return { ...page, next: String(number - 1) };
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

  /** @param after last group of the previous page, or 0 to start @throws RequestError 409 for too many groups */
  async *#sorted(
    job: KeptJob,
    { sort = 'best', which = 'groups' }: GroupsQuery,
    after: number,
    turns: Turns,
  ): AsyncGenerator<NumberedGroup> {
    const key = `${job.id} ${sort} ${which}`;
    // Contradictions can change, so the groups are sorted again for every first page.
    if (this.#order?.key !== key || (sort === 'contradicted' && after === 0)) {
      if (foundOf(job, which) > MOST_SORTED)
        throw new RequestError(
          409,
          'LIMIT_EXCEEDED',
          `More than ${MOST_SORTED} groups can only be listed best first: omit the parameter sort`,
        );
      const all: Sorted[] = [];
      for await (const { number, group } of this.#part(job, which)) {
        const isContradicted = () => this.likeness.grouping.contradictions(job, group).length > 0;
        const by = sort === 'contradicted' ? [isContradicted() ? 0 : 1, -group.score] : BY[sort](group);
        all.push({ number, by });
        if (turns.isOver) await turns.next();
      }
      this.#order = { key, numbers: all.sort(inOrder).map(({ number }) => number) };
    }
    const { numbers } = this.#order;
    for (let at = numbers.indexOf(after) + 1; at < numbers.length; at += READ_AT_ONCE)
      yield* this.#named(job, numbers.slice(at, at + READ_AT_ONCE));
  }

  /** Yields groups in the order of `numbers`, but reads each part of the file only once. */
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
      const why = isGone ? 'their file is missing' : 'their file is damaged';
      throw new RequestError(409, 'GROUPS_LOST', `The groups of ${job.id} cannot be read (${why}): run the job again`);
    }
  }
}

const BY: Readonly<Record<Exclude<GroupsSort, 'contradicted'>, (group: FoundGroup) => readonly number[]>> = {
  best: ({ score }) => [-score],
  weakest: ({ score }) => [score],
  largest: ({ members }) => [-members.length],
  disagreement: ({ members, pairs, score }) => [
    (2 * pairs.length) / (members.length * (members.length - 1)),
    score - (pairs[0]?.[2] ?? score),
  ],
};

/** Returns whether a group contains one of the records. A group without members was emptied by an erasure. */
function isAbout({ recordIds }: Pick<GroupsQuery, 'recordIds'>, { members }: FoundGroup): boolean {
  return members.length > 0 && (recordIds === undefined || members.some(({ id }) => recordIds.has(id)));
}

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

/** Returns the number of a group in its job. @throws RequestError if the group belongs to another job */
function numberIn(job: KeptJob, id: string): number {
  const { jobId, number } = parse(id);
  if (jobId !== job.id) throw unknown(id);
  return number;
}

function unknown(id: string): RequestError {
  return new RequestError(404, 'NOT_FOUND', `Group '${id.slice(0, 40)}' does not exist`);
}
