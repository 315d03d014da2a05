import type { CommitRange } from './commit-ranges.js';
import { StoreDamagedError, UnknownFormatError } from './store-errors.js';

/**
 * The layout of a data folder, version 3. Versions 1 and 2 were never released and are rejected.
 *
 * - `journal-<g>.log`: a header, then one line per transaction `{"s":sequence,"r":run,"t":[changes],"by":{...}}`.
 *   Sequence numbers increase by one. Only the first transaction of a run has its UUID, `r`.
 * - `snapshot-<g>.log`: a header, lines (see `snapshot.ts`), and an end line that shows that it is complete.
 * - `journal-<g>.fence`: see `truncation-marker.ts`. `lock-*`: see `lock.ts`. `index.snapshot`: see `INDEX_SNAPSHOT`;
 *   not part of a backup. `*.tmp`: unfinished files, which can be deleted.
 *
 * Journal g is started together with snapshot g. Journals have no gaps, and each header contains the preceding sequence
 * number, so that missing and foreign files are detected.
 */
export const FORMAT = 3;

export type FileKind = 'journal' | 'snapshot';

export interface Header {
  readonly file: `likeness ${FileKind}`;
  readonly version: number;
  readonly generation: number;
  /** Sequence number of the last transaction before this file. */
  readonly sequence: number;
  /** Identities of the last transactions before a journal. Absent if unknown. */
  readonly commits?: readonly CommitRange[];
}

/**
 * A snapshot of the indexes as of a commit, useless without the log. An erasure must remove the file, because it may
 * have values of records that were deleted later.
 */
export const INDEX_SNAPSHOT = 'index.snapshot';
export const UNFINISHED_INDEX_SNAPSHOT = `${INDEX_SNAPSHOT}.tmp`;
export const INDEX_SNAPSHOTS: readonly string[] = [INDEX_SNAPSHOT, UNFINISHED_INDEX_SNAPSHOT];

export function fileName(kind: FileKind, generation: number): string {
  return `${kind}-${generation}.log`;
}

export function temporaryName(generation: number): string {
  return `snapshot-${generation}.tmp`;
}

export function parseFileName(name: string): { kind: FileKind; generation: number } | undefined {
  const match = /^(journal|snapshot)-([1-9]\d{0,14})\.log$/.exec(name);
  return match === null ? undefined : { kind: match[1] as FileKind, generation: Number(match[2]) };
}

export function headerPayload(
  kind: FileKind,
  { generation, sequence, commits = [] }: Pick<Header, 'generation' | 'sequence' | 'commits'>,
): string {
  const known = commits.length > 0 ? { commits } : {};
  return JSON.stringify({ file: `likeness ${kind}`, version: FORMAT, generation, sequence, ...known } satisfies Header);
}

/**
 * Reads a header whose checksum is correct.
 * @throws StoreDamagedError if kind or generation differ from the file name, or the version is unknown
 */
export function readHeader(payload: Buffer, kind: FileKind, generation: number): Header {
  const name = fileName(kind, generation);
  const place = { file: name, line: 1, offset: 0 };
  const header = JSON.parse(payload.toString()) as Partial<Header>;
  if (header.file !== `likeness ${kind}` || header.generation !== generation)
    throw new StoreDamagedError(`${name}: the header belongs to another file: ${payload.toString()}`, place);
  const { version = 0 } = header;
  const made = `${name}: written in format ${version}`;
  if (version > FORMAT)
    throw new UnknownFormatError(
      `${made} by a newer version of the program; this version reads formats up to ${FORMAT}`,
      place,
    );
  if (version < FORMAT)
    throw new UnknownFormatError(`${made}, which no released version uses; this version reads format ${FORMAT}`, place);
  return header as Header;
}
