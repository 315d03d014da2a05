import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfiguration } from '../../../src/store/config/load.js';
import { programs, type Model } from './commands.js';
import { files } from './configuration.js';
import type { ModelPlace } from './places.js';
import { ServiceUnderTest } from './service-under-test.js';
import { ModelState } from './state.js';

/**
 * Runs random programs against the service and a simple model.
 *
 * @param runs number of programs; `LIKENESS_MODEL_RUNS` overrides it
 */
export function modelAgreement(store: string, runs: number, newPlace: () => Promise<ModelPlace>): void {
  const numRuns = Number(process.env['LIKENESS_MODEL_RUNS'] ?? runs);
  const mostMs = 1000 * (50 + 2 * numRuns);

  it(
    `records, indexes, suspected pairs, summaries, numbers and history of ${store} agree with a plain model over ` +
      'random programs of upserts, related lists, deletions, merges, decisions, undoing, searches, restarts, compactions and cuts',
    { timeout: mostMs + 10_000 },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'likeness-config-'));
      for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content));
      const configuration = await loadConfiguration(folder);
      await rm(folder, { recursive: true });
      let changes = 0;
      await fc.assert(
        fc.asyncProperty(programs, async (commands) => {
          const real = await ServiceUnderTest.start(configuration, await newPlace());
          try {
            const model: Model = { state: new ModelState() };
            await fc.asyncModelRun(() => ({ model, real }), commands);
            await real.expectAgreement(model.state);
            changes += model.state.changes.length;
          } finally {
            await real.stop();
          }
        }),
        { numRuns, interruptAfterTimeLimit: mostMs, markInterruptAsFailure: true },
      );
      // Ensures that the programs change something.
      expect(changes).toBeGreaterThan(numRuns * 5);
    },
  );
}
