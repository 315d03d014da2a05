import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../runtime/failure.js';
import { makeFolder } from '../../runtime/make-folder.js';
import { programDigest } from '../../service/index-snapshot/program-digest.js';
import { note } from '../../runtime/notes.js';
import { removeIfEmpty } from '../clean/output-folder.js';
import { DuckDb, spillOf, UnreadableFile, type DuckDbSettings } from './duckdb.js';

const FILE = 'batch.duckdb';
/** Where a file of DuckDB has its mark, and the mark. */
const MARK = { at: 8, text: 'DUCK' };

/** Where a batch works on this machine: beside its result, unless it is given a folder that is no address. */
export function folderOfBatch({ out, work }: { readonly out: string; readonly work?: string | undefined }): string {
  return work === undefined || work.includes('://') ? `${out}.work` : work;
}

/** Paths of all that a batch makes in its folder, and the folder: nothing else may be written there. */
export function pathsOfBatch(folder: string): string[] {
  return [folder, ...[FILE, `${FILE}.wal`, spillOf(FILE)].map((name) => join(folder, name))];
}

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
    await makeFolder(path, 0o700);
    const file = join(path, FILE);
    const digest = digestOf([programDigest(), work]);
    if (await isBatch(file)) {
      const known = await BatchFolder.leftBehind(path, settings);
      if (known && (await known.isDone('work', digest))) {
        note(`goes on with what is done already in ${path}`);
        return known;
      }
      known?.close();
      await rm(file);
      await rm(`${file}.wal`, { force: true });
    }
    const folder = new BatchFolder(path, await DuckDb.open(file, settings));
    await folder.db.run('create table done (step varchar primary key, digest varchar, result varchar)');
    await folder.done('work', digest, {});
    return folder;
  }

  /**
   * Opens what another run has left.
   *
   * @returns `undefined` where it cannot be read: a full disk, a lost machine or another version of DuckDB wrote it
   * @throws Failure where somebody else keeps a database there
   */
  private static async leftBehind(path: string, settings: DuckDbSettings): Promise<BatchFolder | undefined> {
    const file = join(path, FILE);
    let db: DuckDb | undefined;
    try {
      db = await DuckDb.open(file, settings);
      const { tables, own } = await db.row(
        `select count(*) as tables, count(*) filter (table_name = 'done') as own from duckdb_tables()`,
      );
      if (tables === 0 || own !== 0) return new BatchFolder(path, db);
      throw new Failure(`${file} is a database of something else: give another --work`);
    } catch (error) {
      db?.close();
      if (!(error instanceof UnreadableFile)) throw error;
      note(`what is done already in ${path} cannot be read, and is done again (${error.message})`);
      return undefined;
    }
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

/**
 * Whether a batch has left a file, perhaps one that it could not begin to write.
 *
 * @throws Failure where a file of another kind is there
 */
async function isBatch(path: string): Promise<boolean> {
  const file = await open(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return false;
  try {
    if (!(await file.stat()).isFile()) throw new Failure(`${path} is no file: remove it, or give another --work`);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MARK.text.length), 0, MARK.text.length, MARK.at);
    if (bytesRead === 0 || buffer.toString('latin1') === MARK.text) return true;
  } finally {
    await file.close();
  }
  throw new Failure(`${path} is no file of a batch: remove it, or give another --work`);
}

export function digestOf(settings: unknown): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex');
}

/** A text as SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
