import { expect, it } from 'vitest';
import { checkConfiguration } from '../../src/store/config/check.js';
import { configurationFolder } from '../service/open-service.js';
import { Documented } from './documented.js';
import { lead, UPSERT, serveForTest } from './serve.js';

const files = {
  'objects.json': [
    {
      name: 'Visit__c',
      keyPrefix: 'a01',
      fields: [
        { name: 'Lead__c', type: 'reference', referenceTo: ['Lead'] },
        { name: 'Place__c', type: 'string' },
      ],
    },
  ],
  'scenarios.json': ['campaign-member-lead', 'campaign-member-contact'].map((id) => ({ id, enabled: false })),
};

it('an upsert that asks for a check which no active scenario makes creates the record, and says so', async () => {
  const served = await serveForTest({ files });
  const documented = await Documented.by(served);
  const visit = { objectType: 'visit__C', objectData: { Place__c: 'Oslo' }, duplicateCheck: true };
  const warning =
    '299 likeness "no active scenario compares Visit__c, so the record was created without a duplicate check"';
  for (let i = 0; i < 2; i++) {
    const answer = await served.post(UPSERT, { input: visit });
    expect([answer.status, answer.body['isCreated'], answer.headers.get('warning')]).toEqual([200, true, warning]);
    expect(documented.faults(answer, UPSERT, 'post')).toEqual([]);
  }
  const related = { ...visit, referenceField: 'Lead__c' };
  const parent = { objectType: 'Lead', objectData: lead(), duplicateCheck: true, relatedList: [related] };
  expect((await served.post(UPSERT, { input: parent })).headers.get('warning')).toBe(warning);

  const id = (await served.post(UPSERT, { input: visit })).body['objectId'];
  const silent = [
    { ...visit, duplicateCheck: false },
    { ...visit, objectData: { Id: id, Place__c: 'Bergen' } },
    { ...visit, objectData: { Nothing__c: 1 } },
    { objectType: 'Lead', objectData: lead(), duplicateCheck: true },
  ];
  for (const input of silent) expect((await served.post(UPSERT, { input })).headers.get('warning')).toBeNull();
  const { text } = await served.call('GET', '/metrics');
  expect(text).toContain('likeness_upserts_unchecked_total{object="Visit__c"} 4');

  const { warnings } = await checkConfiguration(await configurationFolder(files));
  const named = warnings.filter(({ message }) => message.includes('so duplicateCheck has no effect'));
  expect(named.map(({ path }) => path)).toEqual(['CampaignMember', 'Visit__c']);
});
