import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import jsforce from 'jsforce';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Served } from './serve.js';

interface Upserted {
  isSuccess: boolean;
  isCreated: boolean;
  errorMessage: string | null;
  objectId: string;
  objectData: Record<string, unknown>;
  relatedList: Upserted[];
}
interface Found {
  score: number;
  scenarioScores: unknown[];
  objectData: { attributes: { type: string; url: string }; Id: string };
}

describe('an unmodified jsforce client', () => {
  let served: Served;
  let connection: InstanceType<typeof jsforce.Connection>;

  beforeAll(async () => {
    served = await serve();
    connection = new jsforce.Connection({
      oauth2: {
        loginUrl: served.url,
        clientId: served.client.client_id,
        clientSecret: served.client.client_secret,
      },
    });
    await connection.authorize({ grant_type: 'client_credentials' });
  });
  afterAll(() => served.close());

  it('logs in at the token endpoint by client credentials', () => {
    expect(connection.instanceUrl).toBe(served.url);
    expect(connection.userInfo?.organizationId).toMatch(/^00D[A-Za-z0-9]{15}$/);
    expect(connection.userInfo?.id).toMatch(/^005[A-Za-z0-9]{15}$/);
  });

  it.each([
    ['the address', (url: string) => url],
    ['this machine by its usual name', (url: string) => url.replace('127.0.0.1', 'localhost')],
    ['the login address of the platform', () => 'https://login.salesforce.com'],
  ])('logs in by JWT bearer, aud being %s', async (_name, aud) => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const publicKeyFile = join(served.dataFolder, 'jsforce.pem');
    writeFileSync(publicKeyFile, publicKey.export({ type: 'spki', format: 'pem' }));
    const { client_id: clientId } = served.addClient({ publicKeyFile });
    const assertion = jwt.sign({ iss: clientId, sub: 'user@example.com', aud: aud(served.url) }, privateKey, {
      algorithm: 'RS256',
      expiresIn: 180,
    });
    const other = new jsforce.Connection({ oauth2: { loginUrl: served.url, clientId } });
    await other.authorize({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
    expect(await other.request('/services/data')).toMatchObject([{ version: '60.0', url: '/services/data/v60.0' }]);
  });

  it('makes the example calls of the product as they are, and fetches the record behind attributes.url', async () => {
    const call = {
      input: {
        allOrNone: true,
        duplicateCheck: true,
        duplicateScore: 75,
        objectType: 'Lead',
        objectData: {
          LastName: 'Doe',
          FirstName: 'Jenniffer',
          Company: 'Example Ltd',
          Email: 'jenniffer.doe@example.com',
        },
        relatedList: [
          {
            duplicateCheck: false,
            duplicateScore: 0,
            objectType: 'CampaignMember',
            referenceField: 'LeadId',
            objectData: { CampaignId: '7015I0000004rAwQAI' },
          },
        ],
      },
    };
    const created = await connection.apex.post<Upserted>('/dupcheck/dc3DataApi', call);
    expect(created).toMatchObject({ isSuccess: true, isCreated: true, errorMessage: null });
    expect(created.objectData).toEqual({ ...call.input.objectData, Id: created.objectId });
    expect(created.relatedList).toHaveLength(1);
    expect(created.relatedList[0]).toMatchObject({
      isSuccess: true,
      isCreated: true,
      errorMessage: null,
      relatedList: [],
    });
    expect(created.relatedList[0]!.objectData).toEqual({
      CampaignId: '7015I0000004rAwQAI',
      LeadId: created.objectId,
      Id: created.relatedList[0]!.objectId,
    });

    const again = await connection.apex.post<Upserted>('/dupcheck/dc3DataApi', call);
    expect(again).toMatchObject({ isSuccess: true, isCreated: false, objectId: created.objectId });

    const found = await connection.apex.post<Record<string, Found[]>>('/dupcheck/dc3Api/search', {
      objectPrefix: '00Q',
      objectData: { FirstName: 'Jenniffer' },
    });
    expect(Object.keys(found)).toEqual(['00Q']);
    const [match] = found['00Q']!;
    expect(match!.objectData).toMatchObject({
      attributes: { type: 'Lead', url: `/services/data/v60.0/sobjects/Lead/${created.objectId}` },
      Id: created.objectId,
      LastName: 'Doe',
    });

    const record = await connection.request<Record<string, unknown>>(match!.objectData.attributes.url);
    expect(record).toMatchObject({ Id: created.objectId, Email: 'jenniffer.doe@example.com' });
    expect(record['CreatedDate']).toBeDefined();
    const retrieved = await connection.sobject('Lead').retrieve(created.objectId);
    expect(retrieved).toEqual(record);
  });

  it('deletes a record', async () => {
    const created = await connection.apex.post<Upserted>('/dupcheck/dc3DataApi', {
      input: { objectType: 'Account', objectData: { Name: 'Short Lived Ltd' } },
    });
    await connection.request({ method: 'DELETE', url: `/services/data/v58.0/sobjects/Account/${created.objectId}` });
    await expect(connection.request(`/services/data/v58.0/sobjects/Account/${created.objectId}`)).rejects.toMatchObject(
      { errorCode: 'NOT_FOUND' },
    );
  });

  it('reads our errors: code and message of the platform', async () => {
    await expect(
      connection.apex.post('/dupcheck/dc3Api/search', { objectPrefix: '00Q', objectData: { Emial: 'x' } }),
    ).rejects.toMatchObject({ errorCode: 'INVALID_FIELD' });
  });
});
