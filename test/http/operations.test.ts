import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmptyApp } from '../../bench/harness/empty-app.js';
import * as application from '../../src/http/app.js';
import * as body from '../../src/http/request/request-body.js';
import * as answer from '../../src/http/response/answer.js';
import { AdmissionControl } from '../../src/http/server/admission.js';
import { Metrics } from '../../src/http/metrics.js';
import { listen } from '../../src/http/server/server.js';
import { pino } from 'pino';
import { openFileStore } from '../../src/store/open-file-store.js';
import { makeId } from '../../src/records/ids.js';
import { FaultyFiles } from '../store/faulty-files.js';
import { SPILLED } from '../store/spilled.js';
import { header, rawConnection } from './raw-connection.js';
import { slowDisk } from './slow-disk.js';
import { lead, SEARCH, serve, UPSERT, serveForTest } from './serve.js';
import { newFolder } from '../support/temporary-folder.js';

const search = { objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } };

describe('running the service', () => {
  it('every answer carries the security headers, none says what it is built with, and none may be cached', async () => {
    const served = await serveForTest();
    for (const reply of [
      await served.post(SEARCH, search),
      await served.post(SEARCH, '{'),
      await served.call('GET', '/nothing'),
      await served.call('GET', '/docs'),
      await served.call('GET', '/openapi.json'),
    ]) {
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(reply.headers.get('strict-transport-security')).toContain('max-age');
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.headers.get('x-powered-by')).toBeNull();
      expect(reply.headers.get('etag')).toBeNull();
      const isPacked = reply.headers.has('content-encoding');
      if (!isPacked) expect(Number(reply.headers.get('content-length'))).toBe(Buffer.byteLength(reply.text));
    }
  });

  it('the documentation page names every endpoint and loads nothing from elsewhere', async () => {
    const served = await serveForTest();
    const page = (await served.call('GET', '/')).text;
    for (const path of [UPSERT, SEARCH, '/services/oauth2/token', '/openapi.json']) expect(page).toContain(path);
    expect(page).not.toMatch(/<script|(src|href)="(https?:)?\/\//);
  });

  it('leads a browser from the bare address to the console, and nobody else', async () => {
    const served = await serveForTest();
    const asked = async (method: string, path: string, accept?: string) => {
      const headers = accept === undefined ? {} : { accept };
      const { status, headers: answered } = await fetch(served.url + path, { method, headers, redirect: 'manual' });
      return [status, answered.get('location')];
    };
    const browsers = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const method of ['GET', 'HEAD']) {
      expect(await asked(method, '/', browsers)).toEqual([302, '/console']);
      expect(await asked(method, '/docs', browsers)).toEqual([200, null]);
      expect(await asked(method, '/', '*/*')).toEqual([200, null]);
      expect(await asked(method, '/')).toEqual([200, null]);
    }
    expect(await asked('POST', '/', browsers)).toEqual([405, null]);
  });

  it('the log holds neither record values nor tokens, not even at its most talkative', async () => {
    const served = await serveForTest({ logLevel: 'trace' });
    await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead() } });
    await served.post(SEARCH, search);
    await served.post(SEARCH, '{"objectPrefix":"00Q","objectData":{"Jenniffer');
    await served.call('GET', '/services/apexrest/dupcheck/suspectedPairs?objectType=Jenniffer');
    await served.call('GET', '/services/apexrest/dupcheck/history/Jenniffer');
    await served.call('PATCH', '/services/data/v60.0/sobjects/Contact/Email/jenniffer@example.com');
    await served.call('GET', `/services/${served.token}`);
    await served.call('POST', '/services/oauth2/token', {
      body: new URLSearchParams({ grant_type: 'client_credentials', ...served.client }),
    });
    const log = served.log.join('');
    expect(log).toContain('/services/apexrest/dupcheck/dc3Api/search');
    expect(log).toContain('/services/data/v60.0/sobjects/*/*/*');
    expect(log).not.toMatch(/Jenniffer|Doe|example\.com/);
    expect(log).not.toContain(served.token);
    expect(log).not.toContain(served.client.client_secret);
  });

  it('metrics: requests by route and status, latency, candidates walked, sizes of index and journal', async () => {
    const served = await serveForTest();
    await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead() } });
    await served.post(SEARCH, search);
    await served.post(SEARCH, '{');
    await served.call('GET', '/a/path/that/somebody/made/up');
    const { text } = await served.call('GET', '/metrics');
    for (const line of [
      'likeness_http_requests_total{route="search",method="POST",status="200"} 1',
      'likeness_http_requests_total{route="search",method="POST",status="400"} 1',
      'likeness_http_requests_total{route="unknown",method="GET",status="404"} 1',
      'likeness_http_request_duration_seconds_count{route="upsert"} 1',
      'likeness_search_candidates_walked_count 1',
      'likeness_search_incomplete_total 0',
      'likeness_store_records 1',
      'likeness_store_writable 1',
      'likeness_index_records{object="Lead"} 1',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).toMatch(/likeness_journal_bytes \d/);
    expect(text).not.toContain('made/up');
  });

  it('a data folder that is gone: health says so, writes get 503, searches continue', async () => {
    const folder = newFolder();
    const served = await serveForTest({ store: await openFileStore(folder) });
    expect(JSON.parse((await served.call('GET', '/healthz')).text)).toEqual({
      status: 'ok',
      writable: true,
      searchable: true,
      message: 'All requests are accepted',
      since: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      position: 0,
      lag: { commits: 0, seconds: 0 },
      shed: 0,
    });
    await rm(folder, { recursive: true });
    expect((await served.call('GET', '/healthz')).text).toContain('"status":"read-only","writable":false');
    const reply = await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead() } });
    expect([reply.status, reply.error.errorCode]).toEqual([503, 'SERVER_UNAVAILABLE']);
    expect(reply.headers.get('retry-after')).toBe('30');
    expect((await served.post(SEARCH, search)).status).toBe(200);
  });

  it('a disk that takes nothing back: the answer says that the outcome is not known, later ones that nothing was done', async () => {
    const files = new FaultyFiles();
    const folder = newFolder();
    const served = await serveForTest({ store: await openFileStore(folder, { files }) });
    files.writtenShare = 1;
    files.fails = () => 'EIO';
    const said: string[] = [];
    for (let i = 0; i < 2; i++) {
      const reply = await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead() } });
      expect([reply.status, reply.error.errorCode]).toEqual([503, 'SERVER_UNAVAILABLE']);
      said.push(`${reply.error.message} ${reply.headers.get('retry-after')}`);
    }
    expect(said).toEqual([
      expect.stringMatching(/it is unknown whether this change was saved.* null$/),
      expect.stringMatching(/Nothing was changed.* 30$/),
    ]);
    files.fails = () => undefined;
    await served.likeness.close();
    const again = await openFileStore(folder);
    expect(again.count('Lead')).toBe(1);
    await again.close();
  });

  it('records on a disk that cannot be read: 503 and nothing of the record, and what is in memory as ever', async () => {
    const files = new FaultyFiles();
    const folder = newFolder();
    const store = await openFileStore(folder, { files, recordMemory: SPILLED });
    const put = (number: number) => {
      const fields = { LastName: `Kovács ${number}`, Street: 'Main Street '.repeat(80) };
      return { kind: 'put' as const, record: { id: makeId('00Q', number), type: 'Lead', fields } };
    };
    await store.append({ changes: Array.from({ length: 1_200 }, (_, number) => put(number + 1)) });
    const served = await serveForTest({ store });
    const read = (number: number) => served.call('GET', `/services/data/v60.0/sobjects/Lead/${makeId('00Q', number)}`);
    expect((await read(1)).text).toContain('Kovács 1"');
    files.fails = (operation) => (operation === 'readPages' ? 'EIO' : undefined);
    const reply = await read(600);
    expect([reply.status, reply.error.errorCode]).toEqual([503, 'SERVER_UNAVAILABLE']);
    expect(reply.error.message).toContain('cannot read records from its disk');
    expect(reply.text).not.toContain('Kovács');
    expect((await read(1_200)).text).toContain('Kovács 1200"');
    files.fails = () => undefined;
    expect((await read(600)).text).toContain('Kovács 600"');
  });

  it('metrics need a token with the scope admin, wherever the request comes from: a proxy on this machine passes on strangers', async () => {
    const served = await serveForTest();
    const reply = await served.call('GET', '/metrics', { headers: { authorization: undefined } });
    expect([reply.status, reply.error.errorCode]).toEqual([401, 'INVALID_SESSION_ID']);
    const plain = served.auth.issueToken(served.addClient({ scopes: ['search', 'read'] }).client_id);
    const refused = await served.call('GET', '/metrics', { headers: { authorization: `Bearer ${plain}` } });
    expect([refused.status, refused.error.errorCode]).toEqual([403, 'INSUFFICIENT_ACCESS']);
  });

  it('on a port of their own metrics need no token, and nothing else is there', async () => {
    const served = await serveForTest();
    const { auth, likeness } = served;
    const { settings } = served.configuration;
    const admission = new AdmissionControl(settings);
    const metrics = new Metrics(likeness, served.admission, auth);
    const logger = pino({ level: 'silent' });
    const { administration } = served;
    const app = application.createMetricsApp({ admission, auth, likeness, settings, administration, logger, metrics });
    const running = await listen(app, admission, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => running.close(1_000));
    const reply = await fetch(`${running.url}/metrics`);
    expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('likeness_store_records 0')]);
    for (const path of ['/', '/openapi.json', '/healthz', SEARCH]) {
      const other = await fetch(running.url + path, { headers: { authorization: `Bearer ${served.token}` } });
      expect(other.status, path).toBe(404);
    }
  });

  it('readyz says 503 from the moment when the service is asked to stop; healthz does not', async () => {
    const { store, release } = slowDisk();
    const served = await serve({ store });
    const body = JSON.stringify({ input: { objectType: 'Lead', objectData: lead() } });
    const ask = async (path: string) => {
      const connection = await rawConnection(served.port);
      connection.write(header('POST', UPSERT, body.length, { Authorization: `Bearer ${served.token}` }) + body);
      return { path, connection };
    };
    const asked = [await ask('/readyz'), await ask('/healthz')];
    await expect.poll(() => served.likeness.statistics().writers).toBe(2);
    const closed = served.close();
    for (const { path, connection } of asked) connection.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await expect.poll(() => served.admission.requests).toBe(4);
    release();
    const [ready, health] = await Promise.all(
      asked.map(async ({ connection }) => {
        await connection.closed;
        return connection;
      }),
    );
    await closed;
    expect(ready!.statuses()).toEqual([200, 503]);
    expect(ready!.text()).toContain('"status":"stopping"');
    expect(health!.statuses()).toEqual([200, 200]);
  });

  it('an incomplete answer says so in a header and a metric', async () => {
    const served = await serveForTest({
      wrap: (likeness) => {
        const complete = likeness.search.bind(likeness);
        likeness.search = async (input) => ({ ...(await complete(input)), incomplete: true });
        return likeness;
      },
    });
    expect((await served.post(SEARCH, search)).headers.get('likeness-incomplete')).toBe('true');
    expect((await served.call('GET', '/metrics')).text).toContain('likeness_search_incomplete_total 1');
    const whole = await serveForTest();
    expect((await whole.post(SEARCH, search)).headers.get('likeness-incomplete')).toBeNull();
  });

  it('closing lets a request under way finish and takes no more', async () => {
    const served = await serve();
    const body = JSON.stringify(search);
    const socket = connect(served.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST ${SEARCH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${served.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    // The response to a later request on another connection proves that this header has been read.
    await served.call('GET', '/healthz');
    let answer = '';
    socket.on('data', (data) => (answer += String(data)));
    const ended = once(socket, 'close');
    const closed = served.close();
    await expect
      .poll(() =>
        fetch(`${served.url}/healthz`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    socket.write(body);
    await ended;
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('an address that is taken is refused', async () => {
    const served = await serveForTest();
    await expect(serve({ listen: { port: served.port } })).rejects.toThrow('EADDRINUSE');
  });

  it('the empty route of the benchmarks authenticates, reads its body and answers with what it was given', async () => {
    const served = await serveForTest();
    const { auth, likeness, configuration } = served;
    const admission = new AdmissionControl(configuration.settings);
    const runtime = {
      admission,
      auth,
      likeness,
      settings: configuration.settings,
      administration: served.administration,
      logger: pino({ level: 'silent' }),
      metrics: new Metrics(likeness, admission, auth),
    };
    const running = await listen(
      createEmptyApp({ app: application, answer, body }, runtime, '/empty', '{"a":[]}'),
      admission,
      { host: '127.0.0.1', port: 0 },
    );
    onTestFinished(() => running.close(1_000));
    const ask = (authorization: string) =>
      fetch(`${running.url}/empty`, { method: 'POST', body: JSON.stringify(search), headers: { authorization } });
    const reply = await ask(`Bearer ${served.token}`);
    expect([reply.status, await reply.text()]).toEqual([200, '{"a":[]}']);
    expect((await ask('Bearer x')).status).toBe(401);
  });
});
