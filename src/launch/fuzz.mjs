/** `npm run test:fuzz -- --minutes N`: sends requests made at random for N minutes (5 unless said), each half of them to endpoints and as raw bytes. */
import { join } from 'node:path';
import { launch, root, runNode, setup } from './setup.mjs';

await launch(async () => {
  const [option, value = '5', ...rest] = process.argv.slice(2);
  const minutes = Number(value);
  if ((option !== undefined && option !== '--minutes') || !(minutes > 0 && minutes <= 1_440) || rest.length > 0) {
    process.stderr.write('usage: npm run test:fuzz -- --minutes N    (above 0, at most 1440; 5 unless said)\n');
    process.exitCode = 2;
    return;
  }
  setup();
  process.env['LIKENESS_FUZZ_MINUTES'] = String(minutes);
  process.exitCode = runNode([join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', 'test/fuzz']);
});
