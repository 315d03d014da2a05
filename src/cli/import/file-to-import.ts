import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Counts, RunTask } from '../../service/import/file-job.js';
import type { ReadValue } from '../../files/read/value-reader.js';
import type { ObjectType } from '../../records/object-type.js';
import type { InputTable } from '../../files/read/input-table.js';
import type { Mapping } from '../../files/read/mapping.js';
import type { Progress } from '../../runtime/notes.js';
import type { RejectReason } from '../../service/import/file-job.js';

/** An inspected file with its options. */
export interface FileToImport {
  readonly path: string;
  readonly type: ObjectType;
  /** Opens the rows, which can be read once. Uses the inspected table if it is available. */
  readonly open: () => Promise<InputTable>;
  readonly openAgain: () => Promise<InputTable>;
  /** Whether columns are discovered row by row, and rejected rows are written as JSON. */
  readonly isJson: boolean;
  /** Maps columns, including columns that appear in later rows. */
  readonly mapping: (columns: readonly string[]) => Mapping;
  readonly task: RunTask;
  readonly read: ReadValue;
  /** Path of the reject file. If absent, rejected rows are not written. */
  readonly rejectsPath: string | undefined;
  readonly progress: Progress;
}

export interface ImportedFile {
  readonly counts: Counts;
  /** Reasons why rows were rejected, most common first. */
  readonly reasons: readonly RejectReason[];
  /** Omitted if no row was rejected. */
  readonly rejects?: string | undefined;
}

/** Returns the SHA-256 of a file's content in hexadecimal. */
export async function contentDigest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
