import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sendRaw } from '../http/raw.js';
import { TOKEN, serveForAll } from '../http/serve.js';
import { seed } from '../support/seed.js';
import { rawBytes } from './raw-bytes.js';

/** Duration of the long mode, in addition to the requests. */
const DURATION = Number(process.env['LIKENESS_FUZZ_MINUTES'] ?? 0) * 60_000;
const TIME = DURATION + 180_000;

/** Status codes for input that is not HTTP; 0: closed without a response. */
const TRANSPORT = new Set([0, 100, 200, 204, 400, 401, 404, 405, 408, 413, 415, 417, 429, 431, 503]);

describe('the service under bytes made at random', () => {
  // Short timeouts, because the test sends incomplete requests.
  const impatient = serveForAll({
    logLevel: 'debug',
    limits: { headerSeconds: 0.1, requestSeconds: 0.1, idleSeconds: 0.1 },
    listen: { checkingInterval: 20 },
  });

  const checkRaw = async (bytes: Buffer): Promise<void> => {
    const reply = await sendRaw(impatient.port, bytes);
    expect([...TRANSPORT], reply.head).toContain(reply.status);
    // The sent bytes never contain a valid secret.
    if (bytes.includes(TOKEN)) expect(reply.body).not.toContain('access_token');
    if (reply.status < 400 || reply.body === '') return;
    // The responses to pipelined requests follow the first response.
    const length = Number(/content-length: (\d+)/i.exec(reply.head)?.[1] ?? 0);
    const first = Buffer.from(reply.body).subarray(0, length).toString();
    expect(() => JSON.parse(first) as unknown, reply.head).not.toThrow();
  };

  it(
    'what is no request, or nearly one, is answered or the connection is closed',
    async () => {
      const end = Date.now() + DURATION;
      let round = 0;
      do await fc.assert(fc.asyncProperty(rawBytes(impatient), checkRaw), { numRuns: 60, seed: seed + round++ });
      while (Date.now() < end);
      await expect.poll(() => [impatient.admission.requests, impatient.admission.bytes]).toEqual([0, 0]);
      expect(impatient.log.filter((line) => line.includes('"level":50'))).toEqual([]);
      expect(impatient.log.join('')).not.toContain(impatient.token);
    },
    TIME,
  );
});
