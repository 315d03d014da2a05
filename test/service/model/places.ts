import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileStore } from '../../../src/store/open-file-store.js';
import type { RecordMemory } from '../../../src/store/record-memory.js';
import type { RecordStore } from '../../../src/store/record-store.js';
import { INSTALLATION } from './state.js';
import { PowerCutFiles } from '../../store/power-cut-files.js';

/** Storage of a service under test. */
export interface ModelPlace {
  open(now: () => number): Promise<RecordStore>;
  /** Cuts off the storage after this many operations, unless already cut off. */
  cutAfter(operations: number): void;
  /** Called when the store is closed: the next `open` finds what the cut left. */
  recover(random: () => number): Promise<void>;
  remove(): Promise<void>;
}

/** A data folder. A power cut leaves the data synced to disk, and possibly more. */
export async function folderPlace(recordMemory?: RecordMemory): Promise<ModelPlace> {
  const root = await mkdtemp(join(tmpdir(), 'likeness-model-'));
  let lives = 0;
  let files = new PowerCutFiles();
  const folder = (): string => join(root, String(lives));
  return {
    open: async (now) => {
      files = new PowerCutFiles();
      await files.makeFolder(folder());
      await files.adopt(folder());
      return openFileStore(folder(), { files, now, compactAt: Infinity, recordMemory, installation: INSTALLATION });
    },
    cutAfter: (operations) => (files.cutAt = Math.min(files.cutAt, files.operations + operations)),
    recover: async (random) => {
      lives++;
      await files.leave(folder(), random);
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
