import { describe, expect, it } from 'vitest';
import { header, rawConnection } from './raw-connection.js';
import { lead, UPSERT, serveForAll } from './serve.js';

const CODES: Readonly<Record<number, string>> = {
  400: 'MALFORMED_REQUEST',
  408: 'REQUEST_TIMEOUT',
  417: 'EXPECTATION_FAILED',
  431: 'REQUEST_TOO_LARGE',
};

describe('faults that never reach an endpoint', () => {
  const served = serveForAll({ limits: { headerSeconds: 1, requestSeconds: 1 }, listen: { checkingInterval: 20 } });

  const answerTo = async (bytes: string): Promise<string> => {
    const connection = await rawConnection(served.port);
    connection.write(bytes);
    await connection.closed;
    return connection.text();
  };

  it.each([
    ['not HTTP', 400, 'no request at all\r\n\r\n'],
    ['two lengths', 400, 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a length and chunks',
      400,
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['NUL in a header', 400, 'GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'],
    ['a header that is too slow', 408, 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['a header that is too large', 431, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(90_000)}\r\n\r\n`],
    [
      'an expectation that is not understood',
      417,
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: coffee\r\nConnection: close\r\n\r\n',
    ],
    ['no Host', 400, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two Hosts', 400, 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n'],
    ['the same Host twice', 400, 'GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ])('%s: %i, as the platform writes it, with the headers of all answers', async (_name, status, bytes) => {
    const text = await answerTo(bytes);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const usual = await served.call('GET', '/nothing');
    const headers = new Map(
      head
        .split('\r\n')
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
    );
    for (const [name, value] of usual.headers)
      if (!['content-length', 'date', 'connection', 'keep-alive', 'x-request-id'].includes(name))
        expect([name, headers.get(name)]).toEqual([name, value]);
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
    expect(JSON.parse(body)).toEqual([{ message: expect.any(String) as string, errorCode: CODES[status], fields: [] }]);
  });
});

describe('two Idempotency-Keys', () => {
  // Uses the default timeouts, because a slow machine may need longer than the timeouts above for thousands of fields.

  const served = serveForAll();

  it.each([0, 2_500])('after %i other fields: 400, and nothing is saved', async (before) => {
    const stored = served.likeness.statistics().store.records;
    const body = JSON.stringify({ input: { objectType: 'Lead', objectData: lead() } });
    const fields = {
      Authorization: `Bearer ${served.token}`,
      ...Object.fromEntries(Array.from({ length: before }, (_, i) => [`X-${i}`, 'x'])),
      ...{ 'Idempotency-Key': 'a', 'idempotency-key': 'a' },
    };
    const connection = await rawConnection(served.port);
    connection.write(header('POST', UPSERT, body.length, fields) + body);
    await expect.poll(connection.statuses).toEqual([400]);
    expect(connection.text()).toContain('INVALID_IDEMPOTENCY_KEY');
    expect(served.likeness.statistics().store.records).toBe(stored);
    const once = { 'idempotency-key': 'a, a' };
    expect((await served.post(UPSERT, body, once)).status, 'a comma in one is part of it').toBe(200);
  });
});
