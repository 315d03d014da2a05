import { beforeAll, describe, expect, it } from 'vitest';
import { lead, UPSERT, serveForAll } from './serve.js';

describe('what clients of the platform ask before anything else', () => {
  const served = serveForAll();

  it.each(['/services/data', '/services/data/v60.0', '/services/data/v20.0', '/services/data/v100.0'])(
    '%s needs no token and no licence',
    async (path) => {
      expect((await served.call('GET', path, { headers: { authorization: undefined } })).status).toBe(200);
      const { client_id } = served.addClient({ licence: { state: 'none' }, scopes: ['undo'] });
      const authorization = `Bearer ${served.auth.issueToken(client_id)}`;
      expect((await served.call('GET', path, { headers: { authorization } })).status).toBe(200);
    },
  );

  it('a token that is sent to a version must be valid: clients ask whether theirs still is', async () => {
    for (const authorization of ['Bearer x.y.z', 'OAuth ', `Basic ${btoa('a:b')}`]) {
      const { status, error } = await served.call('GET', '/services/data/v60.0', { headers: { authorization } });
      expect([status, error.errorCode]).toEqual([401, 'INVALID_SESSION_ID']);
    }
  });

  it('a map of resources at any version, each of which is served', async () => {
    const { body } = await served.call('GET', '/services/data/v58.0');
    expect(body).toMatchObject({ sobjects: '/services/data/v58.0/sobjects' });
    for (const [name, address] of Object.entries(body))
      // Some resources do not support GET or require a query, but all exist.
      expect([200, 400, 405], name).toContain((await served.call('GET', String(address))).status);
  });

  it.each(['v60', 'v6000.0', 'vNaN', 'v60.00', '60.0'])('/services/data/%s is no version: 404', async (version) => {
    expect((await served.call('GET', `/services/data/${version}`)).status).toBe(404);
  });
});

interface Described {
  name: string;
  keyPrefix: string;
  urls: { describe: string; rowTemplate: string };
  fields: { name: string; type: string; [key: string]: unknown }[];
}

describe('descriptions of objects', () => {
  const served = serveForAll({
    files: {
      'objects.json': [
        {
          name: 'Invoice__c',
          keyPrefix: 'a01',
          fields: [
            { name: 'Amount__c', type: 'currency', required: true },
            { name: 'Gross__c', type: 'formula', formula: 'Amount__c * 1.2', returns: 'number' },
            { name: 'Status__c', type: 'picklist', values: ['Open', 'Paid'], default: 'Open' },
            { name: 'Customer__c', type: 'reference', referenceTo: ['Account'] },
            { name: 'Sent__c', type: 'boolean' },
          ],
        },
      ],
    },
  });

  it('lists every object, under the version that was asked for', async () => {
    const { status, text } = await served.call('GET', '/services/data/v59.0/sobjects');
    expect(status).toBe(200);
    const { sobjects } = JSON.parse(text) as { sobjects: Described[] };
    expect(sobjects.map(({ name }) => name)).toEqual(served.configuration.registry.types.map(({ name }) => name));
    const lead = sobjects.find(({ name }) => name === 'Lead')!;
    expect(lead).toMatchObject({ keyPrefix: '00Q', label: 'Lead', custom: false });
    expect(lead.urls.describe).toBe('/services/data/v59.0/sobjects/Lead/describe');
    for (const { urls } of sobjects) expect((await served.call('GET', urls.describe)).status).toBe(200);
  });

  it('describes the fields of one, its type matched without regard to case', async () => {
    const { text } = await served.call('GET', '/services/data/v60.0/sobjects/invoice__c/describe');
    const { name, fields } = JSON.parse(text) as Described;
    expect(name).toBe('Invoice__c');
    const of = (field: string) => fields.find((one) => one.name === field);
    expect(of('Id')).toMatchObject({ type: 'id', length: 18, createable: false, nillable: false });
    expect(of('Amount__c')).toMatchObject({ type: 'currency', nillable: false, createable: true, calculated: false });
    expect(of('Gross__c')).toMatchObject({ type: 'double', calculated: true, createable: false });
    expect(of('Status__c')).toMatchObject({ restrictedPicklist: true, defaultedOnCreate: true, length: 255 });
    expect(of('Status__c')!['picklistValues']).toMatchObject([{ value: 'Open' }, { value: 'Paid' }]);
    expect(of('Customer__c')).toMatchObject({ referenceTo: ['Account'], relationshipName: 'Customer__r', length: 18 });
    expect(of('Sent__c')).toMatchObject({ type: 'boolean', nillable: false });
  });

  it.each(['Nothing', '__proto__', 'constructor'])('of %s, which is no object: 404', async (name) => {
    expect((await served.call('GET', `/services/data/v60.0/sobjects/${name}/describe`)).status).toBe(404);
  });
});

describe('?fields= of a record', () => {
  let path: string;
  let unlike: string;
  const served = serveForAll();
  beforeAll(async () => {
    const create = async (values: Record<string, unknown>) =>
      (await served.post(UPSERT, { input: { objectType: 'Lead', objectData: lead(values) } })).body.objectId;
    path = `/services/data/v60.0/sobjects/Lead/${await create({})}`;
    unlike = `/services/data/v60.0/sobjects/Lead/00QLK0000009999AAA`;
  });

  const get = async (query: string, address = path) => served.call('GET', `${address}?${query}`);

  it('gives these, in their declared spelling, with attributes and Id; a blank one is null', async () => {
    const { body } = await get('fields=lastname,Phone,Email');
    expect(body).toEqual({
      attributes: { type: 'Lead', url: path },
      LastName: 'Doe',
      Phone: null,
      Email: 'jenniffer@example.com',
      Id: path.slice(-18),
    });
  });

  it('what other parameters say is not looked at', async () => {
    expect((await get('x=1&fields=Id')).body).toEqual({ attributes: { type: 'Lead', url: path }, Id: path.slice(-18) });
    expect((await get('x=1')).body).toMatchObject({ LastName: 'Doe', Company: 'Example Ltd' });
  });

  it('an unknown field is refused and named, with the nearest name', async () => {
    const { status, error } = await get('fields=LastName,Emial');
    expect([status, error.errorCode]).toEqual([400, 'INVALID_FIELD']);
    expect(error.message).toBe("No such column 'Emial' on entity 'Lead'. Did you mean 'Email'?");
    expect(error.fields).toEqual(['Emial']);
  });

  it.each(['fields=__proto__', 'fields=constructor', 'fields=LastName&fields=Id', 'fields=Owner.Name', 'fields='])(
    '%s: 400',
    async (query) => {
      expect((await get(query)).status).toBe(400);
    },
  );

  it('of an unknown record: 404', async () => expect((await get('fields=Id', unlike)).status).toBe(404));
});
