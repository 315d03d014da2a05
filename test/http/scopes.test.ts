import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listClients } from '../../src/auth/client-store.js';
import { SCOPES, type Scope } from '../../src/auth/scopes.js';
import { ENDPOINTS } from '../../src/http/endpoints/index.js';
import { EXPLAIN, SEARCH, serve, UPSERT, type Served } from './serve.js';

const ID = '00QLK0000000001AAA';
const BASE = '/services/apexrest/dupcheck';

/** Every endpoint that needs a licence, and the one scope that opens it. */
const LICENSED: readonly [scope: Scope, method: string, path: string][] = [
  ['search', 'POST', SEARCH],
  ['search', 'POST', EXPLAIN],
  ['search', 'GET', `${BASE}/scenarios`],
  ['search', 'GET', `${BASE}/scenarios/proposals`],
  ['search', 'GET', `${BASE}/scenarios/definitions`],
  ['search', 'GET', `${BASE}/scenarios/definitions/lead-default`],
  ['upsert', 'POST', UPSERT],
  ['read', 'GET', `/services/data/v60.0/sobjects/Lead/${ID}`],
  ['read', 'GET', '/services/data/v60.0/sobjects'],
  ['read', 'GET', '/services/data/v60.0/sobjects/Lead/describe'],
  ['read', 'GET', `${BASE}/suspectedPairs`],
  ['read', 'GET', `${BASE}/decisions`],
  ['read', 'GET', `${BASE}/decisionCounts`],
  ['upsert', 'GET', `${BASE}/files`],
  ['upsert', 'POST', `${BASE}/files`],
  ['upsert', 'GET', `${BASE}/files/file-000000000001`],
  ['upsert', 'DELETE', `${BASE}/files/file-000000000001`],
  ['upsert', 'POST', `${BASE}/files/file-000000000001/inspect`],
  ['upsert', 'POST', `${BASE}/files/file-000000000001/run`],
  ['upsert', 'POST', `${BASE}/files/file-000000000001/cancel`],
  ['export', 'GET', `${BASE}/files/file-000000000001/results/rejects.csv`],
  ['read', 'GET', `${BASE}/crosswalk`],
  ['review', 'POST', `${BASE}/merge`],
  ['review', 'POST', `${BASE}/decisions`],
  ['review', 'DELETE', `${BASE}/decisions/decision-000000000001`],
  ['review', 'POST', `${BASE}/jobs`],
  ['review', 'GET', `${BASE}/jobs`],
  ['review', 'GET', `${BASE}/jobs/job-000000000001`],
  ['review', 'POST', `${BASE}/jobs/job-000000000001/cancel`],
  ['undo', 'POST', `${BASE}/jobs/job-000000000001/undo`],
  ['read', 'GET', `${BASE}/groups?objectType=Lead`],
  ['read', 'GET', `${BASE}/jobs/job-000000000001/pairs`],
  ['read', 'GET', `${BASE}/events?follow=false`],
  ['read', 'GET', `${BASE}/activity`],
  ['read', 'GET', `${BASE}/groups/job-000000000001.1`],
  ['read', 'GET', `${BASE}/query?objectType=Lead`],
  ['delete', 'DELETE', `/services/data/v60.0/sobjects/Lead/${ID}`],
  ['history', 'GET', `${BASE}/history/${ID}`],
  ['undo', 'POST', `${BASE}/undo/change-000000000001`],
  ['export', 'GET', `${BASE}/records?objectType=Lead`],
  ['admin', 'GET', '/metrics'],
  ['admin', 'GET', `${BASE}/auditEntries`],
  ['admin', 'GET', `${BASE}/webhooks`],
  ['admin', 'GET', `${BASE}/webhooks/warehouse/deadLetters`],
  ['admin', 'POST', `${BASE}/webhooks/warehouse/deadLetters`],
  ['admin', 'POST', `${BASE}/dc3Api/admin/export-config`],
  ['admin', 'POST', `${BASE}/dc3Api/admin/export-config-job-stat`],
  ['admin', 'POST', `${BASE}/dc3Api/admin/export-config-download`],
  ['admin', 'POST', `${BASE}/dc3Api/admin/import-config`],
  ['admin', 'POST', `${BASE}/dc3Api/admin/import-config-job-stat`],
  ['admin', 'POST', `${BASE}/dc3Api/admin/refresh-license`],
  ['admin', 'POST', `${BASE}/configuration/reload`],
  ['admin', 'POST', `${BASE}/scenarios/accept`],
  ['admin', 'POST', `${BASE}/scenarios/discard`],
  ['admin', 'POST', `${BASE}/scenarios/preview`],
  ['admin', 'POST', `${BASE}/scenarios/definitions/lead-default`],
  ['admin', 'DELETE', `${BASE}/scenarios/definitions/lead-default?version=x`],
  ['admin', 'GET', `${BASE}/scenarios/definitions/lead-default/versions`],
  ['admin', 'POST', `${BASE}/scenarios/definitions/lead-default/revert`],
];

describe('scopes', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve();
  });
  afterAll(() => served.close());

  const bearer = (scopes?: readonly Scope[]) => {
    const { client_id } = served.addClient({ scopes });
    return { authorization: `Bearer ${served.auth.issueToken(client_id)}` };
  };

  it('these are all endpoints that need a licence', () => {
    const served = ENDPOINTS.flatMap(({ scope, method }) => (scope === undefined ? [] : [`${scope} ${method}`]));
    expect(LICENSED.map(([scope, method]) => `${scope} ${method}`).sort()).toEqual(served.sort());
  });

  it.each(LICENSED)('%s opens %s %s, and nothing else does', async (scope, method, path) => {
    const others = bearer(SCOPES.filter((other) => other !== scope));
    const refused = await served.call(method, path, { headers: others });
    expect(refused.status).toBe(403);
    expect(refused.error.errorCode).toBe('INSUFFICIENT_ACCESS');
    expect(refused.error.message).toContain(`'${scope}'`);
    expect((await served.call(method, path, { headers: bearer([scope]) })).error.errorCode).not.toBe(
      'INSUFFICIENT_ACCESS',
    );
  });

  it('a client added without naming any has search, upsert and read', () => {
    const { client_id } = served.addClient({ scopes: undefined });
    const client = listClients(served.dataFolder).find((one) => one.client_id === client_id);
    expect(client?.scopes).toEqual(['search', 'upsert', 'read']);
  });
});
