import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sendRaw } from './raw.js';
import { EXPLAIN, lead, SEARCH, serve, UPSERT, type Served } from './serve.js';

const LIMIT = 1_000_000;
const search = { objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } };
const bytes = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding));

describe('hostile bodies', () => {
  let served: Served;
  beforeAll(async () => void (served = await serve({ settings: { bodyLimit: LIMIT } })));
  afterEach(async () => expect((await served.post(SEARCH, search)).status).toBe(200));
  afterAll(() => served.close());

  const text = JSON.stringify(search);
  const cases: [string, () => { body?: Uint8Array | string; headers?: Record<string, string> }, number, string?][] = [
    ['absent', () => ({}), 400, 'the body is empty'],
    ['[]', () => ({ body: '[]' }), 400, 'expected an object, got a list'],
    ['null', () => ({ body: 'null' }), 400, 'expected an object, got null'],
    ['1', () => ({ body: '1' }), 400, 'expected an object, got a number'],
    ['a string', () => ({ body: '"x"' }), 400, 'expected an object, got a string'],
    ['latin1 by charset', () => ({ body: text, headers: { 'content-type': 'application/json; charset=latin1' } }), 415],
    [
      'utf-16 by charset',
      () => ({ body: bytes(text, 'utf16le'), headers: { 'content-type': 'application/json; charset=utf-16' } }),
      415,
    ],
    ['utf-16 without saying so', () => ({ body: bytes(`\ufeff${text}`, 'utf16le') }), 400, 'not valid UTF-8'],
    ['BOM', () => ({ body: bytes(`\ufeff${text}`) }), 200],
    ['invalid UTF-8', () => ({ body: bytes(text.replace('Jen', '\xff\xfe'), 'latin1') }), 400, 'not valid UTF-8'],
    ['overlong UTF-8', () => ({ body: bytes(text.replace('Jen', '\xc0\xaf'), 'latin1') }), 400, 'not valid UTF-8'],
    ['one byte at the limit', () => ({ body: text + ' '.repeat(LIMIT - text.length) }), 200],
    ['one byte over the limit', () => ({ body: text + ' '.repeat(LIMIT - text.length + 1) }), 413],
    ['gzip', () => ({ body: gzipSync(text), headers: { 'content-encoding': 'gzip' } }), 200],
    ['deflate', () => ({ body: deflateSync(text), headers: { 'content-encoding': 'deflate' } }), 200],
    ['br', () => ({ body: brotliCompressSync(text), headers: { 'content-encoding': 'br' } }), 200],
    [
      'gzip one decoded byte over the limit',
      () => ({ body: gzipSync(text + ' '.repeat(LIMIT - text.length + 1)), headers: { 'content-encoding': 'gzip' } }),
      413,
    ],
    [
      'gzip bomb',
      () => ({ body: gzipSync(Buffer.alloc(100_000_000, 32)), headers: { 'content-encoding': 'gzip' } }),
      413,
    ],
    [
      'br bomb',
      () => ({ body: brotliCompressSync(Buffer.alloc(100_000_000, 32)), headers: { 'content-encoding': 'br' } }),
      413,
    ],
    [
      'a packed body of brackets',
      () => ({ body: packedBrackets(), headers: { 'content-encoding': 'gzip' } }),
      400,
      'nested too deeply',
    ],
    ['not gzip at all', () => ({ body: text, headers: { 'content-encoding': 'gzip' } }), 400, 'cannot be decompressed'],
    [
      'truncated gzip',
      () => ({ body: gzipSync(text).subarray(0, 20), headers: { 'content-encoding': 'gzip' } }),
      400,
      'cannot be decompressed',
    ],
    ['gzip twice', () => ({ body: gzipSync(gzipSync(text)), headers: { 'content-encoding': 'gzip, gzip' } }), 415],
    ['unknown encoding', () => ({ body: text, headers: { 'content-encoding': 'zstd' } }), 415],
    ['100,000 deep lists', () => ({ body: '['.repeat(100_000) + ']'.repeat(100_000) }), 400, 'nested too deeply'],
    ['100,000 deep lists, not closed', () => ({ body: '['.repeat(100_000) }), 400, 'nested too deeply'],
    [
      '100,000 deep objects',
      () => ({ body: '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000) }),
      400,
      'nested too deeply',
    ],
    [
      'deep inside a value',
      () => ({ body: `{"objectPrefix":"00Q","objectData":{"FirstName":${'['.repeat(50_000)}${']'.repeat(50_000)}}}` }),
      400,
      'objectData.FirstName[0]',
    ],
    [
      '80,000 keys',
      () => ({
        body: `{"objectPrefix":"00Q","objectData":{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`).join()}}}`,
      }),
      400,
      'more than 10000 keys in one object. At most 2000',
    ],
    [
      '3,000 keys',
      () => ({
        body: `{"objectPrefix":"00Q","objectData":{${Array.from({ length: 3_000 }, (_, i) => `"k${i}":1`).join()}}}`,
      }),
      400,
      'objectData: the object has 3000 keys. At most 2000',
    ],
    [
      '2,000 scenarios',
      () => ({ body: `{"objectPrefix":"00Q","objectData":{},"scenarioIds":[${Array(2_000).fill('"x"').join()}]}` }),
      400,
      'scenarioIds: expected at most 1000 elements',
    ],
    [
      'commas in a string count for nothing',
      () => ({ body: `{"${','.repeat(400_000)}":1}` }),
      400,
      'objectPrefix: required',
    ],
    ['a string without end', () => ({ body: `{"${'x'.repeat(400_000)}` }), 400, 'invalid JSON'],
    ['400,000 elements', () => ({ body: `[${'1,'.repeat(400_000)}1]` }), 400, 'more than 50000'],
    [
      'keys differing in case, of the envelope',
      () => ({ body: '{"objectPrefix":"00Q","ObjectPrefix":"003","objectData":{}}' }),
      400,
      'ObjectPrefix: unknown key',
    ],
    [
      '__proto__ in the envelope',
      () => ({ body: '{"objectPrefix":"00Q","objectData":{},"__proto__":{"filterDeveloperName":"x"}}' }),
      400,
      '__proto__: unknown key',
    ],
    [
      '__proto__ as the map',
      () => ({ body: '{"objectPrefix":"00Q","objectData":{"__proto__":{"FirstName":"x"}}}' }),
      400,
    ],
    [
      '__proto__ as field',
      () => ({ body: '{"objectPrefix":"00Q","objectData":{"__proto__":"x"}}' }),
      400,
      "No such column '__proto__'",
    ],
    [
      'constructor as field',
      () => ({ body: '{"objectPrefix":"00Q","objectData":{"constructor":"x"}}' }),
      400,
      "No such column 'constructor'",
    ],
    [
      'toString as field',
      () => ({ body: '{"objectPrefix":"00Q","objectData":{"toString":"x"}}' }),
      400,
      "No such column 'toString'",
    ],
    ['__proto__ as prefix', () => ({ body: '{"objectPrefix":"__proto__","objectData":{}}' }), 400, '__proto__'],
    ['constructor as prefix', () => ({ body: '{"objectPrefix":"constructor","objectData":{}}' }), 400, 'constructor'],
    [
      '__proto__ as filter',
      () => ({ body: '{"objectPrefix":"00Q","objectData":{},"filterDeveloperName":"__proto__"}' }),
      400,
      '__proto__',
    ],
    [
      '__proto__ and toString as scenarios',
      () => ({ body: '{"objectPrefix":"00Q","objectData":{"FirstName":"x"},"scenarioIds":["__proto__","toString"]}' }),
      200,
    ],
    [
      '40,000 bad elements',
      () => ({ body: `{"objectPrefix":"00Q","objectData":{},"scenarioIds":[${'1,'.repeat(39_999)}1]}` }),
      400,
      'scenarioIds: expected at most 1000 elements',
    ],
    [
      '500 bad elements',
      () => ({ body: `{"objectPrefix":"00Q","objectData":{},"scenarioIds":[${'1,'.repeat(499)}1]}` }),
      400,
      'scenarioIds[0]',
    ],
    [
      'an escaped key that is __proto__',
      () => ({ body: String.raw`{"objectPrefix":"00Q","objectData":{"__pr\u006fto__":"x"}}` }),
      400,
      "No such column '__proto__'",
    ],
  ];
  it.each(cases)('%s', async (_name, make, status, message) => {
    const { body, headers } = make();
    const reply = await served.call('POST', SEARCH, {
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body }),
    });
    expect(reply.status).toBe(status);
    if (message !== undefined) expect(reply.error.message).toContain(message);
    if (status !== 200) expect(reply.text.length).toBeLessThan(10_000);
  });

  it('__proto__, constructor and toString as type, field and Id of an upsert: the record fails, nothing else happens', async () => {
    const upsert = async (json: string) => (await served.post(UPSERT, `{"input":${json}}`)).body;
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect((await upsert(`{"objectType":"${name}","objectData":{}}`)).errorMessage).toMatch(/^INVALID_TYPE: /);
      const failed = await upsert(`{"objectType":"Lead","objectData":{"LastName":"x","Company":"y","${name}":"z"}}`);
      expect(failed).toMatchObject({ isSuccess: false, objectId: null });
      expect(failed.errorMessage).toContain(`INVALID_FIELD: No such column '${name}'`);
      expect(Object.hasOwn(failed.objectData, name)).toBe(true);
      expect((await upsert(`{"objectType":"Lead","objectData":{"Id":"${name}"}}`)).isSuccess).toBe(false);
      expect((await served.call('GET', `/services/data/v60.0/sobjects/${name}/${name}`)).status).toBe(404);
    }
    expect(({} as Record<string, unknown>)['filterDeveloperName']).toBeUndefined();
  });

  it('explain: hostile bodies are refused in the same way', async () => {
    expect(
      (await served.post(EXPLAIN, '{"objectPrefix":"00Q","objectData":{},"otherData":{"__proto__":"x"}}')).status,
    ).toBe(400);
    expect((await served.post(EXPLAIN, { ...search })).status).toBe(400);
    expect((await served.post(EXPLAIN, { ...search, recordId: '__proto__' })).status).toBe(404);
  });

  it.each(['x'.repeat(256), '', 'a\tb', 'schlüssel'])('Idempotency-Key %#: 400', async (key) => {
    const input = { objectType: 'Lead', objectData: lead() };
    const reply = await served.post(UPSERT, { input }, { 'idempotency-key': key });
    expect([reply.status, reply.error.errorCode]).toEqual([400, 'INVALID_IDEMPOTENCY_KEY']);
  });

  it('Idempotency-Key: a repeat gets the first answer, another body 409', async () => {
    const input = { objectType: 'Lead', objectData: lead({ LastName: 'Once' }) };
    const send = (body: object) => served.post(UPSERT, body, { 'idempotency-key': 'key 1' });
    const first = await send({ input });
    const second = await send({ input });
    expect(second.body).toEqual(first.body);
    const other = await send({ input: { ...input, objectData: lead({ LastName: 'Twice' }) } });
    expect([other.status, other.error.errorCode]).toEqual([409, 'DUPLICATE_REQUEST']);
  });
});

/** Brackets between which stands enough of what does not pack. */
function packedBrackets(): Buffer {
  const noise = Array.from({ length: 4_000 }, (_, i) => Math.imul(i, 2_654_435_761) >>> 0).join();
  return gzipSync(`${'['.repeat(900_000)}${noise}`);
}

describe('hostile transfer', () => {
  const head = (served: Served, ...more: string[]) =>
    [
      `POST ${SEARCH} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${served.token}`,
      'Content-Type: application/json',
      ...more,
      '',
      '',
    ].join('\r\n');
  const impatient = { limits: { headerSeconds: 0.5, requestSeconds: 1 }, listen: { checkingInterval: 20 } };

  async function open(options: Parameters<typeof serve>[0]): Promise<Served> {
    const served = await serve(options);
    onTestFinished(async () => {
      expect((await served.post(SEARCH, search)).status).toBe(200);
      await served.close();
    });
    return served;
  }

  it('slow header: 408', async () => {
    const served = await open(impatient);
    const reply = await sendRaw(served.port, `POST ${SEARCH} HTTP/1.1\r\nHost: x\r\n`);
    expect(reply.status).toBe(408);
    expect(JSON.parse(reply.body)).toMatchObject([{ errorCode: 'REQUEST_TIMEOUT' }]);
  });

  it('slow body: 408', async () => {
    const served = await open(impatient);
    const reply = await sendRaw(served.port, head(served, 'Content-Length: 100'), '{"a":');
    expect(reply.status).toBe(408);
  });

  it('endless chunks: 413 when the limit is passed, then the connection ends', async () => {
    // Without the limits of time, so that nothing but the refusal itself can end the connection.
    const served = await open({ settings: { bodyLimit: 10_000 }, limits: { headerSeconds: 0, requestSeconds: 0 } });
    const socket = connect(served.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (data) => (answer += String(data)));
    // Not `once`: being cut off may show as an error before it shows as the end.
    const closed = new Promise<void>((resolve) => void socket.on('close', () => resolve()));
    socket.write(head(served, 'Transfer-Encoding: chunked'));
    const chunk = `3e8\r\n${' '.repeat(1_000)}\r\n`;
    const pump = setInterval(() => socket.writable && socket.write(chunk), 1);
    await closed;
    clearInterval(pump);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('a client that goes away in the middle of its body is counted, not answered', async () => {
    const served = await open({});
    const socket = connect(served.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(head(served, 'Content-Length: 100') + '{');
    socket.destroy();
    await expect
      .poll(async () => (await served.call('GET', '/metrics')).text)
      .toContain('likeness_http_requests_total{route="search",method="POST",status="499"} 1');
  });

  it('an expectation that nobody knows: 417 in the same form as all refusals', async () => {
    const served = await open({});
    const reply = await sendRaw(served.port, head(served, 'Content-Length: 2', 'Expect: 200-ok'), '{}');
    expect(reply.status).toBe(417);
    expect(JSON.parse(reply.body)).toMatchObject([{ errorCode: 'EXPECTATION_FAILED', fields: [] }]);
    expect(reply.head).toMatch(/x-content-type-options: nosniff/i);
  });

  it.each([
    ['not HTTP', 'hello\r\n\r\n'],
    [
      'content length and chunks',
      `POST ${SEARCH} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'two content lengths',
      `POST ${SEARCH} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`,
    ],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['NUL in a header', `GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n`],
  ])('%s: 400', async (_name, bytesToSend) => {
    const served = await open({});
    const reply = await sendRaw(served.port, bytesToSend);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toMatchObject([{ errorCode: 'MALFORMED_REQUEST' }]);
  });
});
