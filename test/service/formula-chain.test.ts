import { describe, expect, it } from 'vitest';
import { insert, openService, searchIds, upsert } from './open-service.js';

const LENGTH = 1_000;
const chain = Array.from({ length: LENGTH }, (_, i) => ({
  name: `F${i + 1}__c`,
  type: 'formula',
  returns: 'number',
  formula: i === 0 ? 'Amount__c / 3' : `F${i}__c + 1`,
}));
const last = `F${LENGTH}__c`;
/** A third is stored with all its digits: three thirds are exactly 1, unlike with doubles. */
const exact = [
  { name: 'Third__c', type: 'formula', returns: 'number', formula: 'Amount__c / 3' },
  { name: 'Whole__c', type: 'formula', returns: 'number', formula: 'Third__c * 3' },
  { name: 'Faulty__c', type: 'formula', returns: 'number', formula: '1 / Amount__c' },
  { name: 'Beyond__c', type: 'formula', returns: 'boolean', formula: 'ISBLANK(Faulty__c)' },
];
const files = {
  'objects.json': [
    {
      name: 'Contact',
      keyPrefix: '003',
      fields: [{ name: 'Amount__c', type: 'number' }, ...chain, ...exact],
      onSave: [
        { when: `${last} = 1002`, set: { Title: 'condition' } },
        { when: `AND(${last} = 1002, NOT(ISBLANK(Amount__c)))`, set: { Department: 'formula' } },
        { when: 'AND(NOT(ISBLANK(Amount__c)), ROUND(Third__c * 3, 20) = Amount__c)', set: { AssistantName: 'whole' } },
        { when: 'ISBLANK(Faulty__c)', set: { Jigsaw: 'faulty' } },
      ],
    },
  ],
  'filters.json': [{ developerName: 'Last', object: 'Contact', condition: `${last} = 1002` }],
};

describe('formulas of formulas have one evaluator', () => {
  it(`a chain of ${LENGTH} is the same in the answer, a filter and an on-save update`, async () => {
    const likeness = await openService({ files });
    const person = { LastName: 'Ash', Email: 'ash@chain.example', Amount__c: 9 };
    const { objectData, objectId } = await upsert(likeness, 'Contact', person);
    expect(objectData[last]).toBe(1002);
    const other = await insert(likeness, 'Contact', { ...person, Amount__c: 12 });
    expect(await searchIds(likeness, '003', { Email: person.Email }, { filterDeveloperName: 'Last' })).toEqual([
      objectId,
    ]);
    expect(likeness.readRecord('Contact', objectId!)).toMatchObject({
      [last]: 1002,
      Title: 'condition',
      Department: 'formula',
    });
    expect(likeness.readRecord('Contact', other)).toMatchObject({ [last]: 1003, Title: null, Department: null });
  });

  it('an on-save update calculates with all digits, and does not hold where what it reads fails', async () => {
    const likeness = await openService({ files });
    const whole = likeness.readRecord('Contact', await insert(likeness, 'Contact', { LastName: 'Ash', Amount__c: 10 }));
    expect(whole).toMatchObject({ Whole__c: 10, AssistantName: 'whole', Jigsaw: null });
    const none = likeness.readRecord('Contact', await insert(likeness, 'Contact', { LastName: 'Ash', Amount__c: 0 }));
    expect(none).not.toHaveProperty('Faulty__c');
    expect(none).not.toHaveProperty('Beyond__c');
    expect(none).toMatchObject({ Jigsaw: null });
  });
});
