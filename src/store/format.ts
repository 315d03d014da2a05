import type { CommitRange } from './commit-ranges.js';
import { StoreDamagedError, UnknownFormatError } from './store-errors.js';

/**
 * The layout of a data folder, version 3. (Version 1 had other lines for changes in its snapshots, which are still
 * understood; version 2 had no merges.)
 *
 * - `journal-<g>.log`: a header, then one line per transaction `{"s":sequence,"r":run,"t":[changes],"by":{...}}`; sequence
 *   numbers rise by one. Only the first transaction of a run has its UUID, `r`.
 * - `snapshot-<g>.log`: a header, lines as `snapshot.ts` has them, and a last line that says that it is whole.
 * - `journal-<g>.fence`: see `truncation-marker.ts`. `lock-*`: see `lock.ts`. `index.snapshot`: see `INDEX_SNAPSHOT`;
 *   not part of a backup. `*.tmp`: unfinished, worthless.
 *
 * Journal g begins where snapshot g was begun. Journals follow each other without a gap, and each names the sequence
 * number that it continues: a file that is missing, or of another time, is noticed.
 */
export interface Format {
  readonly version: number;
  /** By version v: turns the parsed payload of a line (headers apart) of version v into one of v + 1. */
  readonly upgrades: ReadonlyMap<number, (kind: FileKind, payload: unknown) => unknown>;
}

export type FileKind = 'journal' | 'snapshot';

export const CURRENT_FORMAT: Format = {
  version: 3,
  upgrades: new Map([1, 2].map((version) => [version, (_kind: FileKind, payload: unknown) => payload])),
};

export interface Header {
  readonly file: `likeness ${FileKind}`;
  readonly version: number;
  readonly generation: number;
  /** Sequence number of the last transaction before this file. */
  readonly sequence: number;
  /** In a journal: the identities of the last transactions up to there. Absent where none is known. */
  readonly commits?: readonly CommitRange[];
}

/**
 * Derived from the log up to a commit, and worthless without a log that has it. It may hold values of records that are
 * deleted later: whoever removes them removes it.
 */
export const INDEX_SNAPSHOT = 'index.snapshot';
/** The same while it is written; one that was not finished is worthless, and holds values as well. */
export const UNFINISHED_INDEX_SNAPSHOT = `${INDEX_SNAPSHOT}.tmp`;
export const INDEX_SNAPSHOTS: readonly string[] = [INDEX_SNAPSHOT, UNFINISHED_INDEX_SNAPSHOT];

export function fileName(kind: FileKind, generation: number): string {
  return `${kind}-${generation}.log`;
}

/** Name of a snapshot that is being written. */
export function temporaryName(generation: number): string {
  return `snapshot-${generation}.tmp`;
}

/** Reads a file's name in the data folder; `undefined` when it is none of the store's. */
export function parseFileName(name: string): { kind: FileKind; generation: number } | undefined {
  const match = /^(journal|snapshot)-([1-9]\d{0,14})\.log$/.exec(name);
  return match === null ? undefined : { kind: match[1] as FileKind, generation: Number(match[2]) };
}

export function headerPayload(
  kind: FileKind,
  format: Format,
  { generation, sequence, commits = [] }: Pick<Header, 'generation' | 'sequence' | 'commits'>,
): string {
  const { version } = format;
  const known = commits.length > 0 ? { commits } : {};
  return JSON.stringify({ file: `likeness ${kind}`, version, generation, sequence, ...known } satisfies Header);
}

/**
 * Reads a header whose checksum was right.
 *
 * @throws StoreDamagedError for a file of another kind or generation than its name says, or a version that this program
 * does not know
 */
export function readHeader(payload: Buffer, kind: FileKind, generation: number, format: Format): Header {
  const name = fileName(kind, generation);
  const place = { file: name, line: 1, offset: 0 };
  const header = JSON.parse(payload.toString()) as Partial<Header>;
  if (header.file !== `likeness ${kind}` || header.generation !== generation)
    throw new StoreDamagedError(`${name}: its header is that of another file: ${payload.toString()}`, place);
  const version = header.version ?? 0;
  if (version > format.version)
    throw new UnknownFormatError(
      `${name}: written in format ${version} by a newer version of the program; this one knows formats up to ${format.version}`,
      place,
    );
  for (let v = version; v < format.version; v++)
    if (!format.upgrades.has(v))
      throw new UnknownFormatError(`${name}: format ${version} cannot be upgraded to ${format.version}`, place);
  return header as Header;
}

/** The parsed payload of a line, brought up to the current format. */
export function readPayload(payload: Buffer, kind: FileKind, version: number, format: Format): unknown {
  let parsed = JSON.parse(payload.toString()) as unknown;
  for (let v = version; v < format.version; v++) parsed = format.upgrades.get(v)!(kind, parsed);
  return parsed;
}
