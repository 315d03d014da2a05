import type { ClientBase } from 'pg';
import { codeOf } from './database-errors.js';
import { schemaSql } from './schema.js';
import type { Names } from './sql-names.js';

type Migration = (names: Names) => string;

/** Migrations from any supported version to the current version. */
export interface SchemaVersions {
  /** Creates the schema of this version. */
  readonly whole: Migration;
  /** The first version that can be migrated. The first of `steps` migrates from this version. */
  readonly oldest: number;
  readonly steps: readonly Migration[];
}

/** Each step increments the version. `whole` creates the latest. Versions before `oldest` were never released. */
export const SCHEMA: SchemaVersions = { whole: schemaSql, oldest: 29, steps: [] };

export const newestOf = ({ oldest, steps }: SchemaVersions): number => oldest + steps.length;

/** Error codes that a process gets if another process has just created the schema. */
const MADE_MEANWHILE = new Set(['23505', '42P06', '42P07']);
const MOST_TRIES = 20;

/** Thrown if a newer version wrote the schema, or if the schema differs from its recorded migrations. */
class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/**
 * Migrates in one transaction, for which concurrent nodes wait. @throws SchemaError, without changes, if a newer
 * version wrote the schema
 */
export async function migrate(client: ClientBase, names: Names, versions: SchemaVersions = SCHEMA): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await migrateOnce(client, names, versions);
      return;
    } catch (error) {
      if (!MADE_MEANWHILE.has(codeOf(error) ?? '') || tries === MOST_TRIES) throw error;
    }
  }
}

async function migrateOnce(client: ClientBase, names: Names, versions: SchemaVersions): Promise<void> {
  const { schema } = names;
  const newest = newestOf(versions);
  if ((await versionOf(client, schema)) === newest) return;
  await client.query('begin');
  try {
    // A second process waits here, or fails with one of the codes above and retries.
    await client.query(`create schema if not exists ${schema}`);
    await client.query(
      `create table if not exists ${schema}.migrations (version integer primary key, applied timestamptz not null default now())`,
    );
    await client.query(`lock table ${schema}.migrations in exclusive mode`);
    const found = await client.query<{ version: number | null }>(
      `select max(version) as version from ${schema}.migrations`,
    );
    const version = found.rows[0]!.version ?? 0;
    if (version > newest)
      throw new SchemaError(
        `the database has version ${version}, written by a newer version of the program; this program supports versions up to ${newest}`,
      );
    if (version > 0 && version < versions.oldest)
      throw new SchemaError(
        `the database has version ${version}; this program can upgrade databases from version ${versions.oldest}`,
      );
    const noteVersion = (made: number) =>
      client.query(`insert into ${schema}.migrations (version) values ($1)`, [made]);
    if (version === 0) {
      await client.query(versions.whole(names));
      await noteVersion(newest);
    } else
      for (let next = version; next < newest; next++) {
        await client.query(versions.steps[next - versions.oldest]!(names));
        await noteVersion(next + 1);
      }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Returns `undefined` if there is no schema yet, or the role may not see it. */
async function versionOf(client: ClientBase, schema: string): Promise<number | undefined> {
  const there = await client.query<{ found: string | null }>('select to_regclass($1) as found', [
    `${schema}.migrations`,
  ]);
  if (there.rows[0]!.found === null) return undefined;
  const { rows } = await client.query<{ version: number | null }>(
    `select max(version) as version from ${schema}.migrations`,
  );
  return rows[0]!.version ?? undefined;
}
