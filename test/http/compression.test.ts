import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { lead, SEARCH, TOKEN, UPSERT, serveForAll } from './serve.js';

interface Packed {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly bytes: Buffer;
}

describe('large answers to clients that take gzip', () => {
  const served = serveForAll({ settings: { instanceUrl: `https://likeness.example/${'x'.repeat(4_000)}` } });
  beforeAll(async () => {
    for (let n = 0; n < 40; n++)
      await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead({ Title: `Nº ${n}` }) } });
  });

  /** Returns the response without decompressing it. */
  const ask = (method: string, path: string, accept: string | undefined, body?: unknown) =>
    new Promise<Packed>((resolve, reject) => {
      const headers = {
        ...(typeof body !== 'string' && { authorization: `Bearer ${served.token}` }),
        ...(typeof body === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(typeof body === 'object' && { 'content-type': 'application/json' }),
        ...(accept !== undefined && { 'accept-encoding': accept }),
      };
      const sent = request(served.url + path, { method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) });
        });
      });
      sent.on('error', reject);
      sent.end(typeof body === 'object' ? JSON.stringify(body) : body);
    });
  const everybody = { objectPrefix: '00Q', objectData: { LastName: 'Doe' } };

  it.each(['gzip', 'gzip, deflate, br', 'br;q=1, gzip;q=0.5', '*'])('Accept-Encoding: %s', async (accept) => {
    const plain = await ask('POST', SEARCH, undefined, everybody);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const { status, headers, bytes } = await ask('POST', SEARCH, accept, everybody);
    expect([status, headers['content-encoding']]).toEqual([200, 'gzip']);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers['vary']).toBe('Accept-Encoding');
    expect(bytes.length).toBeLessThan(plain.bytes.length / 4);
    expect(gunzipSync(bytes)).toEqual(plain.bytes);
  });

  it.each(['identity', 'gzip;q=0', 'br', '', `${'x,'.repeat(600)}gzip`])(
    'Accept-Encoding: %s does not take it',
    async (accept) => {
      const { headers, bytes } = await ask('POST', SEARCH, accept, everybody);
      expect(headers['content-encoding']).toBeUndefined();
      expect(JSON.parse(bytes.toString())).toHaveProperty('00Q');
    },
  );

  it('small answers go as they are', async () => {
    const { headers, bytes } = await ask('POST', SEARCH, 'gzip', { objectPrefix: '701', objectData: { Name: 'x' } });
    expect(headers['content-encoding']).toBeUndefined();
    expect(bytes.toString()).toBe('{"701":[]}');
  });

  it('streams are packed on their way', async () => {
    const path = '/services/apexrest/dupcheck/records?objectType=Lead';
    const [plain, packed] = [await ask('GET', path, undefined), await ask('GET', path, 'gzip')];
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
  });

  it.each(['/openapi.json', '/postman.json', '/docs'])('%s', async (path) => {
    const plain = await ask('GET', path, undefined);
    for (let n = 0; n < 2; n++) {
      const { headers, bytes } = await ask('GET', path, 'gzip');
      expect(headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(bytes)).toEqual(plain.bytes);
    }
    const { headers, bytes } = await ask('HEAD', path, 'gzip');
    expect([headers['content-encoding'], bytes.length]).toEqual(['gzip', 0]);
  });

  it('answers with tokens never are', async () => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...served.client }).toString();
    const { status, headers, bytes } = await ask('POST', TOKEN, 'gzip', form);
    expect(status).toBe(200);
    expect(bytes.length).toBeGreaterThan(8_000);
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(bytes.toString())).toHaveProperty('access_token');
  });
});
