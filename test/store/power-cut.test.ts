import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newFolder } from './folders.js';
import { cutAtEveryOperation, liveAll, randomLives } from './power-cut-lives.js';
import { draws } from '../support/draws.js';

it('a power cut at every single operation loses nothing that was acknowledged and leaves no half', async () => {
  expect((await cutAtEveryOperation(await newFolder())).deaths).toBeGreaterThan(100);
}, 180_000);

it('random programs through several deaths of process and power, during recovery too, lose nothing and leave no half', async () => {
  await fc.assert(
    fc.asyncProperty(randomLives, async (lives) => {
      await liveAll(lives);
    }),
    { numRuns: draws(100) },
  );
}, 180_000);
