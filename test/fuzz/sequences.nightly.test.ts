import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { copyOf, importContacts, tokenFor } from '../../bench/harness/data-folder.js';
import { startService } from '../../bench/harness/server.js';
import { seed } from '../support/seed.js';
import { sendSequences } from './send-sequences.js';

/** Number of sequences (`npm run test:fuzz -- --sequences N`). */
const AMOUNT = Number(process.env['LIKENESS_FUZZ_SEQUENCES'] ?? 20_000);
/** Number of warm-up sequences. */
const FIRST = 200;
/** Maximum CPU milliseconds of an event-loop step, and maximum memory in bytes. */
const MOST_STEP_MS = 250;
const MOST_BYTES = 1_000_000_000;
const WATCH = fileURLToPath(new URL('watch-loop.mjs', import.meta.url));

it(
  `sequences that give back what answers hand out: no step above ${MOST_STEP_MS} ms, no more than ${MOST_BYTES} bytes`,
  async () => {
    const folder = await copyOf(await importContacts(1_000));
    const service = await startService(folder, { node: ['--import', WATCH], messages: true });
    const port = Number(new URL(service.url).port);
    const watch = async (what: string) => {
      const told = once(service.process, 'message');
      service.process.send(what);
      return (await told)[0] as { longest: number; bytes: number };
    };
    try {
      const token = tokenFor(folder);
      await sendSequences(port, token, FIRST);
      await watch('begin');
      const begun = Date.now();
      const statuses = await sendSequences(port, token, AMOUNT);
      const { longest, bytes } = await watch('end');
      const answers = [...statuses].sort().map(([status, times]) => `${times} times ${status}`);
      const figures = `longest step ${Math.round(longest)} ms, ${Math.round(bytes / 1e6)} MB`;
      const seconds = Math.round((Date.now() - begun) / 1_000);
      console.log(`${AMOUNT} sequences, ${seconds} s, seed ${seed}: ${figures}; ${answers.join(', ')}`);
      expect(longest).toBeLessThanOrEqual(MOST_STEP_MS);
      expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    } finally {
      await service.stop();
    }
  },
  24 * 3_600_000,
);
