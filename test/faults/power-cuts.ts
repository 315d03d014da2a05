import fc from 'fast-check';
import { cutAtOperations, liveAll, randomLives } from '../store/power-cut-lives.js';
import type { Outcome } from './outcome.js';

/** If there are at least this many programs, one of them is also cut at every operation. */
const WITH_EVERY_OPERATION = 100;

/**
 * Runs random programs of commits and compactions, and cuts the power at a random disk operation. Files keep synced
 * data, and a random part of the data after it. File names synced with the folder survive; other file names may
 * survive. Then the next process starts on the result; some processes are cut during recovery.
 */
export async function powerCuts(root: string, programs: number, seed: number): Promise<Outcome> {
  const broken: string[] = [];
  let deaths = 0;
  let acknowledged = 0;
  if (programs >= WITH_EVERY_OPERATION)
    try {
      const every = await cutAtOperations(root, 1);
      deaths += every.deaths;
      acknowledged += every.acknowledged;
    } catch (error) {
      broken.push(`cut at every operation: ${String(error)}`);
    }
  for (const [i, lives] of fc.sample(randomLives, { numRuns: programs, seed }).entries()) {
    deaths += lives.length + 1;
    try {
      acknowledged += await liveAll(lives);
    } catch (error) {
      broken.push(`program ${i} of seed ${seed}: ${String(error)}`);
    }
  }
  return {
    fault: 'power failure or process crash at a random disk operation',
    times: deaths,
    acknowledged,
    checked: `${deaths} deaths in ${programs} programs, ${acknowledged} acknowledged transactions`,
    broken,
  };
}
