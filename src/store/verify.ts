import { idCounter, installationCounter } from './installation.js';
import { COMMON_INSTALLATION, idNumber, installationOf, keyPrefixOf } from '../records/ids.js';
import { systemFiles, type StoreFiles } from './store-files.js';
import { CHANGE_COUNTER } from './history.js';
import { decodeEntry } from './history-entry.js';
import { boundedBy, type RecordMemory } from './record-memory.js';
import { recover, type Recovered, type TornTail } from './recovery.js';
import type { StoreDamagedError } from './store-errors.js';
import type { StoreState } from './store-state.js';

export interface InspectionOptions {
  /** Memory limit for records and history. Default: none. */
  readonly recordMemory?: RecordMemory | undefined;
  readonly files?: StoreFiles;
}

export interface Verification {
  /** Whether the store would open completely, without damage or faults. The last journal's end may be incomplete. */
  readonly ok: boolean;
  /** Damaged or missing lines, files and headers, in the order in which they were read. */
  readonly damages: readonly StoreDamagedError[];
  /** Contradictions between intact entries. At most 100 are listed. */
  readonly faults: readonly string[];
  readonly tornTail: TornTail | undefined;
  readonly records: number;
  readonly sequence: number;
  readonly generation: number;
  readonly snapshotBytes: number;
  readonly journalBytes: number;
  readonly journalEntries: number;
}

const MOST_FAULTS = 100;

/**
 * Reads a whole data folder without changing it. Checks checksums, sequence numbers, the order of files, every Id,
 * every record's bytes, and that no counter would issue a used Id. While a server is running, verify a backup instead,
 * because a compaction may remove files.
 */
export async function verify(folder: string, options: InspectionOptions = {}): Promise<Verification> {
  return salvaging(folder, options, ({ damages, recovered }) => {
    const faults = faultsOf(recovered.state);
    return { ok: damages.length === 0 && faults.length === 0, damages, faults, ...figuresOf(recovered) };
  });
}

export interface Salvaged {
  readonly damages: readonly StoreDamagedError[];
  readonly recovered: Recovered;
}

/** Reads everything readable, and skips damage. @param use must read everything needed; later reads fail */
export async function salvaging<T>(
  folder: string,
  { files = systemFiles, recordMemory }: InspectionOptions,
  use: (salvaged: Salvaged) => T | Promise<T>,
): Promise<T> {
  const damages: StoreDamagedError[] = [];
  // At time 0, no response has expired, so a wrong clock has no effect.
  const onDamage = (damage: StoreDamagedError): void => void damages.push(damage);
  const memory = boundedBy(recordMemory, folder, files);
  try {
    const recovered = await recover(folder, { files, now: 0, onDamage, memory });
    return await use({ damages, recovered });
  } finally {
    memory?.close();
  }
}

function figuresOf(recovered: Recovered): Omit<Verification, 'ok' | 'damages' | 'faults'> {
  const { state, tornTail, generation, snapshotBytes, journalBytes, journalEntries } = recovered;
  const { records, sequence } = state;
  return { tornTail, records: records.size, sequence, generation, snapshotBytes, journalBytes, journalEntries };
}

function faultsOf(state: StoreState): string[] {
  const faults: string[] = [];
  const highest = new Map<string, { id: string; number: number }>();
  for (const { id } of state.records.encoded()) {
    if (faults.length >= MOST_FAULTS) return faults;
    try {
      state.records.get(id);
    } catch (error) {
      faults.push(`record ${id}: ${(error as Error).message}`);
    }
    const number = idNumber(id);
    // The records are in Id order, so the last Id with a prefix has the highest number.
    if (number !== undefined) highest.set(keyPrefixOf(id), { id, number });
  }
  for (const [prefix, { id, number }] of highest) {
    const counter = state.counters.get(idCounter(prefix));
    if (counter !== undefined && counter < number)
      faults.push(`counter ${idCounter(prefix)} is ${counter}, but the Id ${id} has number ${number}`);
    const installation = state.counters.get(installationCounter(prefix)) ?? COMMON_INSTALLATION;
    if (counter !== undefined && installation < installationOf(id)!)
      faults.push(`counter ${installationCounter(prefix)} is ${installation}, but the Id ${id} exists`);
  }
  const { last } = state.history;
  const lastGiven = state.counters.get(CHANGE_COUNTER);
  if (lastGiven !== undefined && last > lastGiven)
    faults.push(`counter change is ${lastGiven}, but change ${last} exists`);
  for (const { number, bytes } of state.history.stored()) {
    if (faults.length >= MOST_FAULTS) return faults;
    const { before } = decodeEntry(bytes);
    try {
      if (before !== undefined) JSON.parse(before);
    } catch (error) {
      faults.push(`change ${number}: ${(error as Error).message}`);
    }
  }
  for (const { id, into } of state.merged.all())
    if (faults.length < MOST_FAULTS && into !== id && state.records.has(id))
      faults.push(`record ${id} is stored, but was merged into ${into}`);
  for (const pair of state.pairs.all())
    for (const id of pair === undefined ? [] : [pair.createdId, pair.matchedId])
      if (faults.length < MOST_FAULTS && !state.records.has(id))
        faults.push(`suspected pair ${pair!.id} refers to ${id}, which is not stored`);
  return faults;
}
