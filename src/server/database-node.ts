import { join, resolve } from 'node:path';
import { makeFolderSync, PRIVATE } from '../runtime/make-folder.js';
import type { AdministeredNodes } from '../administration/administration.js';
import { ConfigurationVersions } from '../administration/configuration-versions.js';
import { NodeConfiguration } from '../administration/node-configuration.js';
import { AuditPlace } from '../auth/audit-place.js';
import { ClientUsers } from '../auth/client-users.js';
import type { NewestFiles } from '../auth/newest-files.js';
import { renewSecretFiles } from '../auth/secret-files.js';
import { SharedFiles } from '../auth/shared-files.js';
import { SigningKeys } from '../auth/signing-keys.js';
import { SpentDigests } from '../auth/spent-digests.js';
import type { Configuration } from '../config/configuration.js';
import { readFolderFiles } from '../config/folder-files.js';
import { FolderHome } from '../home/folder/folder-home.js';
import type { Home } from '../home/home.js';
import { FILES_ON_THEIR_WAY, KeptFiles } from '../files/kept-files.js';
import { JOBS_ON_THEIR_WAY, KeptJobs } from '../jobs/kept-jobs.js';
import type { Likeness } from '../service/likeness.js';
import type { RecordMemory } from '../store/record-memory.js';
import { lockFolder } from '../store/lock.js';
import { wrappedSecrets } from '../store/wrapped-secrets.js';
import { keepingOf, openDatabase, openDatabaseHome, openNodeDatabase, type DatabaseKeeping } from './database.js';
import { Lifecycle } from './lifecycle.js';
import { unlocked } from './data-folder.js';
import { configurationOf } from '../config/load.js';

/** One of several nodes over one database, with a folder of its own for what nodes do not share. */
export interface DatabaseNode {
  readonly likeness: Likeness;
  /** As all nodes have it. */
  readonly configuration: Configuration;
  readonly shared: NodeConfiguration;
  readonly spent: SpentDigests;
  readonly newest: NewestFiles;
  readonly home: Home;
  readonly audit: AuditPlace;
  /** Milliseconds since the epoch, by the database's clock. */
  readonly now: () => number;
  readonly nodes: AdministeredNodes;
  /** How well the database keeps what it has acknowledged. */
  readonly keeping: DatabaseKeeping;
  /** Names of the secrets that rest otherwise from now on than before. */
  readonly renewed: readonly string[];
  /** Works on the newest files of clients and keys in the node's folder, and gives them to all nodes. */
  share<T>(work: () => T): Promise<T>;
  /** Follows what other nodes change. @param trouble is told while it cannot */
  follow(trouble: (message: string) => void): void;
  close(): Promise<void>;
}

export interface DatabaseNodeOptions {
  /** It does nothing for others. */
  readonly isDrill: boolean;
  /** How much of records and history stays in memory. */
  readonly recordMemory?: RecordMemory | undefined;
  readonly trouble: (message: string) => void;
}

/**
 * @param folder of this node alone: copies of clients, keys and configuration; jobs
 * @param configFolder what the first node gives all others as their configuration
 * @throws Failure for an address or database that cannot be used, and for settings that would be wrong on several nodes
 */
export async function openDatabaseNode(
  url: string,
  folder: string,
  configFolder: string,
  { isDrill, recordMemory, trouble }: DatabaseNodeOptions,
): Promise<DatabaseNode> {
  const secrets = wrappedSecrets();
  const life = new Lifecycle();
  return life.starting(async () => {
    const database = await openNodeDatabase(url, { trouble });
    life.started(() => database.close());
    const { PostgresHome } = await import('../home/postgres/postgres-home.js');
    const home = new PostgresHome(database);
    const { mustReadSecrets } = await import('../auth/database-secrets.js');
    // Before anything is made that would be left behind.
    await mustReadSecrets(home, secrets);
    makeFolderSync(folder, PRIVATE);
    const lock = await unlocked(folder, () => lockFolder(resolve(folder)));
    life.started(() => lock.release());
    const shared = new NodeConfiguration(new ConfigurationVersions(home), join(folder, 'configuration'));
    await shared.begin(async () => {
      // A configuration that no node could start with is given to none.
      await configurationOf(configFolder);
      return readFolderFiles(configFolder);
    });
    const configuration = await configurationOf(shared.folder);
    const users = new ClientUsers(folder);
    const likeness = await openDatabase(url, configuration, {
      users,
      folder,
      database,
      recordMemory,
      trouble,
      now: database.clock.now,
    });
    life.started(() => likeness.close());
    const files = new SharedFiles(home, folder, secrets);
    // The first node makes the keys; all others take them.
    const renewed = await files.change(() => {
      new SigningKeys(folder, secrets).read();
      return renewSecretFiles(folder, secrets);
    });
    const spent = new SpentDigests(home);
    const share: DatabaseNode['share'] = (work) => files.change(work);
    const { followLeases, PostgresLease } = await import('../home/postgres/postgres-lease.js');
    const sending = new PostgresLease(database, 'webhooks');
    const learning = new PostgresLease(database, 'learning');
    // The results of jobs are large: nothing else waits for them.
    const beside = await openDatabaseHome(url, { first: database });
    life.started(() => beside.close());
    const running = new PostgresLease(database, 'jobs');
    const { JobSharing } = await import('../jobs/sharing/job-sharing.js');
    const jobs = new KeptJobs({
      home: beside,
      folder: join(folder, JOBS_ON_THEIR_WAY),
      lease: running,
      latest: () => beside.database.logEnd(),
      sharing: new JobSharing(beside, running),
    });
    const working = new PostgresLease(database, 'files');
    const uploads = new KeptFiles({
      home: beside,
      folder: join(folder, FILES_ON_THEIR_WAY),
      lease: working,
      latest: () => beside.database.logEnd(),
      left: new KeptFiles({ home: new FolderHome(folder), folder: join(folder, FILES_ON_THEIR_WAY) }),
    });
    const leases = isDrill ? [] : [sending, learning, running, working];
    // Where nobody has them they are this node's from the first moment.
    for (const lease of leases) await lease.take();
    return {
      likeness,
      configuration,
      shared,
      spent,
      newest: files,
      home,
      audit: new AuditPlace(home),
      now: database.clock.now,
      nodes: {
        webhooks: { lease: sending, share },
        learning,
        jobs,
        files: uploads,
      },
      keeping: await keepingOf(database),
      renewed,
      share,
      follow: (trouble) => {
        database.clock.follow(trouble);
        files.follow(trouble);
        spent.follow(trouble);
        const renewing = leases.length === 0 ? undefined : followLeases(leases, trouble);
        life.started(async () => {
          files.close();
          spent.close();
          await renewing?.end();
          for (const lease of leases) await lease.close();
          await shared.close();
        });
      },
      close: () => life.end(),
    };
  });
}
