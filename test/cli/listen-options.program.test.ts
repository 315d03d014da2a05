import { mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { describe, expect, it } from 'vitest';
import { needs } from '../support/needs.js';
import { tlsFor } from '../../src/cli/serve/listen-options.js';
import { defaultSettings } from '../../src/store/config/settings.js';
import { selfSigned } from '../http/certificate.js';
import { runProgram, serve } from '../support/program.js';
import { fileIn, newFolder } from '../support/temporary-folder.js';

const options = (more: object = {}) => ({ port: 8080, host: '127.0.0.1', ...more });

describe('plain HTTP does not leave this machine unless this is allowed', () => {
  it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('%s needs nothing', async (host) => {
    expect(await tlsFor(options({ host }), defaultSettings)).toBeUndefined();
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', '2001:db8::1'])('%s is refused, with what to do', async (host) => {
    const refused = tlsFor(options({ host }), defaultSettings);
    await expect(refused).rejects.toThrow(`not listening on ${host} without TLS`);
    await expect(refused).rejects.toThrow(/--tls-cert FILE and --tls-key FILE.*trustedProxies.*--insecure/);
  });

  it('a proxy in front, or --insecure, allows it', async () => {
    const host = '0.0.0.0';
    const behind = { ...defaultSettings, trustedProxies: ['10.0.0.1'] };
    expect(await tlsFor(options({ host }), behind)).toBeUndefined();
    expect(await tlsFor(options({ host }), { ...defaultSettings, proxies: 1 })).toBeUndefined();
    expect(await tlsFor(options({ host, insecure: true }), defaultSettings)).toBeUndefined();
  });

  it('a certificate without its key is wrong use; files that are none are named', async () => {
    await expect(tlsFor(options({ tlsCert: 'a.pem' }), defaultSettings)).rejects.toThrow('together');
    await expect(tlsFor(options({ tlsCert: 'a.pem', tlsKey: 'b.pem' }), defaultSettings)).rejects.toThrow(
      'the certificate a.pem cannot be read (ENOENT)',
    );
  });

  it('the command line says so, and ends with 2 before it touches the data folder', async () => {
    const data = `${newFolder()}/store`;
    const { code, stderr } = await runProgram(['serve', '--port', '0', '--host', '0.0.0.0', '--data', data]);
    expect(code).toBe(2);
    expect(stderr).toContain('not listening on 0.0.0.0 without TLS');
    expect(() => mkdtempSync(`${data}/x`)).toThrow('ENOENT');
  });
});

describe('likeness serve --tls-cert --tls-key', needs('openssl'), () => {
  it('serves HTTPS, beyond this machine too, and metrics on a port of their own', async () => {
    const data = newFolder();
    const { cert, key } = selfSigned(newFolder());
    const served = await serve(data, [
      ...['--host', '0.0.0.0', '--tls-cert', cert, '--tls-key', key, '--metrics-port', '0'],
    ]);
    expect(served.url).toMatch(/^https:\/\/0\.0\.0\.0:\d+$/);
    const { port } = new URL(served.url);
    const status = await new Promise((resolve, reject) => {
      request(`https://127.0.0.1:${port}/readyz`, { rejectUnauthorized: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
    const metricsUrl = /metrics on (http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(served.errors())?.[1];
    expect(await (await fetch(metricsUrl!)).text()).toContain('likeness_store_records 0');
    expect(await served.stop()).toBe(0);
  });

  it('takes the files of settings.json, relative to its folder', async () => {
    const config = newFolder();
    selfSigned(config);
    writeFileSync(
      fileIn(config, 'settings.json', ''),
      JSON.stringify({ tls: { cert: 'server.crt', key: 'server.key' } }),
    );
    const served = await serve(newFolder(), ['--config', config]);
    expect(served.url).toMatch(/^https:/);
    expect(await served.stop()).toBe(0);
  });
});
