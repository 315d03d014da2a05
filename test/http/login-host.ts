import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { serve, type Served } from './serve.js';

/** The only login host that many ETL tools support. */
const LOGIN_HOST = 'login.salesforce.com';

/** Redirects requests for the login host to a local port, like a company's proxy. */
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

/** Starts a service that is also reachable under that host, for tools that read proxy settings from the environment. */
export async function serveAtLoginHost(): Promise<{
  readonly served: Served;
  /** Folder for files of the test, deleted afterwards. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'likeness-login-host-'));
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
  const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { served, folder, env: { ...process.env, HTTPS_PROXY, NO_PROXY: '', REQUESTS_CA_BUNDLE: tls.cert } };
}

/** Creates two contacts, and returns credentials for a tool. */
export async function twoContacts({ served }: { readonly served: Served }) {
  const people = ['Ash', 'Birch'].map((LastName) => ({ LastName, Email: `${LastName.toLowerCase()}@x.org` }));
  const { client_id, client_secret } = served.client;
  for (const objectData of people)
    await served.likeness.upsert({ objectType: 'Contact', objectData }, { clientId: client_id });
  return { people, login: { client_id, client_secret, refresh_token: served.auth.issueRefreshToken(client_id) } };
}
