import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../../runtime/failure.js';
import { makeFolder } from '../../../runtime/make-folder.js';
import { unlessMissing } from '../../../runtime/missing-file.js';
import { programDigest } from '../../../service/index-snapshot/program-digest.js';
import { note } from '../../../runtime/notes.js';
import { removeIfEmpty } from '../../../files/clean/output-folder.js';
import { DuckDb, spillOf, UnreadableFile, type DuckDbSettings } from './duckdb.js';

const FILE = 'batch.duckdb';
/** Offset and value of the magic bytes of a DuckDB file. */
const MARK = { at: 8, text: 'DUCK' };

/** Returns a folder next to the result, unless a local folder is given. */
export function folderOfBatch({ out, work }: { readonly out: string; readonly work?: string | undefined }): string {
  return work === undefined || work.includes('://') ? `${out}.work` : work;
}

/** Returns the paths of the folder and its files, to which no other output may be written. */
export function pathsOfBatch(folder: string): string[] {
  return [folder, ...[FILE, `${FILE}.wal`, spillOf(FILE)].map((name) => join(folder, name))];
}

/** A DuckDB file with rows, values, pairs and finished steps, from which an interrupted batch continues. */
export class BatchFolder {
  private constructor(
    readonly path: string,
    readonly db: DuckDb,
  ) {}

  /**
   * @param work identifies the batch, as JSON; removes the file of a different batch
   * @throws Failure, or a file system error if the folder is not writable
   */
  static async open(path: string, work: unknown, settings: DuckDbSettings): Promise<BatchFolder> {
    await makeFolder(path, 0o700);
    const file = join(path, FILE);
    const digest = digestOf([programDigest(), work]);
    if (await isBatch(file)) {
      const known = await BatchFolder.leftBehind(path, settings);
      if (known && (await known.isDone('work', digest))) {
        note(`continuing with the finished work in ${path}`);
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

  /** Returns `undefined` for an unreadable file, such as after a crash. @throws Failure for a different database */
  private static async leftBehind(path: string, settings: DuckDbSettings): Promise<BatchFolder | undefined> {
    const file = join(path, FILE);
    let db: DuckDb | undefined;
    try {
      db = await DuckDb.open(file, settings);
      const { tables, own } = await db.row(
        `select count(*) as tables, count(*) filter (table_name = 'done') as own from duckdb_tables()`,
      );
      if (tables === 0 || own !== 0) return new BatchFolder(path, db);
      throw new Failure(`${file} is not a database of this command: choose another folder with --work`);
    } catch (error) {
      db?.close();
      if (!(error instanceof UnreadableFile)) throw error;
      note(`the finished work in ${path} cannot be read and will be repeated (${error.message})`);
      return undefined;
    }
  }

  async isDone(step: string, digest: string): Promise<boolean> {
    const { tables } = await this.db.row(`select count(*) as tables from duckdb_tables() where table_name = 'done'`);
    if (tables === 0) return false;
    const row = await this.db.row(`select digest from done where step = ${literal(step)}`);
    return row['digest'] === digest;
  }

  async result<Result>(step: string): Promise<Result> {
    const { result } = await this.db.row(`select result from done where step = ${literal(step)}`);
    return JSON.parse(result as string) as Result;
  }

  async done(step: string, digest: string, result: unknown): Promise<void> {
    const values = [step, digest, JSON.stringify(result)].map(literal).join(', ');
    await this.db.run(`insert or replace into done values (${values})`);
  }

  /** Runs a step unless it is already done. `work` must tolerate data left by an unfinished attempt. */
  async step<Result>(name: string, settings: unknown, work: () => Promise<Result>): Promise<Result> {
    const digest = digestOf(settings);
    if (await this.isDone(name, digest)) return this.result<Result>(name);
    const result = await work();
    await this.done(name, digest, result);
    return result;
  }

  /** Closes the file. Finished steps are kept for another run. */
  close(): void {
    this.db.close();
  }

  /** Closes and removes the file, and the folder if it is empty. */
  async remove(): Promise<void> {
    this.db.close();
    for (const name of [FILE, `${FILE}.wal`, spillOf(FILE)])
      await rm(join(this.path, name), { recursive: true, force: true });
    await removeIfEmpty(this.path);
  }
}

/** Returns whether the file is a batch file, finished or not. @throws Failure if it is another kind of file */
async function isBatch(path: string): Promise<boolean> {
  const file = await open(path).catch(unlessMissing);
  if (file === undefined) return false;
  try {
    if (!(await file.stat()).isFile()) throw new Failure(`${path} is not a file: remove it, or change --work`);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MARK.text.length), 0, MARK.text.length, MARK.at);
    if (bytesRead === 0 || buffer.toString('latin1') === MARK.text) return true;
  } finally {
    await file.close();
  }
  throw new Failure(`${path} is not a batch file: remove it, or choose another folder with --work`);
}

export function digestOf(settings: unknown): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex');
}

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
