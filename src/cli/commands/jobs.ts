import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { GROUP_STATUSES } from '../../contract/grouping.js';
import type { Likeness } from '../../contract/likeness.js';
import { JobFolder } from '../../jobs/job-folder.js';
import { JobGroups, type GroupsPage, type GroupsQuery } from '../../jobs/job-groups.js';
import { Jobs } from '../../jobs/jobs.js';
import { hasEnded, type ShownJob } from '../../jobs/job.js';
import { COMMAND_LINE } from '../audit.js';
import { argument, command, commandGroup, flag, parsed, required, text } from '../command.js';
import { configurationOf, withService } from '../data-folder.js';
import { Failure, WrongUse } from '../errors.js';
import { jsonOption, list, objectOption, parsePercent, serviceOptions } from '../options.js';
import { csvLine } from '../output/csv.js';
import { OutputFile } from '../output/output-file.js';
import { progress } from '../output/progress.js';
import { show } from '../output/print.js';
import { table } from '../output/table.js';

/** Milliseconds between two questions how far a job is. */
const PAUSE = 250;
const PAGE = 200;

/** `likeness jobs ...` */
export const jobsCommand = (): Command =>
  commandGroup('jobs', 'group all stored records of an object into duplicates, in a running service or a data folder', [
    startCommand(),
    listCommand(),
    endCommand('cancel', 'end a job that waits or runs in the service'),
    endCommand('undo', 'take back all that a job has merged'),
    groupsCommand(),
  ]);

const startCommand = (): Command =>
  command(
    'start',
    {
      description: 'compare all stored records of an object with each other; over a data folder, wait for the end',
      inputs: {
        ...objectOption,
        scenarioId: list('--scenario-id <id>', 'scenarios to compare by (default: those of the REST search)'),
        filter: text('--filter <name>', 'only records that pass this filter'),
        autoMerge: parsed(
          '--auto-merge <percent>',
          'merge the groups of which every pair scores so much',
          parsePercent,
        ),
        wait: flag('--wait', 'wait until the service has ended it'),
        ...serviceOptions,
        ...jsonOption,
      },
      examples: [
        'jobs start --object Contact --url http://127.0.0.1:8080 --token "$TOKEN" --wait',
        'jobs start --object Lead --data data/store',
      ],
    },
    async ({ object, scenarioId, filter, autoMerge, wait, json, ...given }) => {
      const request = {
        objectType: object,
        ...(scenarioId.length > 0 && { scenarioIds: scenarioId }),
        ...(filter !== undefined && { filterDeveloperName: filter }),
        ...(autoMerge !== undefined && { autoMerge }),
      };
      const job = await withService(given, await configurationOf(given.config), {
        local: (likeness) =>
          withJobs(likeness, given.data, async (jobs) => {
            const { id } = await jobs.submit(request, COMMAND_LINE);
            return ended(() => Promise.resolve(jobs.get(id)));
          }),
        remote: async (service) => {
          const started = await service.startJob(request);
          return wait === true ? ended(() => service.job(started.id)) : started;
        },
      });
      show(json, job, () => jobsTable([job]));
      if (job.status === 'failed') throw new Failure(`${job.id} failed: ${job.reason ?? ''}`);
    },
  );

const listCommand = (): Command =>
  command(
    'list',
    {
      description: 'jobs that wait or run, and the last that have ended, newest first',
      inputs: { ...serviceOptions, ...jsonOption },
      examples: ['jobs list --url http://127.0.0.1:8080 --token "$TOKEN"'],
    },
    async ({ json, ...given }) => {
      const all = await withService(given, await configurationOf(given.config), {
        local: (likeness) => withJobs(likeness, given.data, (jobs) => Promise.resolve(jobs.list())),
        remote: (service) => service.jobs(),
      });
      show(json, all, () => jobsTable(all));
    },
  );

const endCommand = (how: 'cancel' | 'undo', description: string): Command =>
  command(
    how,
    {
      description,
      inputs: { id: argument('<job>', 'Id of the job'), ...serviceOptions, ...jsonOption },
      examples: [`jobs ${how} job-000000000001 --url http://127.0.0.1:8080 --token "$TOKEN"`],
    },
    async ({ id, json, ...given }) => {
      const job = await withService(given, await configurationOf(given.config), {
        local: (likeness) =>
          withJobs(likeness, given.data, async (jobs) => {
            if (how === 'cancel') return jobs.cancel(id);
            const undoing = await jobs.submitUndo(id, COMMAND_LINE);
            return ended(() => Promise.resolve(jobs.get(undoing.id)));
          }),
        remote: (service) => service.endJob(how, id),
      });
      show(json, job, () => jobsTable([job]));
    },
  );

const groupsCommand = (): Command =>
  command(
    'groups',
    {
      description: 'write the groups that a job found as CSV: group,score,status,id,state,is_master',
      inputs: {
        object: text('--object <type>', 'of the last completed job of this object'),
        job: text('--job <id>', 'of this job'),
        status: text('--status <status>', `only ${GROUP_STATUSES.join(', ')}`),
        out: required('--out <file>', 'where they go'),
        ...serviceOptions,
        ...jsonOption,
      },
      examples: ['jobs groups --object Contact --status open --out groups.csv'],
    },
    async ({ object, job, status: word, out, json, ...given }) => {
      if ((object === undefined) === (job === undefined)) throw new WrongUse('give either --object or --job');
      const status = GROUP_STATUSES.find((each) => each === word);
      if (word !== undefined && status === undefined)
        throw new WrongUse(`--status '${word}': expected one of ${GROUP_STATUSES.join(', ')}`);
      const configuration = await configurationOf(given.config);
      const objectType = object && (configuration.registry.byName(object)?.name ?? object);
      const query: GroupsQuery = { jobId: job, objectType, status, pageSize: PAGE };
      const count = await withService(given, configuration, {
        local: (likeness) =>
          withJobs(likeness, given.data, (_jobs, groups) => writeGroups(out, query, (each) => groups.page(each))),
        remote: (service) => writeGroups(out, query, (each) => service.groups(each)),
      });
      show(json, { groups: count }, () => `${count} groups written to ${out}\n`);
    },
  );

async function writeGroups(
  out: string,
  query: GroupsQuery,
  read: (query: GroupsQuery) => Promise<GroupsPage>,
): Promise<number> {
  let count = 0;
  await OutputFile.write(out, async (output) => {
    await output.add(csvLine(['group', 'score', 'status', 'id', 'state', 'is_master']));
    for (let after: string | undefined; ;) {
      const page = await read({ ...query, jobId: query.jobId, after });
      for (const { id, score, status, records, masterId } of page.records) {
        count += 1;
        for (const record of records)
          await output.add(
            csvLine([id, String(score), status, record.id, record.state, String(record.id === masterId)]),
          );
      }
      if (page.next === null) return;
      after = page.next;
    }
  });
  return count;
}

async function withJobs<T>(
  likeness: Likeness,
  data: string,
  use: (jobs: Jobs, groups: JobGroups) => Promise<T>,
): Promise<T> {
  const folder = new JobFolder(data);
  const jobs = new Jobs({ likeness, folder });
  try {
    return await use(jobs, new JobGroups(jobs, folder, likeness));
  } finally {
    await jobs.close();
  }
}

async function ended(ask: () => Promise<ShownJob>): Promise<ShownJob> {
  let bar: ReturnType<typeof progress> | undefined;
  try {
    for (;;) {
      const job = await ask();
      if (hasEnded(job)) return job;
      const { progress: at } = job;
      if (at !== null) (bar ??= progress(job.id, at.total)).update(at.done, `${at.phase}, ${at.pairs} pairs`);
      await pause(PAUSE);
    }
  } finally {
    bar?.stop();
  }
}

function jobsTable(jobs: readonly ShownJob[]): string {
  return table(
    ['job', 'object', 'status', 'created', 'by', 'records', 'pairs', 'groups', 'merged', 'reason'],
    jobs.map((job) => [
      job.id,
      job.objectType,
      job.status,
      job.created,
      job.clientId,
      ...[job.records, job.pairs, job.groups, job.merged].map((number) => String(number ?? '')),
      job.reason ?? '',
    ]),
    60,
  );
}
