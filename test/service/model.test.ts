import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfiguration } from '../../src/config/load.js';
import { programs, type Model } from './model/commands.js';
import { files } from './model/configuration.js';
import { ServiceUnderTest } from './model/service-under-test.js';
import { ModelState } from './model/state.js';

/** Random programs of a run; `LIKENESS_MODEL_RUNS` for a longer one. */
const RUNS = Number(process.env['LIKENESS_MODEL_RUNS'] ?? 60);

it(
  'records, indexes, suspected pairs, summaries, numbers and history agree with a plain model over random programs of upserts, related lists, deletions, merges, undoing, searches, restarts, compactions and power cuts',
  { timeout: 1000 * (60 + 2 * RUNS) },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'likeness-config-'));
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content));
    const configuration = await loadConfiguration(folder);
    await rm(folder, { recursive: true });
    let changes = 0;
    await fc.assert(
      fc.asyncProperty(programs, async (commands) => {
        const real = await ServiceUnderTest.start(configuration);
        try {
          const model: Model = { state: new ModelState() };
          await fc.asyncModelRun(() => ({ model, real }), commands);
          await real.expectAgreement(model.state);
          changes += model.state.changes.length;
        } finally {
          await real.stop();
        }
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: 1000 * (50 + 2 * RUNS), markInterruptAsFailure: true },
    );
    // Programs that do nothing would agree too.
    expect(changes).toBeGreaterThan(RUNS * 5);
  },
);
