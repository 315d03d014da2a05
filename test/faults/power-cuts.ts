import fc from 'fast-check';
import { cutAtOperations, liveAll, randomLives } from '../store/power-cut-lives.js';
import type { Outcome } from './outcome.js';

/**
 * From so many programs on, one is cut off at every operation besides: the test suite has that in a test of its own.
 */
const WITH_EVERY_OPERATION = 100;

/**
 * Random programs of commits and compactions, cut off at a random operation on disk: files keep what was synced and any
 * part of the rest, names what the folder's sync made durable and any of the rest. Then the next life on what is left,
 * some of them cut off while they recover.
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
