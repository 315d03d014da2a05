/**
 * `npm run test:fuzz -- --minutes N --seed N`: sends requests made at random for N minutes (5 unless said), and raw
 * bytes beside them.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launch, root, runNode, setup } from './setup.mjs';

const USAGE =
  'usage: npm run test:fuzz -- --minutes N --seed N    (minutes above 0, at most 1440, 5 unless said; seed: a whole number)\n';

await launch(async () => {
  const asked = read();
  if (asked === undefined) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  setup();
  process.env['LIKENESS_FUZZ_MINUTES'] = String(asked.minutes);
  if (asked.seed !== undefined) process.env['LIKENESS_FUZZ_SEED'] = String(asked.seed);
  process.exitCode = runNode([join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', 'test/fuzz']);
});

function read() {
  try {
    const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
    const minutes = Number(values.minutes ?? 5);
    const seed = values.seed === undefined ? undefined : Number(values.seed);
    const isRight = minutes > 0 && minutes <= 1_440 && (seed === undefined || Number.isSafeInteger(seed));
    return isRight ? { minutes, seed } : undefined;
  } catch {
    return undefined;
  }
}
