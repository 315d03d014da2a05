import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Configuration } from '../../src/store/config/configuration.js';
import { loadConfiguration } from '../../src/store/config/load.js';
import { createMemoryIndex, type MemoryIndex } from '../../src/index/memory-index.js';
import type { MemoryIndexOptions } from '../../src/index/index-options.js';
import type { Scenario } from '../../src/matching/scenario.js';
import type { UpsertDataInput, UpsertDataOutput } from '../../src/records/contract/schemas.js';
import type { Likeness } from '../../src/service/likeness.js';
import type { Caller } from '../../src/service/caller.js';
import { openLikeness } from '../../src/service/open.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import type { RecordStore } from '../../src/store/record-store.js';

export const caller: Caller = { clientId: 'test-client' };

export interface ServiceOptions {
  /** Content of configuration files by name, such as `{ 'objects.json': [...] }`. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly store?: RecordStore;
  readonly now?: () => Date;
  /** Collects the created indexes. */
  readonly indexes?: MemoryIndex[];
  readonly index?: MemoryIndexOptions;
}

/** The real service with an in-memory store and configuration files. */
export async function openService(options: ServiceOptions = {}): Promise<Likeness> {
  const { files = {}, now, indexes, index } = options;
  const store = options.store ?? createMemoryStore(now && { now: () => now().getTime() });
  const createIndex = (scenarios: readonly Scenario[]): MemoryIndex => {
    const made = createMemoryIndex({ scenarios, options: index ?? {} });
    indexes?.push(made);
    return made;
  };
  const configuration = Object.keys(files).length === 0 ? await (asShipped ??= load({})) : await load(files);
  const likeness = await openLikeness({
    configuration,
    store,
    ...((indexes ?? index) && { createIndex }),
    ...(now && { now }),
  });
  onTestFinished(() => likeness.close());
  return likeness;
}

/** The default configuration, loaded once because loading takes longer than most tests. */
let asShipped: Promise<Configuration> | undefined;

const load = async (files: Readonly<Record<string, unknown>>): Promise<Configuration> =>
  loadConfiguration(await configurationFolder(files));

/** A configuration folder, deleted after the test. */
export async function configurationFolder(files: Readonly<Record<string, unknown>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'likeness-config-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'lists'), { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content));
  return folder;
}

export type Data = Record<string, unknown>;

/** A single upsert. Default: `duplicateCheck` is true. */
export function upsert(
  likeness: Likeness,
  objectType: string,
  objectData: Data,
  options: Partial<UpsertDataInput> = {},
): Promise<UpsertDataOutput> {
  return likeness.upsert({ objectType, objectData, duplicateCheck: true, ...options }, caller);
}

/** Inserts without duplicate search. Returns the new Id. */
export async function insert(likeness: Likeness, objectType: string, objectData: Data): Promise<string> {
  const output = await upsert(likeness, objectType, objectData, { duplicateCheck: false });
  if (output.objectId === null) throw new Error(output.errorMessage ?? 'not saved');
  return output.objectId;
}

export function count(likeness: Likeness, objectType: string): number {
  let records = 0;
  for (const record of likeness.records(objectType)) if (record['Id'] !== undefined) records += 1;
  return records;
}

export async function searchIds(
  likeness: Likeness,
  objectPrefix: string,
  objectData: Record<string, string>,
  more = {},
): Promise<string[]> {
  const { output } = await likeness.search({ objectPrefix, objectData, ...more });
  return output[objectPrefix]!.map((result) => result.objectData['Id'] as string);
}
