import { beforeAll, describe, expect, it } from 'vitest';
import { userIdOf } from '../../src/service/auth/identity.js';
import { makeId } from '../../src/records/ids.js';
import { SYSTEM_USER_ID } from '../../src/store/user-records.js';
import { lead, SEARCH, UPSERT, serveForAll } from './serve.js';

const files = {
  'objects.json': [
    {
      name: 'Lead',
      keyPrefix: '00Q',
      fields: [
        { name: 'OwnerName__c', type: 'formula', returns: 'string', formula: 'Owner.Name' },
        { name: 'Author__c', type: 'formula', returns: 'string', formula: 'CreatedBy.Username' },
      ],
    },
    { name: 'Visit__c', keyPrefix: 'a01', fields: [] },
  ],
  'filters.json': [{ developerName: 'Imported', object: 'Lead', condition: `OwnerId = '${SYSTEM_USER_ID}'` }],
};

/**
 * Without `OwnerId`, the client's user (the `id` in the token response) owns the record. Authors are set in the same
 * way.
 */
describe('owner and author', () => {
  let user: string;
  let other: { user: string; headers: { authorization: string } };

  const served = serveForAll({ files });
  beforeAll(() => {
    user = userIdOf(served.client.client_id);
    const { client_id } = served.addClient({ name: 'Second system' });
    const headers = { authorization: `Bearer ${served.auth.issueToken(client_id)}` };
    other = { user: userIdOf(client_id), headers };
  });

  const upsert = async (objectType: string, objectData: object, headers?: Record<string, string>) => {
    const { body } = await served.post(UPSERT, { input: { objectType, objectData } }, headers);
    expect(body.errorMessage).toBeNull();
    return body;
  };
  const read = async (type: string, id: string) =>
    (await served.call('GET', `/services/data/v60.0/sobjects/${type}/${id}`)).body as unknown as Record<
      string,
      unknown
    >;

  const others = {
    Account: { Name: 'Acme' },
    Contact: { LastName: 'Ash' },
    Lead: lead(),
    Opportunity: { Name: 'Deal', StageName: 'New', CloseDate: '2026-01-31' },
    Case: {},
    Task: {},
    Campaign: { Name: 'Spring' },
    Asset: { Name: 'Press' },
    Visit__c: { Name: 'First' },
  };
  it.each(Object.entries(others))("a new %s belongs to the client's user, who is its author", async (type, data) => {
    const { objectId, objectData } = await upsert(type, data);
    expect(objectData).not.toHaveProperty('OwnerId');
    expect(await read(type, objectId)).toMatchObject({ OwnerId: user, CreatedById: user, LastModifiedById: user });
  });

  it('an object without an owner has its authors all the same', async () => {
    const { objectId } = await upsert('CampaignMember', { CampaignId: makeId('701', 1) });
    const member = await read('CampaignMember', objectId);
    expect(member).toMatchObject({ CreatedById: user, LastModifiedById: user });
    expect(member).not.toHaveProperty('OwnerId');
  });

  it('a queue may own a record, and so may another user', async () => {
    const { objectId: queue } = await upsert('Group', { Name: 'Unassigned', Type: 'Queue' });
    expect(queue).toMatch(/^00G/);
    for (const OwnerId of [queue, other.user]) {
      const { objectId, objectData } = await upsert('Lead', lead({ OwnerId }));
      expect(objectData).toMatchObject({ OwnerId });
      expect(await read('Lead', objectId)).toMatchObject({ OwnerId, CreatedById: user });
    }
  });

  it('who changes a record signs the change, and becomes neither owner nor author of it', async () => {
    const { objectId: Id } = await upsert('Contact', { LastName: 'Birch' });
    await upsert('Contact', { Id, Title: 'Dr' }, other.headers);
    expect(await read('Contact', Id)).toMatchObject({ OwnerId: user, CreatedById: user, LastModifiedById: other.user });
  });

  it('who undoes a change signs that too; a deleted record comes back with its own author', async () => {
    const { objectId: Id } = await upsert('Contact', { LastName: 'Cedar' });
    await served.call('DELETE', `/services/data/v60.0/sobjects/Contact/${Id}`);
    const history = await served.call('GET', `/services/apexrest/dupcheck/history/${Id}`);
    const { records } = history.body as unknown as { records: { id: string }[] };
    const path = `/services/apexrest/dupcheck/undo/${records[0]!.id}`;
    expect((await served.call('POST', path, { headers: other.headers })).status).toBe(200);
    expect(await read('Contact', Id)).toMatchObject({ OwnerId: user, CreatedById: user, LastModifiedById: other.user });
  });

  it("the client's user can be read as a record, by the Id in the token's answer", async () => {
    const { client_id, client_secret } = served.addClient({ name: 'Webshop' });
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: undefined };
    const token = await served.call('POST', '/services/oauth2/token', { body, headers });
    const id = (token.body as unknown as { id: string }).id.split('/').at(-1)!;
    expect(await read('User', id)).toMatchObject({
      attributes: { type: 'User', url: `/services/data/v60.0/sobjects/User/${id}` },
      Id: id,
      Username: `webshop-${client_id.slice(0, 8)}@likeness.invalid`,
      Name: 'Webshop',
      LastName: 'Webshop',
      IsActive: true,
    });
    expect(await read('User', SYSTEM_USER_ID)).toMatchObject({ Name: 'System' });
    expect((await served.call('GET', `/services/data/v60.0/sobjects/User/${userIdOf('none')}`)).status).toBe(404);
  });

  it('a search nests owner and authors, and formulas reach them', async () => {
    const email = 'nested@owners.example';
    const { objectId } = await upsert('Lead', lead({ Email: email }), other.headers);
    const { body } = await served.post(SEARCH, { objectPrefix: '00Q', objectData: { Email: email } });
    const attributes = { type: 'User', url: `/services/data/v60.0/sobjects/User/${other.user}` };
    const nested = { attributes, Id: other.user, Name: 'Second system' };
    expect(body['00Q'].map(({ objectData }) => objectData)).toEqual([
      expect.objectContaining({ Id: objectId, Owner: nested, CreatedBy: nested, LastModifiedBy: nested }),
    ]);
    expect(await read('Lead', objectId)).toMatchObject({
      OwnerName__c: 'Second system',
      Author__c: expect.stringMatching(/^second-system-[0-9a-f]{8}@likeness\.invalid$/) as string,
    });
  });

  it('a filter sees the owner', async () => {
    const data = lead({ Email: 'filtered@owners.example' });
    const imported = await served.likeness.importBatch('Lead', [data], { check: false }, { clientId: 'command-line' });
    await upsert('Lead', data);
    const { body } = await served.post(SEARCH, {
      objectPrefix: '00Q',
      objectData: { Email: data['Email'] },
      filterDeveloperName: 'Imported',
    });
    expect(body['00Q'].map(({ objectData }) => objectData['Id'])).toEqual([imported[0]!.objectId]);
  });

  it('what is saved without a client belongs to the system', async () => {
    const [row] = await served.likeness.importBatch(
      'Contact',
      [{ LastName: 'Dahlia' }],
      { check: false },
      { clientId: 'command-line' },
    );
    expect(await read('Contact', row!.objectId!)).toMatchObject({
      OwnerId: SYSTEM_USER_ID,
      CreatedById: SYSTEM_USER_ID,
    });
  });
});
