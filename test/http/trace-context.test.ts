import { expect, it } from 'vitest';
import { SEARCH, UPSERT, lead, serveForTest } from './serve.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

/** Values of `traceparent`, and whether the log uses them. */
const CASES: readonly [string, boolean][] = [
  [`00-${TRACE}-${SPAN}-01`, true],
  [`00-${TRACE}-${SPAN}-00`, true],
  // A later version with additional content.
  [`cc-${TRACE}-${SPAN}-01-what-the-future-says`, true],
  [`00-${TRACE}-${SPAN}-01-more`, false],
  [`ff-${TRACE}-${SPAN}-01`, false],
  [`00-${TRACE.toUpperCase()}-${SPAN}-01`, false],
  [`00-${'0'.repeat(32)}-${SPAN}-01`, false],
  [`00-${TRACE}-${'0'.repeat(16)}-01`, false],
  [`00-${TRACE}-${SPAN}`, false],
  ['jenniffer@example.com', false],
];

it.each(CASES)('traceparent: %s is taken over into the lines of the log: %s', async (traceparent, isTaken) => {
  const served = await serveForTest({
    logLevel: 'debug',
    wrap: (likeness) =>
      new Proxy(likeness, {
        get: (target, name) => {
          if (name === 'upsert') return () => Promise.reject(new TypeError('a fault of ours'));
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      }),
  });
  const headers = { traceparent };
  await served.post(SEARCH, { objectPrefix: '00Q', objectData: { LastName: 'Doe' } }, headers);
  const failed = await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead() } }, headers);
  expect(failed.status).toBe(500);
  await expect.poll(() => served.log.filter((line) => line.includes('"statusCode"'))).toHaveLength(2);
  const lines = served.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  const told = lines.filter((line) => 'errorId' in line || 'res' in line);
  expect(told).toHaveLength(3);
  for (const line of told) {
    if (isTaken) expect(line).toMatchObject({ trace_id: TRACE, span_id: SPAN });
    else expect(line).not.toHaveProperty('trace_id');
  }
  expect(served.log.join('')).not.toContain('jenniffer');
});
