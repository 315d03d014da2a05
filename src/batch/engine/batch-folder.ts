import { createHash } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { programDigest } from '../../service/index-snapshot/program-digest.js';
import { note } from '../../runtime/notes.js';
import { removeIfEmpty } from '../clean/output-folder.js';
import { DuckDb, spillOf, type DuckDbSettings } from './duckdb.js';

const FILE = 'batch.duckdb';

/**
 * The folder of a batch while it runs: a DuckDB file with its rows, values and pairs, and what of the work is done.
 * A batch that ended before its time goes on from there when it is asked for again.
 */
export class BatchFolder {
  private constructor(
    readonly path: string,
    readonly db: DuckDb,
  ) {}

  /**
   * @param work that the folder is for, as JSON: what another work has left in it is dropped
   * @throws Failure, or the system's error where the folder cannot be written
   */
  static async open(path: string, work: unknown, settings: DuckDbSettings): Promise<BatchFolder> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    const file = join(path, FILE);
    const isThere = await stat(file).then(
      () => true,
      () => false,
    );
    const digest = digestOf([programDigest(), work]);
    let db = await DuckDb.open(file, settings);
    const known = new BatchFolder(path, db);
    if (isThere && (await known.isDone('work', digest))) {
      note(`goes on with what is done already in ${path}`);
      return known;
    }
    if (isThere) {
      db.close();
      await rm(file);
      await rm(`${file}.wal`, { force: true });
      db = await DuckDb.open(file, settings);
    }
    const folder = new BatchFolder(path, db);
    await db.run('create table done (step varchar primary key, digest varchar, result varchar)');
    await folder.done('work', digest, {});
    return folder;
  }

  /** Whether a step was done by the same settings. */
  async isDone(step: string, digest: string): Promise<boolean> {
    const { tables } = await this.db.row(`select count(*) as tables from duckdb_tables() where table_name = 'done'`);
    if (tables === 0) return false;
    const row = await this.db.row(`select digest from done where step = ${literal(step)}`);
    return row['digest'] === digest;
  }

  /** Result of a step that is done. */
  async result<Result>(step: string): Promise<Result> {
    const { result } = await this.db.row(`select result from done where step = ${literal(step)}`);
    return JSON.parse(result as string) as Result;
  }

  async done(step: string, digest: string, result: unknown): Promise<void> {
    const values = [step, digest, JSON.stringify(result)].map(literal).join(', ');
    await this.db.run(`insert or replace into done values (${values})`);
  }

  /**
   * Does a step unless it is done, and gives its result, which goes through JSON. What the work writes must not mind
   * what an earlier try has left: it counts as done when all of it is committed.
   */
  async step<Result>(name: string, settings: unknown, work: () => Promise<Result>): Promise<Result> {
    const digest = digestOf(settings);
    if (await this.isDone(name, digest)) return this.result<Result>(name);
    const result = await work();
    await this.done(name, digest, result);
    return result;
  }

  /** Closes the file; what is done stays for another run. */
  close(): void {
    this.db.close();
  }

  /** Closes the file and removes it, with the folder where people keep nothing else in it. */
  async remove(): Promise<void> {
    this.db.close();
    for (const name of [FILE, `${FILE}.wal`, spillOf(FILE)])
      await rm(join(this.path, name), { recursive: true, force: true });
    await removeIfEmpty(this.path);
  }
}

export function digestOf(settings: unknown): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex');
}

/** A text as SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
