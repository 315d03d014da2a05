import { INSTALLATION_COUNTER } from '../../store/installation.js';
import { DISCARDED_PAIR, DUPLICATE_GROUP, DUPLICATE_JOB, DUPLICATE_PAIR } from '../../records/standard-objects.js';
import { formatDatetime } from '../../records/dates.js';
import { COMMON_INSTALLATION, idNumber, installationOf, makeId, normaliseId } from '../../records/ids.js';
import type { FieldValues, StoredRecord } from '../../records/record.js';
import type { Likeness } from '../likeness.js';
import type { QueryViews, ViewedRecord } from '../soql/query-views.js';
import type { KeptJob } from './job.js';
import type { KeptJobs, NumberedGroup } from './kept-jobs.js';

/** Range of numbers reserved per job in Ids, which limits its groups and pairs. Records have far smaller numbers. */
const A_JOB = 1e8;
const A_DECISION = 1e4;
const DECISIONS_AT_ONCE = 200;

const STATUSES: Readonly<Record<KeptJob['status'], string>> = {
  queued: 'Waiting',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Aborted',
};

type Sees = (objectType: string) => boolean;
type Wanted = (field: string) => ReadonlySet<string> | undefined;

/** Presents the results of jobs, and pairs that reviewers judged different, as the product's own objects. */
export class JobViews implements QueryViews {
  constructor(
    private readonly place: Pick<KeptJobs, 'queue' | 'groups'>,
    private readonly likeness: Pick<Likeness, 'grouping' | 'review' | 'objectTypes' | 'checkpoint'>,
  ) {}

  has(objectType: string): boolean {
    return [DUPLICATE_JOB, DUPLICATE_GROUP, DUPLICATE_PAIR, DISCARDED_PAIR].includes(objectType);
  }

  async *records(objectType: string, wanted: Wanted, sees: Sees): AsyncGenerator<ViewedRecord> {
    if (objectType === DISCARDED_PAIR) {
      for (const record of this.#discarded(sees)) yield { record, parents: [] };
      return;
    }
    const jobs = await this.#jobs(objectType, wanted, sees);
    for (const job of jobs)
      if (objectType === DUPLICATE_JOB) yield { record: this.#job(job), parents: [] };
      else if (objectType === DUPLICATE_GROUP) yield* this.#groups(job);
      else yield* this.#pairs(job, this.#numbersOf(wanted(DUPLICATE_GROUP), job));
  }

  async #jobs(objectType: string, wanted: Wanted, sees: Sees): Promise<KeptJob[]> {
    const all = (await this.place.queue.all()).map(({ item }) => item);
    const own = objectType === DUPLICATE_JOB ? wanted('Id') : wanted(DUPLICATE_JOB);
    const named = own && new Set([...own].map(normaliseId));
    const within = objectType === DUPLICATE_JOB ? undefined : (wanted('Id') ?? wanted(DUPLICATE_GROUP));
    const holding = within && new Set([...within].map((id) => this.#jobWithin(id)));
    return all.filter((job) => {
      const number = numberOf(job);
      const isVisible = sees(job.objectType) && (job.crossObject === null || sees(job.crossObject));
      return (
        isVisible &&
        named?.has(this.#jobId(job)) !== false &&
        holding?.has(number) !== false &&
        (job.undoes ?? job.groupsOf) === null
      );
    });
  }

  #job(job: KeptJob): StoredRecord {
    const prefixOf = (name: string) =>
      this.likeness.objectTypes().find((type) => type.name === name)?.keyPrefix ?? name;
    const { records = 0, pairs = 0, groups = 0 } = job.result ?? {};
    return {
      id: this.#jobId(job),
      type: DUPLICATE_JOB,
      fields: {
        ...timesOf(job),
        Name: job.id,
        dupcheck__Name__c: `Likeness: ${job.id}`,
        dupcheck__Type__c: 'search',
        dupcheck__SourceObject__c: prefixOf(job.objectType),
        dupcheck__MatchObject__c: job.crossObject === null ? null : prefixOf(job.crossObject),
        dupcheck__Status__c: STATUSES[job.status],
        dupcheck__Result__c: job.reason ?? `${records} records, ${pairs} pairs, ${groups} groups`,
        dupcheck__Started__c: datetime(job.started),
        dupcheck__Ended__c: datetime(job.ended),
      },
    };
  }

  async *#groups(job: KeptJob): AsyncGenerator<ViewedRecord> {
    const parents = [this.#job(job)];
    for await (const line of this.#lines(job)) {
      if (line.number > job.result!.groups) return;
      if (line.group.members.length > 0) yield { record: this.#group(job, line), parents };
    }
  }

  #group(job: KeptJob, { number, group }: NumberedGroup): StoredRecord {
    const shown = this.likeness.grouping.show(job, `${job.id}.${number}`, group, job.result!.fields);
    return {
      id: this.#groupId(job, number),
      type: DUPLICATE_GROUP,
      fields: {
        ...timesOf(job),
        Name: `${job.id}.${number}`,
        [DUPLICATE_JOB]: this.#jobId(job),
        dupcheck__Group__c: number,
        dupcheck__MasterRecord__c: shown.masterId,
        dupcheck__Handled__c: shown.status !== 'open',
        dupcheck__Score__c: shown.score,
      },
    };
  }

  /** @param groups numbers of the groups whose pairs are wanted; if absent, all pairs, including ungrouped pairs */
  async *#pairs(job: KeptJob, groups: ReadonlySet<number> | undefined): AsyncGenerator<ViewedRecord> {
    const jobRecord = this.#job(job);
    let count = 0;
    for await (const line of this.#lines(job)) {
      const { number, group } = line;
      const first = count + 1;
      count += group.pairs.length;
      if (groups?.has(number) === false || group.members.length === 0) continue;
      const isGrouped = number <= job.result!.groups;
      const parents = isGrouped ? [jobRecord, this.#group(job, line)] : [jobRecord];
      for (const [i, [one, two, score]] of group.pairs.entries())
        yield {
          parents,
          record: {
            id: this.#id('aZP', numberOf(job) * A_JOB + first + i),
            type: DUPLICATE_PAIR,
            fields: {
              ...timesOf(job),
              Name: `${job.id}.${number}.${i + 1}`,
              [DUPLICATE_JOB]: this.#jobId(job),
              [DUPLICATE_GROUP]: isGrouped ? this.#groupId(job, number) : null,
              dupcheck__SourceObject__c: group.members[one]!.id,
              dupcheck__MatchObject__c: group.members[two]!.id,
              dupcheck__Score__c: score,
            },
          },
        };
    }
  }

  async *#lines(job: KeptJob): AsyncGenerator<NumberedGroup> {
    if (job.status === 'completed' && job.result !== null) yield* this.place.groups(job.id, job.result.places, 1);
  }

  *#discarded(sees: Sees): Generator<StoredRecord> {
    let before: string | undefined;
    do {
      const page = this.likeness.review.decisions({ verdict: 'notDuplicate', before, pageSize: DECISIONS_AT_ONCE });
      for (const { id, objectType, records, time } of page.records) {
        if (!sees(objectType)) continue;
        const at = formatDatetime(new Date(time));
        const number = Number(id.replace(/\D/g, '')) * A_DECISION;
        const pairs = records.flatMap((one, i) => records.slice(i + 1).map((two) => [one.id, two.id] as const));
        for (const [i, [one, two]] of pairs.entries())
          yield {
            id: this.#id('aZD', number + i + 1),
            type: DISCARDED_PAIR,
            fields: {
              ...{ CreatedDate: at, LastModifiedDate: at, SystemModstamp: at, Name: `${id}.${i + 1}` },
              ...{ dupcheck__SourceObject__c: one, dupcheck__MatchObject__c: two },
            },
          };
      }
      before = page.next ?? undefined;
    } while (before !== undefined);
  }

  #jobId(job: KeptJob): string {
    return this.#id('aZJ', numberOf(job) * A_JOB);
  }

  #groupId(job: KeptJob, number: number): string {
    return this.#id('aZG', numberOf(job) * A_JOB + number);
  }

  #id(keyPrefix: string, number: number): string {
    return makeId(keyPrefix, number, this.#installation);
  }

  get #installation(): number {
    return this.likeness.checkpoint(INSTALLATION_COUNTER) || COMMON_INSTALLATION;
  }

  /** Returns the job number of a group or pair, or 0 for an Id of another installation. */
  #jobWithin(id: string): number {
    return Math.floor(this.#numberIn(id) / A_JOB);
  }

  #numberIn(id: string): number {
    return installationOf(id) === this.#installation ? (idNumber(id) ?? 0) : 0;
  }

  #numbersOf(ids: ReadonlySet<string> | undefined, job: KeptJob): ReadonlySet<number> | undefined {
    if (ids === undefined) return undefined;
    const ours = [...ids].filter((id) => this.#jobWithin(id) === numberOf(job));
    return new Set(ours.map((id) => this.#numberIn(id) % A_JOB));
  }
}

const numberOf = ({ id }: KeptJob): number => Number(id.slice('job-'.length));

function timesOf({ created, ended, started }: KeptJob): FieldValues {
  const last = datetime(ended ?? started ?? created);
  return { CreatedDate: datetime(created), LastModifiedDate: last, SystemModstamp: last, IsDeleted: false };
}

function datetime(time: string | null): string | null {
  return time === null ? null : formatDatetime(new Date(time));
}
