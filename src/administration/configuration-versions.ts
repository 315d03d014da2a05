import { digestOfFiles, isConfigurationFile, type FolderFiles } from '../config/folder-files.js';
import type { Watch } from '../runtime/watch.js';
import { tableTopic } from '../store/postgres/feed.js';
import type { NodeDatabase } from '../store/postgres/node-database.js';
import { NODE_ALIVE } from '../store/postgres/node-list.js';

/** Versions that are kept; the oldest go first. */
const MOST_VERSIONS = 100;

export interface ConfigurationVersion {
  /** From 1, rising by one. */
  readonly version: number;
  /** ISO 8601. */
  readonly pushed: string;
  readonly by: string;
  /** Digest of the files, as `digestOfFiles` has it. */
  readonly digest: string;
}

interface Row {
  readonly version: string;
  readonly pushed: Date;
  readonly pushed_by: string;
  readonly digest: string;
}

/** Somebody else pushed a version meanwhile. */
export class NewerConfigurationError extends Error {
  override readonly name = 'NewerConfigurationError';

  constructor(readonly newest: number) {
    super(`the database has version ${newest} of the configuration already`);
  }
}

/** The configuration that all nodes over a database run: versions, of which the newest counts. */
export class ConfigurationVersions {
  constructor(private readonly database: NodeDatabase) {}

  /** Newest first. */
  async list(): Promise<ConfigurationVersion[]> {
    const rows = await this.database.query<Row & Record<string, unknown>>(
      `select version, pushed, pushed_by, digest from ${this.database.schema}.configurations order by version desc`,
    );
    return rows.map(({ version, pushed, pushed_by: by, digest }) => {
      return { version: Number(version), pushed: pushed.toISOString(), by, digest };
    });
  }

  /** 0: there is none. */
  async newest(): Promise<number> {
    const [row] = await this.database.query<{ newest: string | null }>(
      `select max(version) as newest from ${this.database.schema}.configurations`,
    );
    return Number(row?.newest ?? 0);
  }

  /** Calls at once, and whenever there may be a new version. @param onError is told why a call failed */
  follow(changed: () => Promise<void>, onError: (message: string) => void): Watch {
    return this.database.feed.follow(tableTopic('configurations'), changed, onError);
  }

  async files(version: number): Promise<FolderFiles> {
    const rows = await this.database.query<{ name: string; content: Buffer }>(
      `select name, content from ${this.database.schema}.configuration_files where version = $1`,
      [version],
    );
    // The names come from a database that others may write to.
    const files = rows.filter(({ name }) => isConfigurationFile(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
    return new Map(files.map(({ name, content }) => [name, content]));
  }

  /** Says which version a node runs. */
  async report(node: string, version: number): Promise<void> {
    await this.database.query(
      `insert into ${this.database.schema}.configured_nodes as n (node, version) values ($1, $2)
       on conflict (node) do update set version = excluded.version, seen = clock_timestamp()`,
      [node, version],
    );
  }

  async leave(node: string): Promise<void> {
    await this.database.query(`delete from ${this.database.schema}.configured_nodes where node = $1`, [node]);
  }

  /** Whether some node that lives runs a version, or a later one. */
  async isInUse(version: number): Promise<boolean> {
    const rows = await this.database.query(
      `select from ${this.database.schema}.configured_nodes where version >= $1 and ${NODE_ALIVE} limit 1`,
      [version],
    );
    return rows.length > 0;
  }

  /**
   * Makes files the newest version; where they are that already, nothing.
   *
   * @param after the version that they were made from
   * @returns their version
   * @throws NewerConfigurationError when there is a newer one than that
   */
  async push(files: FolderFiles, by: string, after: number): Promise<number> {
    const { schema } = this.database;
    const digest = digestOfFiles(files);
    return this.database.transaction(async (query) => {
      await query(`lock table ${schema}.configurations in exclusive mode`);
      const [newest] = await query<{ version: string; digest: string }>(
        `select version, digest from ${schema}.configurations order by version desc limit 1`,
      );
      const last = Number(newest?.version ?? 0);
      if (newest?.digest === digest) return last;
      if (last > after) throw new NewerConfigurationError(last);
      const version = last + 1;
      await query(`insert into ${schema}.configurations (version, pushed_by, digest) values ($1, $2, $3)`, [
        version,
        by,
        digest,
      ]);
      for (const [name, content] of files)
        await query(`insert into ${schema}.configuration_files (version, name, content) values ($1, $2, $3)`, [
          version,
          name,
          content,
        ]);
      await query(`delete from ${schema}.configurations where version <= $1`, [version - MOST_VERSIONS]);
      return version;
    });
  }
}
