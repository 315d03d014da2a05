import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_VALUES, hostileInputs } from '../../bench/hostile/inputs.js';
import type { Served } from './serve.js';
import { WorkCount } from './work-count.js';

const SEARCH = '/services/apexrest/dupcheck/dc3Api/search';
const METHODS = [
  ...['exact', 'personName', 'companyNameLight', 'companyName', 'companyNameStrict', 'phone', 'email'],
  ...['website', 'street', 'city', 'postalCode', 'date', 'number', 'text'],
];
/** Code blocks executed per byte: the input may be scanned a few times, but not once for each of its parts. */
const PER_BYTE = 5;
/** Maximum blocks independent of the input. An ordinary search takes about a thousand. */
const FIXED = 10_000;
/** Maximum blocks for comparing and showing one stored text of any length. */
const PER_NEIGHBOUR = 4_000;
/** Number of stored texts that are similar to the hostile text. */
const COPIES = 40;

describe('no hostile input costs more work than its size explains', () => {
  let work: WorkCount;
  let serve: typeof import('./serve.js').serve;
  let served: Served;
  beforeAll(async () => {
    work = await WorkCount.start();
    ({ serve } = await import('./serve.js'));
    served = await serve({
      limits: { failedLogins: 1_000, failedLoginsInTotal: 1_000 },
      files: {
        'scenarios.json': METHODS.map((method) => ({
          id: `by-${method}`,
          name: method,
          object: 'Contact',
          threshold: 50,
          usage: ['restSearch'],
          fields: [{ field: 'Description', method, weight: 1 }],
        })),
      },
    });
  });
  afterAll(async () => {
    await served.close();
    await work.stop();
  });

  const store = (rows: Record<string, unknown>[]): Promise<unknown> =>
    served.likeness.importBatch('Contact', rows, { check: false }, { clientId: 'test' });

  /** Sends a request. Returns the response and the number of executed blocks. */
  const cost = async (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) => {
    await work.take();
    const reply = await served.call('POST', path, {
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    return { reply, ...(await work.take()) };
  };

  it('control: work is counted, and a text looked through once costs as much as it is long', async () => {
    const { blocks } = await cost(SEARCH, ' '.repeat(1_000_000));
    expect(blocks).toBeGreaterThan(1_000_000);
    expect(blocks).toBeLessThan(1_100_000);
  });

  it.each(hostileInputs().map((input) => [input.name, input] as const))(
    '%s',
    async (_name, { path, body, headers, status, bytes }) => {
      const { reply, blocks, busiest } = await cost(path, body, headers);
      expect(reply.status).toBe(status);
      expect(blocks, busiest).toBeLessThan(FIXED + PER_BYTE * bytes);
    },
  );

  describe.each(HOSTILE_VALUES)('%s, among stored texts that are nearly the same', (_name, value) => {
    const objectPrefix = '003';
    beforeAll(() =>
      store(
        Array.from({ length: COPIES }, (_, i) => ({
          LastName: `L${i}`,
          Description: i % 2 === 0 ? `${value.slice(0, 30_000)} ${i}` : `${i}${value.slice(0, 30_000)}`,
        })),
      ),
    );
    it.each(METHODS)('by %s', async (method) => {
      const body = JSON.stringify({
        objectPrefix,
        scenarioIds: [`by-${method}`],
        objectData: { Description: `${value}x` },
      });
      const { reply, blocks, busiest } = await cost(SEARCH, body);
      expect(reply.status).toBe(200);
      // The response contains the found records in full.
      const bytes = Buffer.byteLength(body) + Buffer.byteLength(reply.text);
      expect(blocks, busiest).toBeLessThan(FIXED + PER_BYTE * bytes + PER_NEIGHBOUR * COPIES);
    });
  });

  it('a crowd of one name: to search in four times as many costs four times as much, not more', async () => {
    const row = { FirstName: 'Maria', LastName: 'Crowd', MailingCity: 'Springfield' };
    const body = JSON.stringify({ objectPrefix: '003', objectData: row });
    const costs: number[] = [];
    for (const more of [1_000, 3_000]) {
      await store(Array.from({ length: more }, () => row));
      const { reply, blocks } = await cost(SEARCH, body);
      expect((reply.body as unknown as Record<string, unknown[]>)['003']).toHaveLength(100);
      costs.push(blocks);
    }
    expect(costs[1]! / costs[0]!).toBeLessThan(4.2);
  });
});
