import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newFolder } from './folders.js';
import { cutAtOperations, liveAll, randomLives } from './power-cut-lives.js';
import { draws, isNightly } from '../support/draws.js';

// Each run starts at another operation, so several runs cover all.
const STEP = isNightly ? 1 : 5;

it('a power cut at every operation loses nothing that was acknowledged and leaves no half', async () => {
  expect((await cutAtOperations(await newFolder(), STEP)).deaths).toBeGreaterThan(100 / STEP);
});

it('random programs through several deaths of process and power, during recovery too, lose nothing and leave no half', async () => {
  await fc.assert(
    fc.asyncProperty(randomLives, async (lives) => {
      await liveAll(lives);
    }),
    { numRuns: draws(100) },
  );
});
