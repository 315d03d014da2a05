import { join } from 'node:path';
import { z } from 'zod';
import type { AuditLog } from '../auth/audit-log.js';
import { ConfigurationJobs } from './configuration-jobs.js';
import { scenarioDefinitionSchema } from '../config/config-schemas.js';
import type { Configuration } from '../config/configuration.js';
import type { Likeness } from '../service/likeness.js';
import { FolderHome } from '../home/folder/folder-home.js';
import type { Home } from '../home/home.js';
import type { Duty } from '../runtime/duty.js';
import { Webhooks, type WebhooksOfNodes } from '../events/webhooks/webhooks.js';
import { FILES_ON_THEIR_WAY, KeptFiles } from '../files/kept-files.js';
import { Files } from '../files/files.js';
import { JOBS_ON_THEIR_WAY, KeptJobs } from '../jobs/kept-jobs.js';
import { JobGroups } from '../jobs/job-groups.js';
import { JobViews } from '../jobs/job-views.js';
import { Jobs } from '../jobs/jobs.js';
import { ScheduledJobs } from '../jobs/scheduled-jobs.js';
import { ProposalStore } from './proposal-store.js';
import { Proposals } from './proposals.js';
import type { NodeConfiguration } from './node-configuration.js';
import { LiveConfiguration } from './live-configuration.js';
import { ScenarioEditing } from './scenario-editing.js';
import { PartEditing } from './part-editing.js';
import { PartVersions } from './part-versions.js';
import { SurvivorshipPreview } from './survivorship-preview.js';
import { SettingsEditing } from './settings-editing.js';

export interface AdministrationOptions {
  readonly likeness: Likeness;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly dataFolder: string;
  /** Default: the data folder. */
  readonly home?: Home | undefined;
  /** Absent: nothing can be imported or accepted. */
  readonly configurationFolder?: string | undefined;
  /** Only at a node: the configuration that it shares with others, in that folder. */
  readonly nodeConfiguration?: NodeConfiguration | undefined;
  /** Only at a node: the work that one of them does for all. */
  readonly nodes?: AdministeredNodes | undefined;
  /** Goes over to another configuration; default: `likeness.reconfigure`. */
  readonly reconfigure?: Likeness['reconfigure'];
  /** Nothing but requests is served: no job can be asked for. */
  readonly isDrill?: boolean | undefined;
  readonly log?: { info(message: string): void; warn(message: string): void };
}

export interface AdministeredNodes {
  readonly webhooks: WebhooksOfNodes;
  /** Learning, for all. */
  readonly learning: Duty;
  readonly jobs: KeptJobs;
  readonly files: KeptFiles;
}

/** Changes the configuration of a running service, and does its work beside requests. */
export function administration(options: AdministrationOptions) {
  const { likeness, audit, dataFolder, configurationFolder, log } = options;
  const { isDrill = false } = options;
  const { reconfigure = (next: Configuration) => likeness.reconfigure(next) } = options;
  const record: AuditLog['record'] = (entry) => audit.record(entry);
  const liveConfiguration = new LiveConfiguration(
    {
      get configuration() {
        return likeness.configuration;
      },
      reconfigure,
    },
    configurationFolder,
    record,
    options.nodeConfiguration,
  );
  const configurationJobs = new ConfigurationJobs(liveConfiguration, () => likeness.previewing);
  const home = options.home ?? new FolderHome(dataFolder);
  const proposalPlace = new ProposalStore(home);
  const scenarioVersions = new PartVersions(home, 'scenario-versions', scenarioDefinitionSchema);
  const scenarioEditing = new ScenarioEditing(new PartEditing(liveConfiguration, scenarioVersions), record);
  const partVersions = new PartVersions(home, 'part-versions', z.json());
  const settingsEditing = new SettingsEditing(new PartEditing<unknown>(liveConfiguration, partVersions), record);
  const use = (...args: Parameters<ScenarioEditing['accept']>) => scenarioEditing.accept(...args);
  const proposals = new Proposals(proposalPlace, use, record);
  const now = () => new Date(home.now());
  const jobPlace = options.nodes?.jobs ?? new KeptJobs({ home, folder: join(dataFolder, JOBS_ON_THEIR_WAY) });
  const jobs = new Jobs({ likeness, place: jobPlace, now, isDrill, audit: record, ...(log && { log }) });
  const groups = new JobGroups(jobs, jobPlace, likeness);
  likeness.queries.show(new JobViews(jobPlace, likeness));
  const scheduledJobs = new ScheduledJobs({ likeness, jobs, duty: options.nodes?.jobs, now, ...(log && { log }) });
  const filePlace = options.nodes?.files ?? new KeptFiles({ home, folder: join(dataFolder, FILES_ON_THEIR_WAY) });
  const files = new Files({ likeness, place: filePlace, configurationFolder, now, isDrill, ...(log && { log }) });
  const webhooks = new Webhooks({ likeness, dataFolder, home, nodes: options.nodes?.webhooks, ...(log && { log }) });
  return {
    files,
    jobs,
    scheduledJobs,
    groups,
    liveConfiguration,
    configurationJobs,
    proposalPlace,
    proposals,
    scenarioEditing,
    settingsEditing,
    survivorshipPreview: new SurvivorshipPreview(settingsEditing, groups, likeness),
    webhooks,
    nodeConfiguration: options.nodeConfiguration,
    dataFolder,
    isDrill,
  };
}
export type Administration = ReturnType<typeof administration>;
