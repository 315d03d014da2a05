import { join } from 'node:path';
import { systemFiles, withFile, type StoreFiles } from './store-files.js';
import { fileName, INDEX_SNAPSHOTS, parseFileName, temporaryName } from './format.js';
import { parseMarkerName } from './truncation-marker.js';
import { Journal } from './journal.js';
import { lockFolder } from './lock.js';
import { UnknownFormatError, type StoreDamagedError } from './store-errors.js';
import { writeSnapshot } from './snapshot.js';
import type { StoreState } from './store-state.js';
import { salvaging, type InspectionOptions, type Salvaged } from './verify.js';

export interface RepairPlan {
  readonly folder: string;
  /** False if the store opens without a repair. Startup itself removes an incomplete end of the journal. */
  readonly isNeeded: boolean;
  readonly damages: readonly StoreDamagedError[];
  /** Number of snapshot lines that are unreadable or missing: records, change blocks, pairs, responses or counters. */
  readonly lostSnapshotLines: number;
  /** Whether the snapshot ends too early. The number of lost lines is then unknown. */
  readonly isSnapshotCut: boolean;
  /** Number of intact journal entries that are omitted because they may depend on lost entries. */
  readonly lostEntries: number;
  /** Journals that the repair would omit completely. */
  readonly lostJournals: readonly string[];
  readonly keptRecords: number;
  readonly keptSequence: number;
  /** Files that the repair moves to another folder. The repair deletes no files. */
  readonly movedAside: readonly string[];
  readonly steps: readonly string[];
}

/** Describes what `applyRepair` would do. Changes nothing. @throws UnknownFormatError */
export function planRepair(folder: string, options: InspectionOptions = {}): Promise<RepairPlan> {
  return planning(folder, options, ({ plan }) => plan);
}

/**
 * Writes a new snapshot of all readable data, with a new journal, and moves the old files to a folder
 * `damaged-<generation>` in the data folder. If the repair crashes, either the old or the new files are valid.
 * @throws StoreLockedError if the store is open
 * @throws UnknownFormatError
 */
export async function applyRepair(folder: string, options: InspectionOptions = {}): Promise<RepairPlan> {
  const { files = systemFiles } = options;
  const lock = await lockFolder(folder);
  try {
    return await planning(folder, options, async ({ plan: chosen, state }) => {
      if (chosen.isNeeded) await rewrite(folder, chosen, state, files);
      return chosen;
    });
  } finally {
    await lock.release();
  }
}

async function rewrite(folder: string, chosen: RepairPlan, state: StoreState, files: StoreFiles): Promise<void> {
  const generation = newGeneration(chosen.movedAside);
  const { sequence, commits } = state;
  const temporary = join(folder, temporaryName(generation));
  if ((await files.list(folder)).includes(temporaryName(generation))) await files.remove(temporary);
  await withFile(files, temporary, 'create', (file) => writeSnapshot(file, state, { generation, sequence }, 0));
  const journal = await Journal.create(folder, { generation, sequence, commits: commits.newest() }, files);
  await journal.close();
  await files.rename(temporary, join(folder, fileName('snapshot', generation)));
  await files.syncFolder(folder);
  const aside = join(folder, `damaged-${generation}`);
  await files.makeFolder(aside);
  for (const name of chosen.movedAside) await files.rename(join(folder, name), join(aside, name));
  // Removes the index snapshot too, because it was made from the old data.
  for (const name of await files.list(folder))
    if (INDEX_SNAPSHOTS.includes(name)) await files.remove(join(folder, name));
  await files.syncFolder(aside);
  await files.syncFolder(folder);
}

interface Planned {
  readonly plan: RepairPlan;
  readonly state: StoreState;
}

async function planning<T>(
  folder: string,
  options: InspectionOptions,
  use: (planned: Planned) => T | Promise<T>,
): Promise<T> {
  return salvaging(folder, options, async (salvaged) => {
    // The file may be intact, but this version can neither read nor rewrite it.
    for (const damage of salvaged.damages) if (damage instanceof UnknownFormatError) throw damage;
    const names = await (options.files ?? systemFiles).list(folder);
    return use(planOf(folder, names, salvaged));
  });
}

function planOf(folder: string, names: readonly string[], { damages, recovered }: Salvaged): Planned {
  const movedAside = names.filter((name) => parseFileName(name) !== undefined || parseMarkerName(name) !== undefined);
  const { state, skippedEntries, isSnapshotCut, missingSnapshotLines: missing } = recovered;
  const damagedLines = damages.filter(
    ({ location: place }) => place !== undefined && place.line > 1 && parseFileName(place.file)?.kind === 'snapshot',
  ).length;
  // A wrong count in the end line is reported as damage, but the end line is not lost.
  const lostSnapshotLines = missing === 0 ? damagedLines : damagedLines - 1 + Math.max(0, missing);
  const lostJournals = movedAside.filter((name) => {
    const parsed = parseFileName(name);
    return parsed?.kind === 'journal' && damages.length > 0 && parsed.generation > Math.max(recovered.generation, 0);
  });
  const made = {
    folder,
    isNeeded: damages.length > 0,
    damages,
    lostSnapshotLines,
    isSnapshotCut,
    lostEntries: skippedEntries,
    lostJournals,
    keptRecords: state.records.size,
    keptSequence: state.sequence,
    movedAside,
  };
  return { plan: { ...made, steps: made.isNeeded ? describe(made) : [] }, state };
}

function describe(made: Omit<RepairPlan, 'steps'>): string[] {
  const generation = newGeneration(made.movedAside);
  const behind = made.isSnapshotCut ? ' and everything after its truncated end' : '';
  return [
    ...made.damages.map(({ message }) => `damaged: ${message}`),
    `keep ${made.keptRecords} records, up to transaction ${made.keptSequence}, in ${fileName('snapshot', generation)}`,
    `skip ${made.lostSnapshotLines} damaged snapshot lines${behind}, ${made.lostEntries} journal entries after the first damaged one, and these journals: ${made.lostJournals.join(', ') || 'none'}`,
    `move ${made.movedAside.join(', ')} to damaged-${generation}`,
  ];
}

function newGeneration(names: readonly string[]): number {
  return 1 + names.reduce((highest, name) => Math.max(highest, parseFileName(name)?.generation ?? 0), 0);
}
