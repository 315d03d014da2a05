import type { Command } from 'commander';
import { GROUP_STATUSES } from '../../service/group/group-types.js';
import type { GroupsPage, GroupsQuery } from '../../service/jobs/job-groups.js';
import type { ShownJob } from '../../service/jobs/job.js';
import { COMMAND_LINE } from '../audit-changes.js';
import { argument, command, commandGroup, flag, parsed, required, text } from '../command.js';
import { Failure, WrongUse } from '../../runtime/failure.js';
import { configurationMeant } from '../open/configuration-meant.js';
import { withService } from '../meant-store.js';
import { ended, withJobs } from '../jobs/run-jobs.js';
import { jsonOption, list, objectOption, parsePercent, serviceOptions } from '../options.js';
import { csvLine } from '../../files/write/csv.js';
import { OutputFile } from '../../files/write/output-file.js';
import { show } from '../output/print.js';
import { table } from '../../files/write/text-table.js';

const PAGE = 200;

export const jobsCommand = (): Command =>
  commandGroup(
    'jobs',
    'find groups of duplicates among all stored records of an object, in a running service, a data folder or a database',
    [
      startCommand(),
      listCommand(),
      endCommand('cancel', 'cancel a waiting or running job of the service'),
      endCommand('undo', 'undo all merges of a job'),
      groupsCommand(),
    ],
  );

const startCommand = (): Command =>
  command({
    name: 'start',
    description: 'compare all stored records of an object with each other; without --url, wait until the job has ended',
    inputs: {
      ...objectOption,
      crossObject: text('--cross-object <type>', 'compare with the records of this object, using the cross-object map'),
      scenarioId: list('--scenario-id <id>', 'Id of a scenario; may be repeated', 'the `restSearch` scenarios'),
      filter: text('--filter <name>', 'only records that match this filter'),
      autoMerge: parsed(
        '--auto-merge <percent>',
        'merge the groups in which every pair has at least this score',
        parsePercent,
      ),
      wait: flag('--wait', 'wait until the job has ended'),
      ...serviceOptions,
      ...jsonOption,
    },
    examples: [
      'jobs start --object Contact --url http://127.0.0.1:8080 --token "$TOKEN" --wait',
      'jobs start --object Lead --data data/store',
      'jobs start --object Lead --cross-object Contact --data data/store',
    ],
    run: async ({ object, crossObject, scenarioId, filter, autoMerge, wait, json, ...given }) => {
      const request = {
        objectType: object,
        ...(crossObject !== undefined && { crossObject }),
        ...(scenarioId.length > 0 && { scenarioIds: scenarioId }),
        ...(filter !== undefined && { filterDeveloperName: filter }),
        ...(autoMerge !== undefined && { autoMerge }),
      };
      const job = await withService(given, await configurationMeant(given), {
        local: (likeness) =>
          withJobs(likeness, given, 'run', async (jobs) => {
            const { id } = await jobs.submit(request, COMMAND_LINE);
            return ended(() => Promise.resolve(jobs.get(id)));
          }),
        remote: async (service) => {
          const started = await service.call('startJob', { body: request });
          return wait === true ? ended(() => service.call('job', { params: { jobId: started.id } })) : started;
        },
      });
      show(json, job, () => jobsTable([job]));
      if (job.status === 'failed') throw new Failure(`${job.id} failed: ${job.reason ?? ''}`);
    },
  });

const listCommand = (): Command =>
  command({
    name: 'list',
    description: 'list waiting, running and recently ended jobs, newest first',
    inputs: { ...serviceOptions, ...jsonOption },
    examples: ['jobs list --url http://127.0.0.1:8080 --token "$TOKEN"'],
    run: async ({ json, ...given }) => {
      const all = await withService(given, await configurationMeant(given), {
        local: (likeness) => withJobs(likeness, given, 'look', (jobs) => Promise.resolve(jobs.list())),
        remote: (service) => service.call('jobs'),
      });
      show(json, all, () => jobsTable(all));
    },
  });

const endCommand = (how: 'cancel' | 'undo', description: string): Command =>
  command({
    name: how,
    description,
    inputs: { id: argument('<job>', 'Id of the job'), ...serviceOptions, ...jsonOption },
    examples: [`jobs ${how} job-000000000001 --url http://127.0.0.1:8080 --token "$TOKEN"`],
    run: async ({ id, json, ...given }) => {
      const job = await withService(given, await configurationMeant(given), {
        local: (likeness) =>
          withJobs(likeness, given, how === 'undo' ? 'run' : 'look', async (jobs) => {
            if (how === 'cancel') return jobs.cancel(id);
            const undoing = await jobs.submitUndo(id, COMMAND_LINE);
            return ended(() => Promise.resolve(jobs.get(undoing.id)));
          }),
        remote: (service) => service.call(how === 'cancel' ? 'cancelJob' : 'undoJob', { params: { jobId: id } }),
      });
      show(json, job, () => jobsTable([job]));
    },
  });

const groupsCommand = (): Command =>
  command({
    name: 'groups',
    description: 'write the groups that a job found as CSV: group,score,status,id,state,is_master',
    inputs: {
      object: text('--object <type>', 'write the groups from the last completed job of this object'),
      crossObject: text(
        '--cross-object <type>',
        'with --object: write the groups from the last job that compared both objects',
      ),
      job: text('--job <id>', 'write the groups from this job'),
      status: text('--status <status>', `write only groups with this status: ${GROUP_STATUSES.join(', ')}`),
      out: required('--out <file>', 'output file'),
      ...serviceOptions,
      ...jsonOption,
    },
    examples: ['jobs groups --object Contact --status open --out groups.csv'],
    run: async ({ object, crossObject: other, job, status: word, out, json, ...given }) => {
      if ((object === undefined) === (job === undefined)) throw new WrongUse('give either --object or --job');
      const status = GROUP_STATUSES.find((each) => each === word);
      if (word !== undefined && status === undefined)
        throw new WrongUse(`--status '${word}': expected one of ${GROUP_STATUSES.join(', ')}`);
      const configuration = await configurationMeant(given);
      const named = (name: string | undefined) => name && (configuration.registry.byName(name)?.name ?? name);
      const [objectType, crossObject] = [named(object), named(other)];
      const query: GroupsQuery = { jobId: job, objectType, crossObject, status, pageSize: PAGE };
      const count = await withService(given, configuration, {
        local: (likeness) =>
          withJobs(likeness, given, 'look', (_jobs, groups) => writeGroups(out, query, (each) => groups.page(each))),
        remote: (service) => writeGroups(out, query, (each) => service.call('groups', { query: each })),
      });
      show(json, { groups: count }, () => `${count} groups written to ${out}\n`);
    },
  });

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

function jobsTable(jobs: readonly ShownJob[]): string {
  return table(
    ['job', 'object', 'status', 'created', 'by', 'records', 'pairs', 'groups', 'merged', 'reason'],
    jobs.map((job) => [
      job.id,
      job.crossObject === null ? job.objectType : `${job.objectType}, ${job.crossObject}`,
      job.status,
      job.created,
      job.clientId,
      ...[job.records, job.pairs, job.groups, job.merged].map((number) => String(number ?? '')),
      job.reason ?? '',
    ]),
    60,
  );
}
