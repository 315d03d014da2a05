import fc from 'fast-check';
import { liveAll, randomLives } from '../store/power-cut-lives.js';
import type { Outcome } from './outcome.js';

/**
 * Random programs of commits and compactions, cut off at a random operation on disk: files keep what was synced and any part of the rest, names what the folder's
 * sync made durable and any of the rest. Then the next life on what is left, some of them cut off while they recover.
 */
export async function powerCuts(programs: number, seed: number): Promise<Outcome> {
  const broken: string[] = [];
  let deaths = 0;
  let acknowledged = 0;
  for (const [i, lives] of fc.sample(randomLives, { numRuns: programs, seed }).entries()) {
    deaths += lives.length + 1;
    try {
      acknowledged += await liveAll(lives);
    } catch (error) {
      broken.push(`program ${i} of seed ${seed}: ${String(error)}`);
    }
  }
  return {
    fault: 'power cut, or death of the process, at a random operation on disk',
    times: deaths,
    acknowledged,
    checked: `${deaths} deaths in ${programs} programs, ${acknowledged} acknowledged transactions`,
    broken,
  };
}
