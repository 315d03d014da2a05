/**
 * `npm run test:fuzz -- --minutes N --seed N`: sends random requests and raw bytes for N minutes (default 5).
 * `--sequences N` instead sends N sequences of requests that reuse values from responses, and monitors the process.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launch, root, runNode, setup } from '../../src/cli/launch/setup.mjs';

const USAGE =
  'usage: npm run test:fuzz -- --minutes N --seed N      (minutes above 0, at most 1440, 5 unless said; seed: a whole number)\n' +
  '       npm run test:fuzz -- --sequences N --seed N    (1 to 1,000,000)\n';

await launch(async () => {
  const asked = read();
  if (asked === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  setup();
  const isSequences = asked.sequences !== undefined;
  if (isSequences) process.env['LIKENESS_FUZZ_SEQUENCES'] = String(asked.sequences);
  else process.env['LIKENESS_FUZZ_MINUTES'] = String(asked.minutes);
  process.env['LIKENESS_TEST_SEED'] = String(asked.seed ?? Date.now() % 1_000_000_000);
  const tests = isSequences ? 'test/fuzz/sequences.nightly.test.ts' : 'test/fuzz';
  process.exitCode = runNode([join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', tests]);
});

function read() {
  try {
    const options = { minutes: { type: 'string' }, sequences: { type: 'string' }, seed: { type: 'string' } };
    const { values } = parseArgs({ options });
    const minutes = Number(values.minutes ?? 5);
    const seed = values.seed === undefined ? undefined : Number(values.seed);
    const sequences = values.sequences === undefined ? undefined : Number(values.sequences);
    if (sequences !== undefined && !(Number.isInteger(sequences) && sequences > 0 && sequences <= 1_000_000)) return;
    const isRight = minutes > 0 && minutes <= 1_440 && (seed === undefined || Number.isSafeInteger(seed));
    return isRight ? { minutes, sequences, seed } : undefined;
  } catch {
    return undefined;
  }
}
