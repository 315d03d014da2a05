import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Counts, RunTask } from '../../files/file-job.js';
import type { ObjectType } from '../../records/object-type.js';
import type { InputTable } from '../../batch/input/input-table.js';
import type { Mapping } from '../../batch/input/mapping.js';
import type { Progress } from '../../runtime/notes.js';
import type { RejectReason } from '../../files/file-job.js';

/** A file that has been looked into, and what is to be done with its rows. */
export interface FileToImport {
  readonly path: string;
  readonly type: ObjectType;
  /** Its rows, which are read once: of the table that was looked into, where that is still to be had. */
  readonly open: () => Promise<InputTable>;
  readonly openAgain: () => Promise<InputTable>;
  /** A JSON file: columns appear row by row, rejects keep the row as JSON. */
  readonly isJson: boolean;
  /** Counts its columns, those that appear later included. */
  readonly mapping: (columns: readonly string[]) => Mapping;
  readonly task: RunTask;
  /** A date as people write it, as `YYYY-MM-DD`. */
  readonly toDay: (text: string) => string | undefined;
  /** Where rejected rows go; absent: nowhere. */
  readonly rejectsPath: string | undefined;
  readonly progress: Progress;
}

export interface ImportedFile {
  readonly counts: Counts;
  /** Why rows were not saved, the commonest first. */
  readonly reasons: readonly RejectReason[];
  /** The reject file; absent when no row was rejected. */
  readonly rejects?: string | undefined;
}

/** SHA-256 of a file's content, in hexadecimal. */
export async function contentDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
