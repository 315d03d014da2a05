import type { AuditLog } from '../auth/audit-log.js';
import { ConfigurationJobs } from './configuration-jobs.js';
import type { Likeness } from '../contract/likeness.js';
import { JobFolder } from '../jobs/job-folder.js';
import { JobGroups } from '../jobs/job-groups.js';
import { Jobs } from '../jobs/jobs.js';
import { ScheduledJobs } from '../jobs/scheduled-jobs.js';
import { ProposalFolder } from './proposal-folder.js';
import { Proposals } from './proposals.js';
import { LiveConfiguration } from './live-configuration.js';

export interface AdministrationOptions {
  readonly likeness: Likeness;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly dataFolder: string;
  /** Absent: nothing can be imported or accepted. */
  readonly configurationFolder?: string | undefined;
  readonly log?: { info(message: string): void; warn(message: string): void };
}

/** What changes the configuration of a running service, and what it does beside requests. */
export function administration({ likeness, audit, dataFolder, configurationFolder, log }: AdministrationOptions) {
  const record: AuditLog['record'] = (entry) => audit.record(entry);
  const liveConfiguration = new LiveConfiguration(likeness, configurationFolder, record);
  const configurationJobs = new ConfigurationJobs(liveConfiguration);
  const proposalFolder = new ProposalFolder(dataFolder);
  const use = (...args: Parameters<LiveConfiguration['put']>) => liveConfiguration.put(...args);
  const proposals = new Proposals(proposalFolder, use, record);
  const jobFolder = new JobFolder(dataFolder);
  const jobs = new Jobs({ likeness, folder: jobFolder, ...(log && { log }) });
  const groups = new JobGroups(jobs, jobFolder, likeness);
  const scheduledJobs = new ScheduledJobs({ likeness, jobs, ...(log && { log }) });
  return { jobs, scheduledJobs, groups, liveConfiguration, configurationJobs, proposalFolder, proposals };
}
export type Administration = ReturnType<typeof administration>;
