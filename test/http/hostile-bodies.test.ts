import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { connect } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { sendRaw } from './raw.js';
import { EXPLAIN, lead, SEARCH, serve, UPSERT, type Served, serveForAll } from './serve.js';

const LIMIT = 1_000_000;
const search = { objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } };
const bytes = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding));

describe('hostile bodies', () => {
  const served = serveForAll({ settings: { bodyLimit: LIMIT } });
  afterEach(async () => expect((await served.post(SEARCH, search)).status).toBe(200));

  interface Sent {
    readonly body?: Uint8Array | string;
    readonly headers?: Record<string, string>;
  }
  const text = JSON.stringify(search);
  const spaces = (length: number) => text + ' '.repeat(length - text.length);
  const json = (body: Uint8Array | string): Sent => ({ body });
  const typed = (charset: string, body: Uint8Array | string): Sent => ({
    body,
    headers: { 'content-type': `application/json; charset=${charset}` },
  });
  const packed = (encoding: string, body: Uint8Array | string): Sent => ({
    body,
    headers: { 'content-encoding': encoding },
  });
  const leads = (data: string, more = '') => json(`{"objectPrefix":"00Q","objectData":{${data}}${more}}`);
  const keys = (count: number) => leads(Array.from({ length: count }, (_, i) => `"k${i}":1`).join());
  const scenarios = (count: number, id: string) => leads('', `,"scenarioIds":[${Array(count).fill(id).join()}]`);
  const deep = (times: number, open: string, close: string) => open.repeat(times) + close.repeat(times);
  const noColumn = (name: string) => `No such column '${name}'`;
  const cases: [string, () => Sent, number, string?][] = [
    ['absent', () => ({}), 400, 'the body is empty'],
    ['[]', () => json('[]'), 400, 'expected an object, got a list'],
    ['null', () => json('null'), 400, 'expected an object, got null'],
    ['1', () => json('1'), 400, 'expected an object, got a number'],
    ['a string', () => json('"x"'), 400, 'expected an object, got a string'],
    ['latin1 by charset', () => typed('latin1', text), 415],
    ['utf-16 by charset', () => typed('utf-16', bytes(text, 'utf16le')), 415],
    ['utf-16 without saying so', () => json(bytes(`\ufeff${text}`, 'utf16le')), 400, 'not valid UTF-8'],
    ['BOM', () => json(bytes(`\ufeff${text}`)), 200],
    ['invalid UTF-8', () => json(bytes(text.replace('Jen', '\xff\xfe'), 'latin1')), 400, 'not valid UTF-8'],
    ['overlong UTF-8', () => json(bytes(text.replace('Jen', '\xc0\xaf'), 'latin1')), 400, 'not valid UTF-8'],
    ['one byte at the limit', () => json(spaces(LIMIT)), 200],
    ['one byte over the limit', () => json(spaces(LIMIT + 1)), 413],
    ['gzip', () => packed('gzip', gzipSync(text)), 200],
    ['deflate', () => packed('deflate', deflateSync(text)), 200],
    ['br', () => packed('br', brotliCompressSync(text)), 200],
    ['gzip one decoded byte over the limit', () => packed('gzip', gzipSync(spaces(LIMIT + 1))), 413],
    ['gzip bomb', () => packed('gzip', gzipSync(Buffer.alloc(100_000_000, 32))), 413],
    ['br bomb', () => packed('br', brotliCompressSync(Buffer.alloc(100_000_000, 32))), 413],
    ['a packed body of brackets', () => packed('gzip', packedBrackets()), 400, 'nested too deeply'],
    ['not gzip at all', () => packed('gzip', text), 400, 'cannot be decompressed'],
    ['truncated gzip', () => packed('gzip', gzipSync(text).subarray(0, 20)), 400, 'cannot be decompressed'],
    ['gzip twice', () => packed('gzip, gzip', gzipSync(gzipSync(text))), 415],
    ['unknown encoding', () => packed('zstd', text), 415],
    ['100,000 deep lists', () => json(deep(100_000, '[', ']')), 400, 'nested too deeply'],
    ['100,000 deep lists, not closed', () => json('['.repeat(100_000)), 400, 'nested too deeply'],
    ['100,000 deep objects', () => json(deep(100_000, '{"a":', '}')), 400, 'nested too deeply'],
    ['deep inside a value', () => leads(`"FirstName":${deep(50_000, '[', ']')}`), 400, 'objectData.FirstName[0]'],
    ['80,000 keys', () => keys(80_000), 400, 'more than 10000 keys in one object. At most 2000'],
    ['3,000 keys', () => keys(3_000), 400, 'objectData: the object has 3000 keys. At most 2000'],
    ['2,000 scenarios', () => scenarios(2_000, '"x"'), 400, 'scenarioIds: expected at most 1000 elements'],
    ['40,000 bad elements', () => scenarios(40_000, '1'), 400, 'scenarioIds: expected at most 1000 elements'],
    ['500 bad elements', () => scenarios(500, '1'), 400, 'scenarioIds[0]'],
    ['commas in a string count for nothing', () => json(`{"${','.repeat(400_000)}":1}`), 400, 'objectPrefix: required'],
    ['a string without end', () => json(`{"${'x'.repeat(400_000)}`), 400, 'invalid JSON'],
    ['400,000 elements', () => json(`[${'1,'.repeat(400_000)}1]`), 400, 'more than 50000'],
    ['keys differing in case', () => leads('', ',"ObjectPrefix":"003"'), 400, 'ObjectPrefix: unknown key'],
    [
      '__proto__ in the envelope',
      () => leads('', ',"__proto__":{"filterDeveloperName":"x"}'),
      400,
      '__proto__: unknown',
    ],
    ['__proto__ as the map', () => leads('"__proto__":{"FirstName":"x"}'), 400],
    ['__proto__ as field', () => leads('"__proto__":"x"'), 400, noColumn('__proto__')],
    ['constructor as field', () => leads('"constructor":"x"'), 400, noColumn('constructor')],
    ['toString as field', () => leads('"toString":"x"'), 400, noColumn('toString')],
    ['an escaped key that is __proto__', () => leads(String.raw`"__pr\u006fto__":"x"`), 400, noColumn('__proto__')],
    ['__proto__ as prefix', () => json('{"objectPrefix":"__proto__","objectData":{}}'), 400, '__proto__'],
    ['constructor as prefix', () => json('{"objectPrefix":"constructor","objectData":{}}'), 400, 'constructor'],
    ['__proto__ as filter', () => leads('', ',"filterDeveloperName":"__proto__"'), 400, '__proto__'],
    ['__proto__ as scenario', () => leads('"FirstName":"x"', ',"scenarioIds":["__proto__","toString"]'), 200],
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
});

/** Brackets around data that does not compress. */
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

  it('slow body: 408', async () => {
    const served = await open(impatient);
    const reply = await sendRaw(served.port, head(served, 'Content-Length: 100'), '{"a":');
    expect(reply.status).toBe(408);
  });

  it('endless chunks: 413 when the limit is passed, then the connection ends', async () => {
    // Without timeouts, so that only the refusal can close the connection.
    const served = await open({ settings: { bodyLimit: 10_000 }, limits: { headerSeconds: 0, requestSeconds: 0 } });
    const socket = connect(served.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    let answer = '';
    socket.on('data', (data) => (answer += String(data)));
    // Do not use `once`, because the closed connection may first cause an error event.
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
});
