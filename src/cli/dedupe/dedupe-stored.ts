import type { Configuration } from '../../store/config/configuration.js';
import type { JobPairsPage } from '../../service/jobs/job-groups.js';
import type { ShownJob } from '../../service/jobs/job.js';
import { COMMAND_LINE } from '../audit-changes.js';
import { objectType } from '../../files/read/object-of.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { withLikeness, type StoreChoice } from '../meant-store.js';
import { ended, withJobs } from '../jobs/run-jobs.js';
import { csvLine } from '../../files/write/csv.js';
import { OutputFile } from '../../files/write/output-file.js';
import { remoteService } from '../remote-service.js';
import { BUILT_IN } from '../../files/dedupe/asked-scenarios.js';

export interface StoredOptions extends Pick<StoreChoice, 'recordMemory'> {
  readonly object: string | undefined;
  readonly scenario: string | undefined;
  readonly data: string | undefined;
  readonly store?: string | undefined;
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly out: string;
  readonly clusters: string | undefined;
}

const PAGE = 1_000;

export interface StoredResult {
  readonly object: string;
  readonly job: string;
  readonly rows: number;
  readonly pairs: number;
  readonly clusters?: number;
}

/** Returns the options that require reading the records like a file and comparing them in this process. */
export function ownOptions(options: Readonly<Record<string, unknown>>): string[] {
  const rows = ['file', 'id', 'source', 'encoding'];
  const own = [...rows, 'learn', 'threshold', 'precision', 'threads', 'report', 'labels', 'engine'];
  return own.filter((name) => options[name] !== undefined);
}

/** Writes the pairs and groups that a job finds in a data folder, a database or a running service. */
export async function dedupeStored(options: StoredOptions, configuration: Configuration): Promise<StoredResult> {
  const { object, scenario, data = '', store, recordMemory } = options;
  if (object === undefined) throw new WrongUse('give the object type of stored records with --object TYPE');
  if (scenario !== undefined && scenario !== BUILT_IN)
    throw new WrongUse("with --url, the service's scenarios are used: remove --scenario");
  const service = remoteService(options, configuration.settings);
  if (service !== undefined) {
    const { id } = await service.call('startJob', { body: { objectType: object } });
    return write(await ended(() => service.call('job', { params: { jobId: id } })), options, (after) =>
      service.call('jobPairs', { params: { jobId: id }, query: { after, pageSize: PAGE } }),
    );
  }
  const { name } = objectType(configuration, object);
  return withLikeness({ data, store, recordMemory }, configuration, (likeness) =>
    withJobs(likeness, { data, store }, 'run', async (jobs, groups) => {
      const { id } = await jobs.submit({ objectType: name }, COMMAND_LINE);
      const job = await ended(() => Promise.resolve(jobs.get(id)));
      return write(job, options, (after) => groups.pairs(id, after, PAGE));
    }),
  );
}

async function write(
  job: ShownJob,
  { out, clusters }: StoredOptions,
  read: (after: string | undefined) => Promise<JobPairsPage>,
): Promise<StoredResult> {
  if (job.status !== 'completed') throw new Failure(`${job.id} ${job.status}${job.reason ? `: ${job.reason}` : ''}`);
  const members = new Map<number, Set<string>>();
  let pairs = 0;
  await OutputFile.write(out, async (output) => {
    await output.add(csvLine(['id1', 'id2', 'score']));
    for (let after: string | null | undefined; after !== null;) {
      const page: JobPairsPage = await read(after);
      for (const { ids, group } of page.records) {
        if (group === null || clusters === undefined) continue;
        const of = members.get(group) ?? new Set();
        for (const id of ids) of.add(id);
        members.set(group, of);
      }
      pairs += page.records.length;
      const lines = page.records.map(({ ids, score }) => csvLine([...ids.toSorted(), String(score)]));
      if (lines.length > 0) await output.add(lines.join(''));
      after = page.next;
    }
  });
  const found = { object: job.objectType, job: job.id, rows: job.records ?? 0, pairs };
  if (clusters === undefined) return found;
  await OutputFile.write(clusters, async (output) => {
    await output.add(csvLine(['cluster', 'id']));
    let number = 0;
    for (const of of members.values()) {
      number += 1;
      for (const id of [...of].sort()) await output.add(csvLine([String(number), id]));
    }
  });
  return { ...found, clusters: members.size };
}
