import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get, request } from 'node:https';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audiences } from '../../src/http/instance-url.js';
import { needs } from '../support/needs.js';
import { selfSigned } from './certificate.js';
import { rawConnection } from './raw-connection.js';
import { serve, TOKEN, type Served } from './serve.js';
import { newFolder } from '../support/temporary-folder.js';

function subjectOf(response: IncomingMessage): string {
  const { socket } = response as unknown as { socket: { getPeerCertificate: () => PeerCertificate } };
  return String(socket.getPeerCertificate().subject.CN);
}

describe('TLS', needs('openssl'), () => {
  let folder: string;
  let served: Served;
  let files: ReturnType<typeof selfSigned>;
  beforeAll(async () => {
    folder = newFolder();
    files = selfSigned(folder);
    served = await serve({ listen: { tls: files }, limits: { connectionsPerAddress: 50 } });
  });
  afterAll(async () => {
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (
    path: string,
    options: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<{ status: number; text: string; subject: string }> =>
    new Promise((resolve, reject) => {
      const { body, ...rest } = options;
      const sent = request(served.url + path, { ca: readFileSync(files.cert), agent: false, ...rest }, (response) => {
        let text = '';
        const subject = subjectOf(response);
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode!, text, subject }));
      }).on('error', reject);
      sent.end(body);
    });

  it('serves HTTPS: tokens name https as the address of the service, and requests are counted as ever', async () => {
    expect(served.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...served.client }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await ask(TOKEN, { method: 'POST', headers, body: form });
    expect(reply.status).toBe(200);
    const { instance_url, id } = JSON.parse(reply.text) as { instance_url: string; id: string };
    expect(instance_url).toBe(served.url);
    expect(id).toMatch(new RegExp(`^${served.url}/id/`));
    const socket = { encrypted: true, localAddress: '127.0.0.1', localPort: 443 } as unknown as Socket;
    expect(audiences(instance_url, socket)).toContain('https://localhost:443/services/oauth2/token');
    for (let i = 0; i < 60; i++) expect((await ask('/healthz')).status).toBe(200);
    await expect.poll(() => [served.admission.requests, served.admission.bytes]).toEqual([0, 0]);
    expect([...served.admission.sheds]).toEqual([]);
  });

  it('connections that never end their handshake make way', async () => {
    const held = await Promise.all(Array.from({ length: 60 }, () => rawConnection(served.port)));
    expect((await ask('/healthz')).status).toBe(200);
    for (const one of held) one.socket.destroy();
  });

  it('plain HTTP is told so, in the form of all refusals', async () => {
    const connection = await rawConnection(served.port);
    connection.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await connection.closed;
    expect(connection.statuses()).toEqual([400]);
    expect(connection.text()).toContain('This port requires HTTPS');
    expect(connection.text()).toContain('Strict-Transport-Security'.toLowerCase());
  });

  it('versions of TLS that are called off are refused', async () => {
    const refused = await new Promise<string>((resolve) => {
      const socket = connect({
        port: served.port,
        host: '127.0.0.1',
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT@SECLEVEL=0',
        rejectUnauthorized: false,
      });
      socket.on('secureConnect', () => resolve('connected'));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    });
    expect(refused).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
  });

  it('a new certificate is served from SIGHUP on; one that does not fit its key changes nothing', async () => {
    expect((await ask('/healthz')).subject).toBe('server');
    const next = selfSigned(folder, 'renewed');
    copyFileSync(next.cert, files.cert);
    process.emit('SIGHUP', 'SIGHUP');
    const key = readFileSync(next.key);
    const ca = readFileSync(next.cert);
    const subjectNow = (): Promise<string> =>
      new Promise((resolve, reject) => {
        get(`${served.url}/healthz`, { rejectUnauthorized: false, agent: false, ca }, (response) => {
          response.resume();
          resolve(subjectOf(response));
        }).on('error', reject);
      });
    expect(await subjectNow()).toBe('server');
    writeFileSync(files.key, key);
    process.emit('SIGHUP', 'SIGHUP');
    expect(await subjectNow()).toBe('renewed');
  });

  it('files that are no certificate and key are refused by name', async () => {
    const none = join(folder, 'none.pem');
    writeFileSync(none, 'nothing');
    await expect(serve({ listen: { tls: { ...files, cert: none } } })).rejects.toThrow(none);
    await expect(serve({ listen: { tls: { ...files, key: `${none}.gone` } } })).rejects.toThrow(
      `the private key ${none}.gone cannot be read (ENOENT)`,
    );
  });
});
