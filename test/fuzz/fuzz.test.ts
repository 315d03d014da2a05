import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileStore } from '../../src/store/open-file-store.js';
import { verify } from '../../src/store/verify.js';
import { Documented } from '../http/documented.js';
import { sendRaw } from '../http/raw.js';
import { serve, TOKEN, UPSERT, type AnyBody, type Reply, type Served } from '../http/serve.js';
import { rawBytes } from './raw-bytes.js';
import { requests, type FuzzRequest } from './requests.js';

/** Minutes of the long mode (`npm run test:fuzz -- --minutes N`); 0: the small budget of every test run. */
const MINUTES = Number(process.env['LIKENESS_FUZZ_MINUTES'] ?? 0);
/** The two parts share the time. */
const PART = (MINUTES * 60_000) / 2;
const TIME = MINUTES * 60_000 + 120_000;

/** Transport refuses what is no HTTP in these ways; 0: closed without an answer. */
const TRANSPORT = new Set([0, 100, 200, 204, 400, 401, 404, 405, 408, 413, 415, 417, 431, 503]);

/** What a long run must have reached: behind each lies code that refusals never come to. */
const SUCCESSES = [
  'POST /services/apexrest/dupcheck/dc3Api/explain 200',
  'GET /services/apexrest/dupcheck/history/{recordId} 200',
  'POST /services/apexrest/dupcheck/undo/{changeId} 200',
  'GET /services/data/{version}/sobjects/{objectType}/{recordId} 200',
  'DELETE /services/data/{version}/sobjects/{objectType}/{recordId} 204',
  'POST /services/oauth2/token 200',
];

describe('the service under requests made at random from its own schemas', () => {
  let served: Served;
  let impatient: Served;
  let documented: Documented;
  let folder: string;
  const ids: string[] = ['00QLK0000000001AAA'];
  const statuses = new Map<string, number>();
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'likeness-fuzz-'));
    served = await serve({
      store: await openFileStore(folder),
      logLevel: 'debug',
      limits: { failedLogins: 1_000_000, tokensPerMinute: 1_000_000 },
    });
    // Halves of requests are sent to it on purpose: it gives up soon whatever is slow to come.
    impatient = await serve({
      limits: { headerSeconds: 0.1, requestSeconds: 0.1, idleSeconds: 0.1 },
      listen: { checkingInterval: 20 },
    });
    documented = await Documented.by(served);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const send = async ({ method, url, headers, body }: FuzzRequest): Promise<Reply> => {
    const known = (n: string) => ids[Number(n) % ids.length]!;
    const id = (text: string) =>
      text
        .replaceAll(/@id(\d{1,3})/g, (_, n: string) => known(n))
        .replaceAll(/@type(\d{1,3})/g, (_, n: string) => typeOf(known(n)));
    const text = typeof body === 'string' ? id(body) : body;
    // Bytes are left alone unless they are text with a placeholder in it.
    const filled =
      text instanceof Uint8Array && Buffer.from(text).includes('@id') ? id(Buffer.from(text).toString('utf8')) : text;
    // No header at all, where a login is not by HTTP Basic.
    const sent = url === TOKEN && headers['authorization'] === '' ? { ...headers, authorization: undefined } : headers;
    const reply = await served.call(method, id(url), { headers: sent, ...(filled !== undefined && { body: filled }) });
    for (const [given] of reply.text.matchAll(/\b00[13Qv]LK\d{10}[A-Z0-5]{3}\b/g)) {
      if (ids.length < 200 && !ids.includes(given)) ids.push(given);
    }
    return reply;
  };

  const check = async (request: FuzzRequest): Promise<void> => {
    const reply = await send(request);
    const key = `${request.method} ${request.path} ${reply.status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
    if (reply.status >= 500) throw new Error(`${key}: ${reply.text}\n${served.log.join('')}`);
    // What is no address of a record or a change is none at all: documented for every path.
    const faults = documented.faults(reply, request.path, request.method.toLowerCase());
    expect(faults, `${key}: ${reply.text.slice(0, 500)}`).toEqual([]);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.text).not.toMatch(/\n {4}at |node_modules/);
    if (request.url === TOKEN) await checkLogin(request, reply);
    // No header that the fuzzer makes up is a token.
    else if (request.headers['authorization'] !== undefined) expect(reply.status, key).toBe(401);
    if (request.path === UPSERT && reply.status === 200) await checkSaved(reply.body);
  };

  /** A token is given to who sends the one secret that there is, and it works. */
  const checkLogin = async ({ body }: FuzzRequest, reply: Reply): Promise<void> => {
    const form = new URLSearchParams(typeof body === 'string' ? body : Buffer.from(body ?? []).toString('utf8'));
    const knowsSecret =
      form.get('client_id') === served.client.client_id && form.get('client_secret') === served.client.client_secret;
    if (reply.status !== 200) return;
    expect(knowsSecret, `a token was given for ${form.toString()}`).toBe(true);
    const found = await served.call('GET', '/services/data', {
      headers: { authorization: `Bearer ${reply.body.access_token}` },
    });
    expect(found.status).toBe(200);
  };

  /** Who is told of success can read the record. */
  const checkSaved = async ({ isSuccess, objectId, relatedList }: AnyBody): Promise<void> => {
    expect(objectId === (null as unknown)).toBe(!isSuccess);
    if (isSuccess) {
      const read = await served.call('GET', `/services/data/v60.0/sobjects/${typeOf(objectId)}/${objectId}`);
      expect([read.status, (read.body as { Id?: string }).Id]).toEqual([200, objectId]);
    }
    for (const related of relatedList) await checkSaved(related);
  };

  const typeOf = (id: string): string =>
    served.configuration.registry.types.find(({ keyPrefix }) => id.startsWith(keyPrefix))?.name ?? 'Lead';

  const checkRaw = async (bytes: Buffer): Promise<void> => {
    const reply = await sendRaw(impatient.port, bytes);
    expect([...TRANSPORT], reply.head).toContain(reply.status);
    // Nothing sent this way knows a secret.
    if (bytes.includes(TOKEN)) expect(reply.body).not.toContain('access_token');
    if (reply.status < 400 || reply.body === '') return;
    // Answers to requests behind the first stand behind its own.
    const length = Number(/content-length: (\d+)/i.exec(reply.head)?.[1] ?? 0);
    const first = Buffer.from(reply.body).subarray(0, length).toString();
    expect(() => JSON.parse(first) as unknown, reply.head).not.toThrow();
  };

  /** One round, or as many as the long mode has time for, each with a seed of its own. */
  async function rounds(round: () => Promise<void>): Promise<void> {
    const end = Date.now() + PART;
    do await round();
    while (Date.now() < end);
  }

  it(
    'every answer is one that its own documentation knows, and none is an error of ours',
    async () => {
      await rounds(() =>
        fc.assert(
          fc.asyncProperty(
            fc.array(requests(documented.document, served), { minLength: 1, maxLength: 4 }),
            async (several) => {
              for (const request of several) await check(request);
            },
          ),
          { numRuns: MINUTES > 0 ? 500 : 150, endOnFailure: MINUTES > 0 },
        ),
      );
      // The budget was spent on what matters: requests that succeed and requests that are refused, everywhere.
      for (const endpoint of [
        'POST /services/apexrest/dupcheck/dc3DataApi',
        'POST /services/apexrest/dupcheck/dc3Api/search',
      ])
        for (const status of [200, 400]) expect(statuses.get(`${endpoint} ${status}`)).toBeGreaterThan(0);
      if (MINUTES > 0) {
        for (const success of SUCCESSES) expect(statuses.get(success), success).toBeGreaterThan(0);
        console.log(
          [...statuses]
            .sort()
            .map(([key, count]) => `${count}\t${key}`)
            .join('\n'),
        );
      }
    },
    TIME,
  );

  it(
    'bytes that are no requests, or nearly some, are answered or the connection is closed',
    async () => {
      await rounds(() => fc.assert(fc.asyncProperty(rawBytes(impatient), checkRaw), { numRuns: 60 }));
    },
    TIME,
  );

  it(
    'afterwards it is alive and unharmed: it answers, holds nothing, and store, indexes and Ids agree',
    async () => {
      const found = await served.post('/services/apexrest/dupcheck/dc3Api/search', {
        objectPrefix: '00Q',
        objectData: { LastName: 'Lindqvist' },
      });
      expect(found.status).toBe(200);
      await expect.poll(() => [served.load.requests, served.load.bytes]).toEqual([0, 0]);
      expect(served.log.filter((line) => line.includes('"level":50'))).toEqual([]);
      // Neither values of records nor what lets one in.
      const log = [...served.log, ...impatient.log].join('');
      for (const secret of ['Lindqvist', 'jen@example.com', served.token, served.client.client_secret, impatient.token])
        expect(log).not.toContain(secret);
      expect(await served.likeness.disagreements({ sample: 200 })).toEqual([]);
      await served.close();
      expect(await verify(folder)).toMatchObject({ ok: true, damages: [], faults: [] });
    },
    TIME,
  );
});
