import { describe, expect, it } from 'vitest';
import { serveForTest } from '../http/serve.js';
import { sendSequences } from './send-sequences.js';

const AMOUNT = 75;

describe('sequences of requests that give back what answers have handed out, as it is or changed', () => {
  it('every answer is one of the service, and afterwards it retains nothing', async () => {
    const served = await serveForTest({ settings: { rateLimit: 1_000_000 } });
    const statuses = await sendSequences(served.port, served.token, AMOUNT);
    for (const status of [200, 400]) expect(statuses.get(status)).toBeGreaterThan(0);
    const held = () => [served.admission.requests, served.admission.bytes, served.likeness.queries.running];
    await expect.poll(held).toEqual([0, 0, 0]);
    // Joined, so that a failure shows the whole text.
    expect(served.log.filter((line) => line.includes('"level":50')).join('\n')).toBe('');
    expect(await served.likeness.checkConsistency({ sample: 200 })).toEqual([]);
  });
});
