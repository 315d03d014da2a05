import { describe, expect, it } from 'vitest';
import { makeId } from '../../src/records/ids.js';
import { count, insert, openService, searchIds, upsert, type Data } from './open-service.js';

const jane = { FirstName: 'Jane', LastName: 'Okafor', Email: 'jane@acme.example' };
const LONG = 'a0F5I00000B2xYZUAZ';
const SHORT = LONG.slice(0, 15);
const byTitle = (more: Data) => ({
  id: 'by-title',
  name: 'By Title',
  object: 'Contact',
  threshold: 75,
  usage: [],
  fields: [{ field: 'Title', method: 'exact', weight: 1 }],
  // With contradictions, a title alone would not be sufficient for an update.
  contradictions: false,
  ...more,
});

const noLeads = ['lead-default', 'lead-name-email', 'lead-name-phone'].map((id) => ({ id, enabled: false }));

describe('scenarioIds of an upsert', () => {
  it('fail the record where none is an active scenario of its object, and name those that are', async () => {
    const likeness = await openService({ files: { 'scenarios.json': noLeads } });
    await insert(likeness, 'Contact', jane);
    for (const scenarioIds of [['nonsense'], ['__proto__'], ['lead-default'], ['account-default', '']]) {
      const output = await upsert(likeness, 'Contact', jane, { scenarioIds });
      expect(output).toMatchObject({ isSuccess: false, isCreated: false, objectId: null, objectData: jane });
      expect(output.errorMessage).toBe(
        'INVALID_SCENARIO: none of the scenarioIds is an active scenario of Contact: expected one of contact-default, contact-name-address, contact-name-phone, contact-name-email',
      );
    }
    expect((await upsert(likeness, 'Lead', jane, { scenarioIds: ['lead-default'] })).errorMessage).toBe(
      'INVALID_SCENARIO: none of the scenarioIds is an active scenario of Lead, which has none',
    );
    expect(count(likeness, 'Contact')).toBe(1);
  });

  it('are ignored where they are unknown or of another object, while another one is left', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', jane);
    const scenarioIds = ['nonsense', 'lead-default', 'contact-default'];
    expect(await upsert(likeness, 'Contact', jane, { scenarioIds })).toMatchObject({ isCreated: false, objectId: id });
  });

  it('do not matter where no duplicate is looked for: without duplicateCheck, and with an Id', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', jane);
    const scenarioIds = ['nonsense'];
    expect(await upsert(likeness, 'Contact', { Id: id, Title: 'Buyer' }, { scenarioIds })).toMatchObject({
      isSuccess: true,
      objectId: id,
    });
    expect(await upsert(likeness, 'Contact', jane, { scenarioIds, duplicateCheck: false })).toMatchObject({
      isCreated: true,
    });
  });
});

describe('scenarioIds of a search', () => {
  it('apply to every prefix: of another object only those listed, none listed finds nothing', async () => {
    const map = { from: 'Contact', to: 'Lead', enabled: true, fields: { Email: 'Email' } };
    const likeness = await openService({ files: { 'cross-object.json': [map] } });
    await insert(likeness, 'Contact', jane);
    await insert(likeness, 'Lead', { ...jane, Company: 'Acme' });
    const found = async (scenarioIds?: string[]) => {
      const input = { objectPrefix: '003', objectData: { Email: jane.Email } };
      const { output } = await likeness.search(scenarioIds === undefined ? input : { ...input, scenarioIds });
      return Object.entries(output).map(([prefix, results]) => [prefix, results.length]);
    };
    expect(await found()).toEqual([
      ['003', 1],
      ['00Q', 1],
    ]);
    expect(await found(['contact-default'])).toEqual([
      ['003', 1],
      ['00Q', 0],
    ]);
    expect(await found(['lead-default'])).toEqual([
      ['003', 0],
      ['00Q', 1],
    ]);
    expect(await found(['contact-default', 'lead-default'])).toEqual([
      ['003', 1],
      ['00Q', 1],
    ]);
    expect(await found(['nonsense'])).toEqual([
      ['003', 0],
      ['00Q', 0],
    ]);
  });
});

describe('a scenario answers', () => {
  const files = { 'scenarios.json': [byTitle({ aliases: [LONG, 'elsewhere'] })] };

  it('to its id and to its aliases, platform Ids in both forms, in search, explain and upsert', async () => {
    const likeness = await openService({ files });
    const id = await insert(likeness, 'Contact', { ...jane, Title: 'Buyer' });
    for (const name of ['by-title', 'elsewhere', LONG, SHORT]) {
      const scenarioIds = [name];
      expect(await searchIds(likeness, '003', { Title: 'Buyer' }, { scenarioIds })).toEqual([id]);
      const explained = likeness.explain({
        objectPrefix: '003',
        objectData: { Title: 'Buyer' },
        recordId: id,
        scenarioIds,
      });
      expect(explained.scenarios.map(({ scenarioId }) => scenarioId)).toEqual(['by-title']);
      const output = await upsert(likeness, 'Contact', { LastName: 'Other', Title: 'Buyer' }, { scenarioIds });
      expect(output).toMatchObject({ isCreated: false, objectId: id });
    }
    expect(await searchIds(likeness, '003', { Title: 'Buyer' }, { scenarioIds: [SHORT.toLowerCase()] })).toEqual([]);
  });

  it('to an id that is a platform Id in both forms', async () => {
    const likeness = await openService({ files: { 'scenarios.json': [byTitle({ id: SHORT })] } });
    const id = await insert(likeness, 'Contact', { ...jane, Title: 'Buyer' });
    for (const name of [SHORT, LONG])
      expect(await searchIds(likeness, '003', { Title: 'Buyer' }, { scenarioIds: [name] })).toEqual([id]);
  });
});

describe('members of a campaign', () => {
  const campaign = '7015I0000004rAwQAI';
  const send = (objectType: string, referenceField: string, objectData: Data, CampaignId = campaign) => ({
    objectType,
    objectData,
    allOrNone: true,
    duplicateCheck: true,
    relatedList: [{ objectType: 'CampaignMember', referenceField, duplicateCheck: true, objectData: { CampaignId } }],
  });

  it.each([
    ['Lead', 'LeadId'],
    ['Contact', 'ContactId'],
  ])('a %s sent twice with its membership is one record and one member', async (objectType, referenceField) => {
    const likeness = await openService();
    const data = { ...jane, ...(objectType === 'Lead' && { Company: 'Acme' }) };
    const caller = { clientId: 'test-client' };
    const first = await likeness.upsert(send(objectType, referenceField, data), caller);
    const second = await likeness.upsert(send(objectType, referenceField, data), caller);
    expect(first).toMatchObject({ isCreated: true, relatedList: [{ isCreated: true }] });
    expect(second).toMatchObject({ isCreated: false, objectId: first.objectId });
    expect(second.relatedList[0]).toMatchObject({ isCreated: false, objectId: first.relatedList[0]!.objectId });
    const elsewhere = await likeness.upsert(send(objectType, referenceField, data, '7015I0000004rAxQAI'), caller);
    expect(elsewhere.relatedList[0]).toMatchObject({ isCreated: true });
    const another = { LastName: 'Brandt', Email: 'b@zeta.example', FirstName: 'Ulf' };
    const other = await likeness.upsert(
      send(objectType, referenceField, { ...another, ...(objectType === 'Lead' && { Company: 'Zeta' }) }),
      caller,
    );
    expect(other).toMatchObject({ isCreated: true, relatedList: [{ isCreated: true }] });
  });

  it('of one campaign are all found by a search, and not one of them by an upsert of the campaign alone', async () => {
    const likeness = await openService();
    const ids = [];
    for (const LeadId of [makeId('00Q', 1), makeId('00Q', 2)])
      ids.push(await insert(likeness, 'CampaignMember', { CampaignId: campaign, LeadId }));
    expect(await searchIds(likeness, '00v', { CampaignId: campaign.slice(0, 15) })).toEqual(ids);
    expect(await upsert(likeness, 'CampaignMember', { CampaignId: campaign })).toMatchObject({ isCreated: true });
  });
});
