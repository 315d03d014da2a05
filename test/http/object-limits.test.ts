import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setObjects } from '../../src/service/auth/client-store.js';
import { lead, SEARCH, serve, UPSERT, type Reply, type Served, BASE } from './serve.js';

describe('a client that may see and change some objects only', () => {
  let served: Served;
  let limited: { authorization: string };
  beforeAll(async () => {
    const map = {
      from: 'Lead',
      to: 'Contact',
      enabled: true,
      fields: { LastName: 'LastName', FirstName: 'FirstName' },
    };
    served = await serve({ files: { 'cross-object.json': [map] } });
    const { client_id } = served.addClient({ objects: ['Lead'] });
    limited = { authorization: `Bearer ${served.auth.issueToken(client_id)}` };
    const user = await create('User', { LastName: 'Owner', Username: 'owner@example.com', Email: 'owner@example.com' });
    await create('Lead', lead({ OwnerId: user }));
    await create('Contact', { FirstName: 'Jenniffer', LastName: 'Doe', Phone: '+353 86 123 4567' });
  });
  afterAll(() => served.close());

  const create = async (objectType: string, objectData: object) => {
    const { body, text } = await served.post(UPSERT, { input: { objectType, objectData } });
    expect(body.objectId, text).toBeTruthy();
    return body.objectId;
  };
  const post = (path: string, body: unknown) => served.post(path, body, limited);
  const call = (method: string, path: string) => served.call(method, path, { headers: limited });
  const expectRefused = (reply: Reply) => {
    expect([reply.status, reply.error.errorCode], reply.text).toEqual([403, 'INSUFFICIENT_ACCESS']);
  };

  it('a search leaves other objects out: further prefixes, and the parents of what is found', async () => {
    const body = { objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer', LastName: 'Doe' } };
    const all = await served.post(SEARCH, body);
    const own = await post(SEARCH, body);
    expect([Object.keys(all.body).sort(), Object.keys(own.body)]).toEqual([['003', '00Q'], ['00Q']]);
    const [whole] = all.body['00Q'];
    const [shown] = own.body['00Q'];
    expect(whole!.objectData['Owner']).toBeDefined();
    const parents = new Set(['Owner', 'CreatedBy', 'LastModifiedBy']);
    const without = Object.fromEntries(Object.entries(whole!.objectData).filter(([name]) => !parents.has(name)));
    expect(shown!.objectData).toEqual(without);
    const scenarios = await call('GET', `${BASE}/scenarios`);
    const objects = (scenarios.body as unknown as { object: string }[]).map(({ object }) => object);
    expect(new Set(objects)).toEqual(new Set(['Lead']));
  });

  it('a related record of another object fails by itself, and takes the others along under allOrNone', async () => {
    const relatedList = [
      { objectType: 'CampaignMember', referenceField: 'LeadId', objectData: { CampaignId: '7015I0000004rAwQAI' } },
    ];
    const upsert = (LastName: string, allOrNone: boolean) =>
      post(UPSERT, { input: { objectType: 'Lead', objectData: lead({ LastName }), relatedList, allOrNone } });
    const { body } = await upsert('Alone', false);
    expect(body).toMatchObject({ isSuccess: true, relatedList: [{ isSuccess: false, objectId: null }] });
    expect(body.relatedList[0]!.errorMessage).toMatch(/^INSUFFICIENT_ACCESS_OR_READONLY: .*CampaignMember/);
    expect((await upsert('Together', true)).body).toMatchObject({ isSuccess: false, objectId: null });
  });

  it('follows a change of its objects from the next request on', async () => {
    const client = served.addClient({ objects: ['Lead'] });
    const headers = { authorization: `Bearer ${served.auth.issueToken(client.client_id)}` };
    const search = async () =>
      (await served.post(SEARCH, { objectPrefix: '003', objectData: { LastName: 'Doe' } }, headers)).status;
    expect(await search()).toBe(403);
    setObjects(served.dataFolder, client.client_id, ['Contact', 'Account']);
    expect(await search()).toBe(200);
    expectRefused(await served.call('GET', `${BASE}/suspectedPairs`, { headers }));
    setObjects(served.dataFolder, client.client_id, undefined);
    expect((await served.call('GET', `${BASE}/suspectedPairs`, { headers })).status).toBe(200);
  });
});
