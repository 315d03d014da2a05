import { join, resolve } from 'node:path';
import { makeFolderSync, PRIVATE } from '../../runtime/make-folder.js';
import type { AdministeredNodes } from '../../service/config/administration.js';
import { ConfigurationVersions } from '../../service/config/configuration-versions.js';
import { NodeConfiguration } from '../../service/config/node-configuration.js';
import { AuditPlace } from '../../service/auth/audit-place.js';
import { ClientUsers } from '../../service/auth/client-users.js';
import type { NewestFiles } from '../../service/auth/newest-files.js';
import { renewSecretFiles } from '../../service/auth/secret-files.js';
import { SharedFiles } from '../../service/auth/shared-files.js';
import { SigningKeys } from '../../service/auth/signing-keys.js';
import { SpentDigests } from '../../service/auth/spent-digests.js';
import type { Configuration } from '../../store/config/configuration.js';
import { readFolderFiles } from '../../store/config/folder-files.js';
import { FolderHome } from '../../store/home/folder/folder-home.js';
import type { Home } from '../../store/home/home.js';
import { FILES_ON_THEIR_WAY, KeptFiles } from '../../service/import/kept-files.js';
import { JOBS_ON_THEIR_WAY, KeptJobs } from '../../service/jobs/kept-jobs.js';
import type { Likeness } from '../../service/likeness.js';
import type { RecordMemory } from '../../store/record-memory.js';
import { lockFolder } from '../../store/lock.js';
import { wrappedSecrets } from '../../store/wrapped-secrets.js';
import { keepingOf, openDatabase, openDatabaseHome, openNodeDatabase, type DatabaseKeeping } from './database.js';
import { Lifecycle } from './lifecycle.js';
import { unlocked } from './data-folder.js';
import { configurationOf } from '../../store/config/load.js';

/** One of several nodes over a database, with a folder for unshared data. */
export interface DatabaseNode {
  readonly likeness: Likeness;
  /** Shared by all nodes. */
  readonly configuration: Configuration;
  readonly shared: NodeConfiguration;
  readonly spent: SpentDigests;
  readonly newest: NewestFiles;
  readonly home: Home;
  readonly audit: AuditPlace;
  /** Returns milliseconds since the epoch according to the database's clock. */
  readonly now: () => number;
  readonly nodes: AdministeredNodes;
  readonly keeping: DatabaseKeeping;
  /** Names of the secrets that were just wrapped or unwrapped. */
  readonly renewed: readonly string[];
  /** Changes the newest versions of the client and key files in the node's folder, and shares the result. */
  share<T>(work: () => T): Promise<T>;
  /** Follows changes by other nodes. @param trouble called if following fails */
  follow(trouble: (message: string) => void): void;
  close(): Promise<void>;
}

export interface DatabaseNodeOptions {
  readonly isDrill: boolean;
  readonly recordMemory?: RecordMemory | undefined;
  readonly trouble: (message: string) => void;
}

/**
 * @param folder folder of this node only, for jobs and copies of clients, keys and configuration
 * @param configFolder configuration folder, which the first node shares with all other nodes
 * @throws Failure for an unusable URL or database, and for settings that are wrong with several nodes
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
    const { PostgresHome } = await import('../../extensions/postgres/home/postgres-home.js');
    const home = new PostgresHome(database);
    const { mustReadSecrets } = await import('../../service/auth/secret-files.js');
    // Check the secrets before creating files that would be left behind.
    await mustReadSecrets(home, secrets);
    makeFolderSync(folder, PRIVATE);
    const lock = await unlocked(folder, () => lockFolder(resolve(folder)));
    life.started(() => lock.release());
    const shared = new NodeConfiguration(new ConfigurationVersions(home), join(folder, 'configuration'));
    await shared.begin(async () => {
      // Check the configuration first, so that nodes never share a configuration that prevents them from starting.
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
    // The first node creates the keys, and the other nodes copy them.
    const renewed = await files.change(() => {
      new SigningKeys(folder, secrets).read();
      return renewSecretFiles(folder, secrets);
    });
    const spent = new SpentDigests(home);
    const share: DatabaseNode['share'] = (work) => files.change(work);
    const { followLeases, PostgresLease } = await import('../../extensions/postgres/home/postgres-lease.js');
    const sending = new PostgresLease(database, 'webhooks');
    const learning = new PostgresLease(database, 'learning');
    // Use a separate connection, because job results are large.
    const beside = await openDatabaseHome(url, { first: database });
    life.started(() => beside.close());
    const running = new PostgresLease(database, 'jobs');
    const jobs = new KeptJobs({
      home: beside,
      folder: join(folder, JOBS_ON_THEIR_WAY),
      lease: running,
      latest: () => beside.database.logEnd(),
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
    // Take free leases immediately.
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
