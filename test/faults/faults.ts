import { cutFiles, flippedBits } from './damage.js';
import { fileDescriptors } from './descriptors.js';
import { diskErrors } from './disk-errors.js';
import { equalPersons } from './equal-persons.js';
import { endUnderJobs } from './jobs.js';
import { endUnderLoad } from './kills.js';
import { oneFolder } from './one-folder.js';
import type { Outcome } from './outcome.js';
import { powerCuts } from './power-cuts.js';
import { serviceErrors } from './service-errors.js';
import { smallDisk } from './small-disk.js';

export interface Fault {
  /**
   * Repetitions in the full run and in the commit test. The nightly run has three times as many repetitions as the
   * commit test.
   */
  readonly times: readonly [full: number, small: number];
  /** `patience`: factor for time limits on a busy machine. */
  readonly run: (
    folder: string,
    times: number,
    random: () => number,
    seed: number,
    patience?: number,
  ) => Promise<Outcome>;
}

export const FAULTS: Readonly<Record<string, Fault>> = {
  equals: { times: [100, 1], run: equalPersons },
  kills: { times: [60, 2], run: (folder, times, random) => endUnderLoad(folder, 'SIGKILL', times, random) },
  stops: { times: [20, 1], run: (folder, times, random) => endUnderLoad(folder, 'SIGTERM', times, random) },
  jobs: { times: [20, 2], run: endUnderJobs },
  'power-cuts': { times: [300, 15], run: (folder, times, _, seed) => powerCuts(folder, times, seed) },
  'disk-errors': { times: [250, 15], run: diskErrors },
  'service-errors': { times: [28, 7], run: serviceErrors },
  flips: { times: [1_000, 30], run: flippedBits },
  cuts: { times: [1_000, 30], run: cutFiles },
  servers: { times: [10, 1], run: oneFolder },
  descriptors: { times: [5, 1], run: fileDescriptors },
  disks: { times: [6, 2], run: smallDisk },
};
