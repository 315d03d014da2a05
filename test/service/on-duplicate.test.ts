import { describe, expect, it } from 'vitest';
import { insert, openService, upsert, type Data } from './open-service.js';

const objects = [{ name: 'Contact', keyPrefix: '003', fields: [{ name: 'Points__c', type: 'integer' }] }];
const survivorship = [
  {
    object: 'Contact',
    sourceField: 'LeadSource',
    fields: {
      Points__c: 'sum',
      Title: 'longest',
      Department: { source: ['CRM'] },
      'MailingStreet+MailingCity': 'latest',
    },
  },
];
const files = { 'objects.json': objects, 'survivorship.json': survivorship };
const stored = {
  FirstName: 'Jo',
  LastName: 'Doe',
  Email: 'jo.doe@acme.example',
  Phone: 'n/a',
  Points__c: 2,
  Title: 'Director',
  Department: 'IT',
  LeadSource: 'CRM',
  MailingStreet: '1 High St',
  MailingCity: 'Cork',
};
const sent: Data = {
  FirstName: 'Jo',
  LastName: 'Doe',
  Email: 'jo.doe@acme.example',
  Phone: '+353861234567',
  Points__c: 3,
  Title: 'CEO',
  Department: 'Sales',
  LeadSource: 'Web',
  MailingCity: 'Galway',
};

async function send(onDuplicate: 'overwrite' | 'fillBlanks' | 'rules' | undefined, more: Data = {}, scenario?: string) {
  const ids = ['contact-default', 'contact-name-email'];
  const scenarios = scenario && { 'scenarios.json': ids.map((id) => ({ id, onDuplicate: scenario })) };
  const likeness = await openService({ files: { ...files, ...scenarios } });
  const id = await insert(likeness, 'Contact', stored);
  const output = await upsert(likeness, 'Contact', { ...sent, ...more }, { onDuplicate });
  expect(output).toMatchObject({ isSuccess: true, isCreated: false, objectId: id });
  const saved = likeness.readRecord('Contact', id);
  // The response contains the saved values.
  for (const name of Object.keys({ ...sent, ...more })) expect(output.objectData[name], name).toEqual(saved[name]);
  return saved;
}

describe('an upsert that finds a duplicate', () => {
  it('overwrites by default', async () => {
    expect(await send(undefined, { Department: null })).toMatchObject({
      ...sent,
      Department: null,
      MailingStreet: '1 High St',
    });
  });

  it('fills blanks and placeholders only, where the request says so', async () => {
    expect(await send('fillBlanks', { Department: null, Description: 'new' })).toMatchObject({
      ...stored,
      Phone: '+353861234567',
      Description: 'new',
    });
  });

  it.each([
    ['contact-default', 'fillBlanks', { Title: 'Director' }],
    ['contact-name-email', 'fillBlanks', { Title: 'Director' }],
    ['contact-default', 'rules', { Title: 'Director', Points__c: 5 }],
  ])('is as careful as the most careful scenario that finds it: %s says %s', async (id, onDuplicate, kept) => {
    const scenarios = [{ id, onDuplicate }];
    const likeness = await openService({ files: { ...files, 'scenarios.json': scenarios } });
    const found = await insert(likeness, 'Contact', { ...stored, Phone: sent['Phone'] });
    const output = await upsert(likeness, 'Contact', sent);
    expect(output).toMatchObject({ isCreated: false, objectId: found });
    expect(likeness.readRecord('Contact', found)).toMatchObject(kept);
  });

  it('keeps what the survivorship rules choose, where the request says so', async () => {
    expect(await send('rules')).toMatchObject({
      Phone: '+353861234567',
      Points__c: 5,
      Title: 'Director',
      Department: 'IT',
      LeadSource: 'CRM',
      MailingStreet: null,
      MailingCity: 'Galway',
    });
  });

  it.each([
    ['in the same millisecond', 0],
    ['when the clock was set back', -60_000],
  ])('takes what is sent as the latest %s', async (_, later) => {
    const begun = Date.parse('2026-03-01T12:00:00Z');
    let time = begun;
    const likeness = await openService({ files, now: () => new Date(time) });
    const id = await insert(likeness, 'Contact', stored);
    time = begun + later;
    await upsert(likeness, 'Contact', sent, { onDuplicate: 'rules' });
    expect(likeness.readRecord('Contact', id)).toMatchObject({ MailingStreet: null, MailingCity: 'Galway' });
  });

  it('does as the scenario says that found it, unless the request says otherwise', async () => {
    expect(await send(undefined, {}, 'fillBlanks')).toMatchObject({ Title: 'Director', Points__c: 2 });
    expect(await send('overwrite', {}, 'fillBlanks')).toMatchObject({ Title: 'CEO', Points__c: 3 });
  });

  it('does so for related records, each as it says itself', async () => {
    const likeness = await openService({ files });
    const id = await insert(likeness, 'Contact', stored);
    const related = { objectType: 'Contact', referenceField: 'AccountId', duplicateCheck: true };
    const output = await upsert(
      likeness,
      'Account',
      { Name: 'Acme' },
      { relatedList: [{ ...related, objectData: sent, onDuplicate: 'fillBlanks' }] },
    );
    expect(output.relatedList[0]).toMatchObject({ isCreated: false, objectId: id });
    expect(likeness.readRecord('Contact', id)).toMatchObject({ Title: 'Director', AccountId: output.objectId });
  });

  it('by an Id that is sent overwrites, whatever the scenario says', async () => {
    const likeness = await openService({
      files: { ...files, 'scenarios.json': [{ id: 'contact-default', onDuplicate: 'fillBlanks' }] },
    });
    const id = await insert(likeness, 'Contact', stored);
    await upsert(likeness, 'Contact', { Id: id, Title: 'CEO' }, { onDuplicate: 'rules' });
    expect(likeness.readRecord('Contact', id)).toMatchObject({ Title: 'CEO' });
  });

  it('fails, and changes nothing, where a rule gives more than the field takes', async () => {
    const likeness = await openService({
      files: { ...files, 'survivorship.json': [{ object: 'Contact', fields: { Title: 'union' } }] },
    });
    const id = await insert(likeness, 'Contact', { ...stored, Title: 'a'.repeat(100) });
    const output = await upsert(likeness, 'Contact', { ...sent, Title: 'b'.repeat(100) }, { onDuplicate: 'rules' });
    expect(output).toMatchObject({
      isSuccess: false,
      errorMessage: expect.stringMatching(/^STRING_TOO_LONG: .*Title/) as string,
    });
    expect(likeness.readRecord('Contact', id)).toMatchObject({ Title: 'a'.repeat(100) });
  });
});
