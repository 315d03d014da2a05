import { deserialize, serialize } from 'node:v8';
import type { ValueStretch } from '../../index/self-join/join-messages.js';
import type { JoinTable } from '../../index/self-join/join-table.js';
import { tableOfValues } from '../../index/self-join/value-stretches.js';
import type { MemoryIndex, MemoryIndexImage } from '../../index/memory-index.js';
import type { MemoryIndexOptions } from '../../index/index-options.js';
import type { PortableScenario } from '../../index/threads/portable-scenario.js';
import type { MethodOptions } from '../../matching/methods/create-methods.js';
import type { Scenario } from '../../matching/scenario.js';
import { readArrayFile, readArrays, writeArrayFile } from '../../service/index-snapshot/array-file.js';
import type { ValuesPiece } from './join-shares.js';
import { WorkGone, type PatientDatabase } from './patient-database.js';
import { PiecesFile } from './pieces-file.js';
import type { ShareList } from './share-list.js';

/** All who take part in a work have to know this, besides the index. */
export interface WorkContent {
  readonly scenarios: readonly PortableScenario[];
  readonly methods: MethodOptions;
  readonly options: MemoryIndexOptions;
  /** The first stretches; those of the rows follow. */
  readonly values: readonly ValueStretch[];
  /** Rows of a stretch. */
  readonly length: number;
}

export interface SharedIndex {
  readonly image: MemoryIndexImage;
  /** By row the number of its source, where only pairs across sources are asked for. */
  readonly sources?: Int32Array | undefined;
}

/** Gives the work to all nodes that want to take part: the same index, byte for byte. @throws WorkGone */
export async function offerWork(
  database: PatientDatabase,
  work: string,
  content: WorkContent,
  index: SharedIndex,
): Promise<void> {
  await writeArrayFile(new PiecesFile(database, work), index);
  await database.query(`update ${database.schema}.job_work set content = $2 where id = $1`, [work, serialize(content)]);
}

/** @throws WorkGone */
export async function readWork(
  database: PatientDatabase,
  work: string,
): Promise<{ readonly content: WorkContent; readonly index: SharedIndex }> {
  const [row] = await database.query<{ content: Buffer | null }>(
    `select content from ${database.schema}.job_work where id = $1`,
    [work],
  );
  if (row?.content == null) throw new WorkGone();
  const file = new PiecesFile(database, work);
  return {
    content: deserialize(row.content) as WorkContent,
    index: (await readArrays(file, await readArrayFile(file), true)) as SharedIndex,
  };
}

/** The table of what all nodes together found in the values: the same at each. @throws WorkGone */
export async function sharedTable(
  list: ShareList,
  index: MemoryIndex,
  scenarios: readonly Scenario[],
  { values, sources }: { readonly values: readonly ValueStretch[]; readonly sources?: Int32Array | undefined },
): Promise<JoinTable> {
  const found = [];
  for await (const { stretch, piece } of list.results(0, values.length))
    found.push({ column: values[stretch]!.column, pairs: (piece as ValuesPiece).pairs });
  return tableOfValues(index, scenarios, found, sources);
}

/** How many stretches of rows there are. */
export function rowStretches(index: MemoryIndex, length: number): number {
  return Math.ceil(index.lastRow / length);
}
