import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { needs, whereIs } from '../support/needs.js';
import { SCOPES } from '../../src/service/auth/scopes.js';
import { selfSigned } from './certificate.js';
import { serve } from './serve.js';
import { newFolder } from '../support/temporary-folder.js';

/** A Python with the package: `python3 -m venv V && V/bin/pip install simple-salesforce`. */
const PYTHON = whereIs('simple-salesforce');

it(
  'simple-salesforce, unmodified, reads and writes what it stores',
  needs('simple-salesforce', 'openssl'),
  async () => {
    const folder = newFolder();
    const tls = selfSigned(folder);
    const fields = [{ name: 'Code__c', type: 'string', length: 20, externalId: true }];
    const files = { 'objects.json': [{ name: 'Contact', keyPrefix: '003', fields }] };
    const served = await serve({ files, listen: { tls } });
    onTestFinished(async () => {
      await served.close();
      rmSync(folder, { recursive: true });
    });
    const { client_id } = served.addClient({ scopes: [...SCOPES] });
    const script = new URL('../clients/with_simple_salesforce.py', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)(PYTHON!, [script, served.url, served.auth.issueToken(client_id)], {
      env: { ...process.env, REQUESTS_CA_BUNDLE: tls.cert },
    });
    expect(JSON.parse(stdout)).toEqual({
      created: true,
      updated: 204,
      read: { Name: 'Åsa Lindqvist', Title: 'Dr.' },
      upserted: [200, 201],
      'by external Id': 'Ny',
      query: [2, 1, 0].map((number) => [`Row ${number}`, 'Förlaget']),
      aggregate: 5,
      formatted: ['Ny'],
      refused: 'INVALID_FIELD',
      describe: ['Account', 'Asset', 'Campaign'],
      fields: ['id', 'reference', 'email'],
      metadata: '003',
      limits: true,
      usage: true,
      bulk: [3, 3, 2],
      sosl: ['Åsa Lindqvist'],
      quick: 1,
      loaded: [[2, 0]],
      'loaded rows': 3,
      deleted: 204,
      gone: 0,
      'with deleted': true,
      search: 'Ny',
    });
  },
);
