import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { hasOpenssl } from './certificate.js';
import { serve } from './serve.js';

/** Beside the Python that has the package: `python3 -m venv V && V/bin/pip install tap-salesforce`. */
const TAP = join(dirname(process.env['LIKENESS_PYTHON'] ?? '/none/python'), 'tap-salesforce');
const isThere = ((): boolean => {
  try {
    execFileSync(TAP, ['--help'], { stdio: 'ignore' });
    return hasOpenssl;
  } catch {
    return false;
  }
})();

/** The only login host that the tool knows. */
const LOGIN_HOST = 'login.salesforce.com';

/** Leads whoever asks for the login host to a port of this machine, as a company's proxy can. */
async function loginProxy(port: number): Promise<Server> {
  const proxy = createServer((client) => {
    client.once('data', (head) => {
      if (!/^CONNECT (?:login\.salesforce\.com:443|127\.0\.0\.1:\d+) /.test(head.toString())) {
        client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
        return;
      }
      const service = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        client.pipe(service).pipe(client);
      });
      service.on('error', () => client.destroy());
    });
    client.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return proxy;
}

interface Stream {
  readonly stream: string;
  readonly metadata: { readonly breadcrumb: readonly string[]; readonly metadata: Record<string, unknown> }[];
}

it.skipIf(!isThere)(
  `tap-salesforce, unmodified, discovers the objects and extracts records${isThere ? '' : ' (no simple-salesforce here)'}`,
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'likeness-tap-'));
    const tls = { cert: join(folder, 'login.crt'), key: join(folder, 'login.key') };
    const names = `subjectAltName=DNS:${LOGIN_HOST},IP:127.0.0.1`;
    const command = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=login -addext';
    execFileSync('openssl', [...command.split(' '), names, '-keyout', tls.key, '-out', tls.cert], { stdio: 'ignore' });
    const served = await serve({ listen: { tls } });
    const proxy = await loginProxy(served.port);
    onTestFinished(async () => {
      proxy.close();
      await served.close();
      rmSync(folder, { recursive: true });
    });
    const people = ['Ash', 'Birch'].map((LastName) => ({ LastName, Email: `${LastName.toLowerCase()}@x.org` }));
    for (const objectData of people)
      await served.likeness.upsert({ objectType: 'Contact', objectData }, { clientId: served.client.client_id });
    const { client_id, client_secret } = served.client;
    const config = {
      ...{ client_id, client_secret, refresh_token: served.auth.issueRefreshToken(client_id), api_type: 'REST' },
      ...{ start_date: '2020-01-01T00:00:00Z', select_fields_by_default: 'true' },
    };
    const [configFile, catalogFile] = [join(folder, 'config.json'), join(folder, 'catalog.json')];
    writeFileSync(configFile, JSON.stringify(config));
    const env = {
      ...process.env,
      HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      NO_PROXY: '',
      REQUESTS_CA_BUNDLE: tls.cert,
    };
    const tap = async (...args: string[]): Promise<string> =>
      (await promisify(execFile)(TAP, ['--config', configFile, ...args], { env, maxBuffer: 64_000_000 })).stdout;

    const catalog = JSON.parse(await tap('--discover')) as { streams: Stream[] };
    expect(catalog.streams.map(({ stream }) => stream).sort()).toEqual(
      served.likeness
        .objectTypes()
        .map(({ name }) => name)
        .sort(),
    );
    const { metadata } = catalog.streams.find(({ stream }) => stream === 'Contact')!;
    for (const each of metadata) each.metadata['selected'] = true;
    Object.assign(metadata.find(({ breadcrumb }) => breadcrumb.length === 0)!.metadata, {
      'replication-method': 'INCREMENTAL',
      'replication-key': 'SystemModstamp',
    });
    writeFileSync(catalogFile, JSON.stringify(catalog));

    const lines = (await tap('--properties', catalogFile)).trim().split('\n');
    const messages = lines.map((line) => JSON.parse(line) as { type: string; record?: Record<string, unknown> });
    const records = messages.filter(({ type }) => type === 'RECORD').map(({ record }) => record!);
    expect(records.map(({ LastName, Email }) => ({ LastName, Email }))).toEqual(people);
    expect(
      records.every(({ SystemModstamp, IsDeleted }) => typeof SystemModstamp === 'string' && IsDeleted === false),
    ).toBe(true);
  },
);
