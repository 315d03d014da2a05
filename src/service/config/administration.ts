import { join } from 'node:path';
import { z } from 'zod';
import type { AuditLog } from '../auth/audit-log.js';
import type { Auth } from '../auth/auth.js';
import type { MayGoOn } from '../auth/lost-right.js';
import { scenarioDefinitionSchema } from '../../matching/scenario-schema.js';
import { EDITED_PARTS, type PartKind } from '../../store/config/edited-parts.js';
import { SCENARIOS } from '../../store/config/scenario-part.js';
import type { ScenarioDefinition } from '../../matching/scenario.js';
import type { Likeness } from '../likeness.js';
import { FolderHome } from '../../store/home/folder/folder-home.js';
import type { Home, Lease } from '../../store/home/home.js';
import type { Duty } from '../../runtime/duty.js';
import { FILES_ON_THEIR_WAY, KeptFiles } from '../import/kept-files.js';
import { BulkJobs } from '../import/bulk-jobs.js';
import { Files } from '../import/files.js';
import { JOBS_ON_THEIR_WAY, KeptJobs } from '../jobs/kept-jobs.js';
import { JobGroups } from '../jobs/job-groups.js';
import { JobViews } from '../jobs/job-views.js';
import { Jobs } from '../jobs/jobs.js';
import { ScheduledJobs } from '../jobs/scheduled-jobs.js';
import { ProposalStore } from './proposal-store.js';
import { Proposals } from './proposals.js';
import type { NodeConfiguration } from './node-configuration.js';
import { LiveConfiguration, type Actor } from './live-configuration.js';
import { ConfigurationError } from '../../store/config/problem.js';
import { Erasures, type ErasuresOptions } from './erasure/erasures.js';
import { EverythingHeld } from './erasure/everything-held.js';
import { PartEditing } from './part-editing.js';
import { PartVersions } from './part-versions.js';
import { SurvivorshipPreview } from './survivorship-preview.js';

export interface AdministrationOptions {
  readonly likeness: Likeness;
  readonly auth: Pick<Auth, 'mayGoOn' | 'nameOf'> & { readonly audit: Pick<AuditLog, 'record' | 'search'> };
  readonly dataFolder: string;
  /** Default: the data folder. */
  readonly home?: Home | undefined;
  /** If absent, configurations cannot be imported and proposals cannot be accepted. */
  readonly configurationFolder?: string | undefined;
  /** Only for nodes: the shared configuration, which is copied to `configurationFolder`. */
  readonly nodeConfiguration?: NodeConfiguration | undefined;
  /** Only for nodes: work that one node does for all nodes. */
  readonly nodes?: AdministeredNodes | undefined;
  /** Whether the service only serves requests. Jobs then cannot be started. */
  readonly isDrill?: boolean | undefined;
  readonly log?: { info(message: string): void; warn(message: string): void };
}

export interface AdministeredNodes {
  readonly webhooks: {
    readonly lease: Lease;
    readonly share: <T>(work: () => T) => Promise<T>;
  };
  readonly learning: Duty;
  readonly jobs: KeptJobs;
  readonly files: KeptFiles;
}

/** Creates the parts that administer a running service: changes to its configuration, and jobs. */
export function administration(options: AdministrationOptions) {
  const { likeness, auth, dataFolder, configurationFolder, log } = options;
  const mayGoOn: MayGoOn = (needs) => auth.mayGoOn(needs);
  const { isDrill = false } = options;
  const record: AuditLog['record'] = (entry) => auth.audit.record(entry);
  const recordFor: ErasuresOptions['audit'] = (entry, { clientId: by, address, requestId: detail }) =>
    record({ ...entry, by, name: auth.nameOf(by), address, detail });
  likeness.audit((caller, change) => void recordFor(change, caller));
  const liveConfiguration = new LiveConfiguration(likeness, configurationFolder, record, options.nodeConfiguration);
  const home = options.home ?? new FolderHome(dataFolder);
  const proposalPlace = new ProposalStore(home);
  const scenarioVersions = new PartVersions(home, 'scenario-versions', scenarioDefinitionSchema);
  const scenarioEditing = new PartEditing(SCENARIOS, liveConfiguration, scenarioVersions, record);
  const partVersions = new PartVersions<unknown>(home, 'part-versions', z.json());
  const settingsEditing = (kind: PartKind) =>
    new PartEditing(EDITED_PARTS[kind], liveConfiguration, partVersions, record);
  const use = (actor: Actor, scenario: ScenarioDefinition) => scenarioEditing.accept(actor, scenario.id, scenario);
  const proposals = new Proposals(proposalPlace, use, record);
  const now = () => new Date(home.now());
  const jobPlace = options.nodes?.jobs ?? new KeptJobs({ home, folder: join(dataFolder, JOBS_ON_THEIR_WAY) });
  const jobs = new Jobs({ likeness, place: jobPlace, now, isDrill, mayGoOn, ...(log && { log }) });
  const groups = new JobGroups(jobs, jobPlace, likeness);
  likeness.queries.show(new JobViews(jobPlace, likeness));
  const scheduledJobs = new ScheduledJobs({ likeness, jobs, duty: options.nodes?.jobs, now, ...(log && { log }) });
  const filePlace = options.nodes?.files ?? new KeptFiles({ home, folder: join(dataFolder, FILES_ON_THEIR_WAY) });
  const files = new Files({
    likeness,
    place: filePlace,
    configurationFolder,
    now,
    isDrill,
    mayGoOn,
    ...(log && { log }),
  });
  const bulkJobs = new BulkJobs(home, () => files.bulkJobsUnderWay());
  const store = {
    home,
    folder: dataFolder,
    config: configurationFolder,
    service: {
      files: filePlace,
      writeConfiguration: async (write: (folder: string) => Promise<unknown>) => {
        try {
          await liveConfiguration.write({ by: 'server' }, write);
        } catch (error) {
          // Ignore this error, because the change was written and the error is in another file.
          if (!(error instanceof ConfigurationError)) throw error;
        }
      },
    },
  };
  const erasures = new Erasures({ likeness, store, audit: recordFor });
  const held = new EverythingHeld({ likeness, store, audit: auth.audit, now });
  return {
    files,
    bulkJobs,
    erasures,
    held,
    jobs,
    scheduledJobs,
    groups,
    liveConfiguration,
    proposalPlace,
    proposals,
    scenarioEditing,
    settingsEditing,
    survivorshipPreview: new SurvivorshipPreview(settingsEditing('survivorship'), groups, likeness),
    nodeConfiguration: options.nodeConfiguration,
    dataFolder,
    isDrill,
  };
}
export type Administration = ReturnType<typeof administration>;
