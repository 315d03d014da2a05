import { describe, expect, it } from 'vitest';
import { caller, insert, openService, upsert } from './open-service.js';

/** An order with line items and every kind of calculated field. */
const order = {
  name: 'Order__c',
  keyPrefix: 'a0B',
  fields: [
    { name: 'Name', type: 'autoNumber', autoNumber: 'O-{0000}' },
    { name: 'Account__c', type: 'reference', referenceTo: ['Account'] },
    { name: 'Status__c', type: 'picklist', values: ['Open', 'Closed'], default: 'Open' },
    {
      name: 'Lines__c',
      type: 'summary',
      summary: { object: 'Line__c', referenceField: 'Order__c', operation: 'count' },
    },
    {
      name: 'Total__c',
      type: 'summary',
      summary: { object: 'Line__c', referenceField: 'Order__c', operation: 'sum', field: 'Amount__c' },
    },
    {
      name: 'Least__c',
      type: 'summary',
      summary: { object: 'Line__c', referenceField: 'Order__c', operation: 'min', field: 'Amount__c' },
    },
    {
      name: 'Most__c',
      type: 'summary',
      summary: { object: 'Line__c', referenceField: 'Order__c', operation: 'max', field: 'Amount__c' },
    },
    { name: 'Gross__c', type: 'formula', returns: 'currency', formula: 'Total__c * 1.2' },
  ],
};
const line = {
  name: 'Line__c',
  keyPrefix: 'a0C',
  fields: [
    { name: 'Order__c', type: 'reference', referenceTo: ['Order__c'], required: true },
    { name: 'Amount__c', type: 'currency' },
    { name: 'Size__c', type: 'string', length: 10 },
  ],
  onSave: [
    { when: 'Amount__c >= 100', set: { Size__c: 'large' } },
    { when: 'Amount__c < 100', set: { Size__c: 'small' } },
  ],
};
const files = { 'objects.json': [order, line] };

describe('objects: Ids', () => {
  it("are the platform's: 18 characters returned, new ones begin with the object's key prefix", async () => {
    const likeness = await openService({ files });
    expect(await insert(likeness, 'Contact', { LastName: 'X' })).toMatch(/^003[0-9A-Za-z]{15}$/);
    expect(await insert(likeness, 'Order__c', {})).toMatch(/^a0B[0-9A-Za-z]{15}$/);
  });

  it('15 and 18 characters are compared as equal, and a record is read by either', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', { LastName: 'X' });
    expect(likeness.readRecord('contact', id.slice(0, 15))['Id']).toBe(id);
    const wrong = id.slice(0, 17) + (id.endsWith('A') ? 'B' : 'A');
    for (const [type, at] of [
      ['Contact', wrong],
      ['Lead', id],
    ] as const)
      expect(() => likeness.readRecord(type, at)).toThrow(expect.objectContaining({ status: 404 }));
  });
});

describe('objects: fields', () => {
  it('undeclared fields are refused; declared ones are accepted whether standard or custom', async () => {
    const likeness = await openService({
      files: {
        'objects.json': [{ name: 'Contact', keyPrefix: '003', fields: [{ name: 'Shoe__c', type: 'integer' }] }],
      },
    });
    expect((await upsert(likeness, 'Contact', { LastName: 'X', Hat__c: 1 })).errorMessage).toMatch(/^INVALID_FIELD/);
    expect((await upsert(likeness, 'Contact', { LastName: 'X', Shoe__c: '43' })).objectData).toMatchObject({
      Shoe__c: 43,
    });
  });

  it('auto-numbers and defaults are filled on create, and not returned', async () => {
    const likeness = await openService({ files });
    const first = await upsert(likeness, 'Order__c', {});
    expect(first.objectData).not.toHaveProperty('Name');
    expect(first.objectData).not.toHaveProperty('Status__c');
    const second = await insert(likeness, 'Order__c', { Status__c: 'Closed' });
    expect(likeness.readRecord('Order__c', first.objectId!)).toMatchObject({ Name: 'O-0001', Status__c: 'Open' });
    expect(likeness.readRecord('Order__c', second)).toMatchObject({ Name: 'O-0002', Status__c: 'Closed' });
  });

  it('a declared picklist refuses other values', async () => {
    const likeness = await openService({ files });
    expect((await upsert(likeness, 'Order__c', { Status__c: 'Lost' })).errorMessage).toMatch(/Status__c/);
  });

  it('on-save updates set their values when the condition holds, and are not returned', async () => {
    const likeness = await openService({ files });
    const orderId = await insert(likeness, 'Order__c', {});
    const created = await upsert(likeness, 'Line__c', { Order__c: orderId, Amount__c: 100 });
    expect(created.objectData).toEqual({ Order__c: orderId, Amount__c: 100, Id: created.objectId });
    expect(likeness.readRecord('Line__c', created.objectId!)).toMatchObject({ Size__c: 'large' });
    await upsert(likeness, 'Line__c', { Id: created.objectId, Amount__c: 99.5 });
    expect(likeness.readRecord('Line__c', created.objectId!)).toMatchObject({ Size__c: 'small' });
  });

  it('roll-up summaries follow every create, update, move and delete of a child', async () => {
    const likeness = await openService({ files });
    const [a, b] = [await insert(likeness, 'Order__c', {}), await insert(likeness, 'Order__c', {})];
    const read = (id: string) => likeness.readRecord('Order__c', id);
    expect(read(a)).toMatchObject({ Lines__c: 0, Total__c: 0, Least__c: null, Most__c: null });
    const lines = [];
    for (const Amount__c of [0.1, 0.2, null]) lines.push(await insert(likeness, 'Line__c', { Order__c: a, Amount__c }));
    expect(read(a), 'exact: decimal arithmetic').toMatchObject({
      Lines__c: 3,
      Total__c: 0.3,
      Least__c: 0.1,
      Most__c: 0.2,
      Gross__c: 0.36,
    });
    await upsert(likeness, 'Line__c', { Id: lines[1], Amount__c: 5 });
    expect(read(a)).toMatchObject({ Lines__c: 3, Total__c: 5.1, Least__c: 0.1, Most__c: 5 });
    await upsert(likeness, 'Line__c', { Id: lines[0], Order__c: b });
    expect(read(a)).toMatchObject({ Lines__c: 2, Total__c: 5, Least__c: 5, Most__c: 5 });
    expect(read(b)).toMatchObject({ Lines__c: 1, Total__c: 0.1, Least__c: 0.1, Most__c: 0.1 });
    await likeness.deleteRecord('Line__c', lines[1]!, caller);
    expect(read(a)).toMatchObject({ Lines__c: 1, Total__c: 0, Least__c: null, Most__c: null });
  });

  it('roll-ups are taken back with a rolled back request', async () => {
    const likeness = await openService({ files });
    const output = await insert(likeness, 'Order__c', {});
    await upsert(
      likeness,
      'Order__c',
      { Id: output },
      {
        allOrNone: true,
        relatedList: [
          { objectType: 'Line__c', referenceField: 'Order__c', objectData: { Amount__c: 7 } },
          { objectType: 'Line__c', referenceField: 'Order__c', objectData: { Amount__c: 'x' } },
        ],
      },
    );
    expect(likeness.readRecord('Order__c', output)).toMatchObject({ Lines__c: 0, Total__c: 0 });
  });
});

describe('objects: the complete record', () => {
  it('has every field, those populated after saving included, blank ones as null, formula fields calculated', async () => {
    const likeness = await openService({ files, now: () => new Date('2026-03-01T10:00:00Z') });
    const id = await insert(likeness, 'Contact', { FirstName: 'Jane', LastName: 'Okafor' });
    const record = likeness.readRecord('Contact', id);
    expect(record).toMatchObject({
      attributes: { type: 'Contact', url: `/services/data/v60.0/sobjects/Contact/${id}` },
      Id: id,
      Name: 'Jane Okafor',
      Email: null,
      CreatedDate: '2026-03-01T10:00:00.000+0000',
      LastModifiedDate: '2026-03-01T10:00:00.000+0000',
    });
  });

  it('DELETE removes it from store, index and suspected pairs', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', { LastName: 'Okafor' });
    await likeness.deleteRecord('Contact', id, caller);
    expect(() => likeness.readRecord('Contact', id)).toThrow(expect.objectContaining({ status: 404 }));
    await expect(likeness.deleteRecord('Contact', id, caller)).rejects.toMatchObject({ status: 404 });
    expect(() => likeness.readRecord('Account', id)).toThrow(expect.objectContaining({ status: 404 }));
  });
});
