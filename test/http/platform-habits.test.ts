import { describe, expect, it } from 'vitest';
import { SEARCH, UPSERT, type Reply, serveForAll, DATA } from './serve.js';

const files = {
  'objects.json': [
    {
      name: 'Account',
      keyPrefix: '001',
      fields: [
        { name: 'VatNumber__c', type: 'string', length: 20, externalId: true },
        { name: 'Code__c', type: 'integer', externalId: true },
        { name: 'Founded__c', type: 'datetime' },
        { name: 'Shout__c', type: 'formula', returns: 'string', formula: 'UPPER(Name)' },
      ],
    },
    { name: 'Visit__c', keyPrefix: 'a00', fields: [{ name: 'Host__c', type: 'reference', referenceTo: ['Account'] }] },
  ],
};
type Body = Record<string, unknown>;

describe('what clients of the platform are used to', () => {
  const served = serveForAll({ files });

  const send = (method: string, path: string, body?: unknown) => served.send(method, `${DATA}/${path}`, body);
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- states the expected type
  const as = <T = Body>({ text }: Reply) => JSON.parse(text) as T;
  const create = async (object: string, data: object): Promise<string> => {
    const reply = await send('POST', `sobjects/${object}`, data);
    expect(reply.status, reply.text).toBe(201);
    return as<{ id: string }>(reply).id;
  };
  const read = async (object: string, id: string) => as(await send('GET', `sobjects/${object}/${id}`));
  const upsert = async (objectType: string, objectData: object, more: object = {}) =>
    as<{ objectId: string; objectData: Body; errorMessage: string | null; relatedList: Body[] }>(
      await served.post(UPSERT, { input: { objectType, objectData, ...more } }),
    );
  let n = 0;
  const account = async (): Promise<{ id: string; VatNumber__c: string; Code__c: number }> => {
    const named = { VatNumber__c: `V${++n}`, Code__c: n };
    return { id: await create('Account', { Name: `Firm ${n}`, ...named }), ...named };
  };

  describe('a parent is named by an external Id', () => {
    const WAYS: Record<string, (data: Body) => Promise<{ id?: string | undefined; why?: string }>> = {
      POST: async (data) => {
        const reply = await send('POST', 'sobjects/Contact', { LastName: 'Doe', ...data });
        return reply.status === 201 ? { id: as<{ id: string }>(reply).id } : { why: reply.text };
      },
      PATCH: async (data) => {
        const id = await create('Contact', { LastName: 'Doe' });
        const reply = await send('PATCH', `sobjects/Contact/${id}`, data);
        return reply.status === 204 ? { id } : { why: reply.text };
      },
      'a collection': async (data) => {
        const records = [{ attributes: { type: 'Contact' }, LastName: 'Doe', ...data }];
        const [result] = as<{ id?: string; errors: unknown[] }[]>(
          await send('POST', 'composite/sobjects', { records }),
        );
        return { id: result!.id, why: JSON.stringify(result!.errors) };
      },
      'a tree': async (data) => {
        const attributes = { type: 'Contact', referenceId: 'one' };
        const reply = await send('POST', 'composite/tree/Contact', {
          records: [{ attributes, LastName: 'Doe', ...data }],
        });
        const { results } = as<{ results: { id?: string }[] }>(reply);
        return { id: results[0]!.id, why: reply.text };
      },
      'an upsert': async (data) => {
        const { objectId, errorMessage } = await upsert('Contact', { LastName: 'Doe', ...data });
        return { id: objectId, why: errorMessage ?? '' };
      },
      'an upsert that looks for duplicates': async (data) => {
        const { objectId, errorMessage } = await upsert(
          'Contact',
          { LastName: 'Dö', ...data },
          { duplicateCheck: true },
        );
        return { id: objectId, why: errorMessage ?? '' };
      },
      'a related record': async (data) => {
        const related = {
          objectType: 'Contact',
          referenceField: 'ReportsToId',
          objectData: { LastName: 'Doe', ...data },
        };
        const { relatedList } = await upsert('Contact', { LastName: 'Boss' }, { relatedList: [related] });
        const [{ objectId, errorMessage } = {}] = relatedList;
        return { id: objectId as string, why: String(errorMessage) };
      },
    };

    it.each(Object.keys(WAYS))('%s: found, by texts and numbers, with attributes and in any case', async (way) => {
      for (const parentOf of [
        ({ VatNumber__c }: Body) => ({ Account: { VatNumber__c } }),
        ({ Code__c }: Body) => ({ account: { code__C: Code__c } }),
        ({ VatNumber__c }: Body) => ({ Account: { attributes: { type: 'Account' }, VatNumber__c } }),
        ({ id }: Body) => ({ Account: { Id: id } }),
      ]) {
        const parent = await account();
        const { id, why } = await WAYS[way]!(parentOf({ ...parent }));
        expect(id, why).toEqual(expect.any(String));
        expect(await read('Contact', id!)).toMatchObject({ AccountId: parent.id });
      }
    });

    it.each(Object.keys(WAYS))('%s: refused by name where it is not found, or not named so', async (way) => {
      const twice = await account();
      await create('Account', { Name: 'Twin', VatNumber__c: twice.VatNumber__c });
      for (const [data, reason] of [
        [{ Account: { VatNumber__c: 'none' } }, /Foreign key external ID: none not found for field VatNumber__c/],
        [{ Account: { attributes: { type: 'Account' }, VatNumber__c: 'none' } }, /Foreign key external ID: none/],
        [{ Account: { VatNumber__c: twice.VatNumber__c } }, /more than one Account has VatNumber__c/],
        [{ Account: { Name: 'Twin' } }, /'Name' is not an external Id field of Account/],
        [{ Account: { VatNumber__c: 'V', Code__c: 1 } }, /expected one external Id field of Account/],
        [{ Account: {} }, /expected one external Id field of Account/],
        [{ Account: { attributes: { type: 'Lead' }, VatNumber__c: 'V' } }, /attributes.type: expected Account/],
        [{ Account: { VatNumber__c: 'V' }, AccountId: twice.id }, /AccountId also identifies the parent/],
        [{ Account: { VatNumber__c: ['V'] } }, /VatNumber__c/],
      ] as const) {
        const { id, why } = await WAYS[way]!(data);
        expect([data, id ?? null]).toEqual([data, null]);
        expect(why).toMatch(reason);
      }
    });

    it('null takes the parent away, and a returned record keeps its own', async () => {
      const { id, VatNumber__c } = await account();
      const contact = await create('Contact', { LastName: 'Doe', Account: { VatNumber__c } });
      const returned = { attributes: { type: 'Contact' }, Account: null, FirstName: 'Jo' };
      expect((await send('PATCH', `sobjects/Contact/${contact}`, returned)).status).toBe(204);
      const own = {
        Account: { attributes: { type: 'Account', url: `${DATA}/sobjects/Account/${id}` }, Name: 'Other' },
      };
      expect((await send('PATCH', `sobjects/Contact/${contact}`, own)).status).toBe(204);
      expect(await read('Contact', contact)).toMatchObject({ AccountId: id });
      for (const Account of [null, { VatNumber__c: null }, { VatNumber__c: '' }]) {
        await send('PATCH', `sobjects/Contact/${contact}`, { AccountId: id });
        expect((await send('PATCH', `sobjects/Contact/${contact}`, { Account })).status).toBe(204);
        expect((await read('Contact', contact))['AccountId']).toBeNull();
      }
    });

    it('an own object, and a record of the same request', async () => {
      const { id, VatNumber__c } = await account();
      expect(await read('Visit__c', await create('Visit__c', { Host__r: { VatNumber__c } }))).toMatchObject({
        Host__c: id,
      });
      const records = [
        { attributes: { type: 'Account' }, Name: 'Newest', VatNumber__c: 'new' },
        { attributes: { type: 'Contact' }, LastName: 'Doe', Account: { VatNumber__c: 'new' } },
      ];
      const made = as<{ id: string }[]>(await send('POST', 'composite/sobjects', { records }));
      expect(await read('Contact', made[1]!.id)).toMatchObject({ AccountId: made[0]!.id });
    });
  });

  it.each([
    ['2024-02-29T10:20:30.1Z', '2024-02-29T10:20:30.100+0000'],
    ['2024-02-29T10:20:30.123456+00:00', '2024-02-29T10:20:30.123+0000'],
    ['2024-02-29T10:20:30.1234567+02:00', '2024-02-29T08:20:30.123+0000'],
    ['2024-02-29T10:20:30.123456789-05:30', '2024-02-29T15:50:30.123+0000'],
  ])('a time of up to nine digits is cut to milliseconds: %s', async (sent, saved) => {
    const { objectData } = await upsert('Account', { Name: 'Old', Founded__c: sent });
    expect(objectData).toMatchObject({ Founded__c: saved });
  });

  it('a record by external Id: some of its fields; its key does not stand in the body', async () => {
    const { id, VatNumber__c } = await account();
    const path = `sobjects/Account/VatNumber__c/${VatNumber__c}`;
    expect(as(await send('GET', `${path}?fields=Name,Code__c`))).toEqual({
      attributes: { type: 'Account', url: `${DATA}/sobjects/Account/${id}` },
      ...{ Id: id, Name: `Firm ${n}`, Code__c: n },
    });
    expect(as<Body[]>(await send('GET', `${path}?fields=Nothing`))).toMatchObject([{ errorCode: 'INVALID_FIELD' }]);
    for (const key of ['VatNumber__c', 'vatnumber__C']) {
      const reply = await send('PATCH', path, { Name: 'Other', [key]: VatNumber__c });
      expect([reply.status, reply.error.errorCode]).toEqual([400, 'INVALID_FIELD']);
      expect(reply.error.message).toContain('VatNumber__c field should not be specified');
    }
    expect(await read('Account', id)).toMatchObject({ Name: `Firm ${n}` });
  });

  it('what an upsert, a search, a query or a GET returned is sent back, and changes what was changed in it', async () => {
    const { objectId, objectData } = await upsert('Account', { Name: 'Sent back', VatNumber__c: 'B1' });
    expect(objectData).toMatchObject({ Shout__c: 'SENT BACK' });
    const search = await served.post(SEARCH, { objectPrefix: '001', objectData: { Name: 'Sent back' } });
    const [match] = as<Record<string, { objectData: Body }[]>>(search)['001']!;
    const q = encodeURIComponent(
      "SELECT Id, Name, Shout__c, Parent.Name, Owner.Name FROM Account WHERE Name = 'Sent back'",
    );
    const [queried] = as<{ records: Body[] }>(await send('GET', `query?q=${q}`)).records;
    for (const returned of [objectData, match!.objectData, queried!, await read('Account', objectId)]) {
      const answer = await upsert('Account', { ...returned, Phone: `0${++n}` });
      expect([answer.errorMessage, answer.objectId]).toEqual([null, objectId]);
      expect(await read('Account', objectId)).toMatchObject({ Phone: `0${n}`, Name: 'Sent back', VatNumber__c: 'B1' });
    }
    const { errorMessage } = await upsert('Account', { Name: 'New', Shout__c: 'NEW' });
    expect(errorMessage).toMatch(/^INVALID_FIELD_FOR_INSERT_UPDATE: .*Shout__c/);
  });

  it('POST says the method that is meant in the address', async () => {
    const { id, VatNumber__c } = await account();
    expect((await send('POST', `sobjects/Account/${id}?_HttpMethod=PATCH`, { Name: 'Patched' })).status).toBe(204);
    expect(await read('Account', id)).toMatchObject({ Name: 'Patched' });
    const path = `sobjects/Account/VatNumber__c/${VatNumber__c}?_HttpMethod=patch`;
    expect((await send('POST', path, { Name: 'Again' })).status).toBe(200);
    expect((await send('POST', `sobjects/Account/${id}?_HttpMethod=DELETE`)).status).toBe(204);
    expect((await send('POST', `sobjects/Account/${id}?_HttpMethod=FETCH`, {})).status).toBe(405);
    expect((await send('GET', `sobjects/Account/${id}?_HttpMethod=DELETE`)).status).toBe(404);
  });

  it.each([
    ...['RecordTypeId', 'CurrencyIsoCode', 'IsPersonAccount', 'PersonEmail', 'PersonMailingStreet', 'BillingAddress'],
    ...['ShippingAddress', 'PersonBirthdate', 'PersonMobilePhone'],
  ])('%s, which is not declared, may be blank, and has no value', async (name) => {
    expect((await upsert('Account', { Name: 'Blank', [name]: null })).errorMessage).toBeNull();
    expect((await upsert('Account', { Name: 'Blank', [name]: 'x' })).errorMessage).toMatch(/^INVALID_FIELD: /);
    expect((await upsert('Account', { Name: 'Blank', [`${name}x`]: null })).errorMessage).toMatch(/^INVALID_FIELD: /);
  });

  it('IsDeleted is a field of every record, and sent back without harm', async () => {
    const { id } = await account();
    const q = encodeURIComponent(`SELECT Id, IsDeleted FROM Account WHERE Id = '${id}'`);
    const [queried] = as<{ records: Body[] }>(await send('GET', `query?q=${q}`)).records;
    const chosen = as(await send('GET', `sobjects/Account/${id}?fields=IsDeleted`));
    const [collected] = as<Body[]>(await send('GET', `composite/sobjects/Account?ids=${id}&fields=IsDeleted`));
    for (const record of [queried!, chosen, collected!, await read('Account', id)]) {
      expect(record).toMatchObject({ IsDeleted: false });
      expect((await upsert('Account', { ...record, Phone: `1${++n}` })).errorMessage).toBeNull();
      expect((await read('Account', id))['Phone']).toBe(`1${n}`);
    }
    const { errorMessage } = await upsert('Account', { Name: 'New', IsDeleted: true });
    expect(errorMessage).toMatch(/^INVALID_FIELD_FOR_INSERT_UPDATE: .*IsDeleted/);
  });

  it('a deleted record is known as such, whatever is asked of it', async () => {
    const { id } = await account();
    await send('DELETE', `sobjects/Account/${id}`);
    for (const [method, body] of [['GET'], ['PATCH', { Name: 'x' }], ['DELETE']] as const) {
      const reply = await send(method, `sobjects/Account/${id}`, body);
      expect([method, reply.status, reply.error.errorCode]).toEqual([method, 404, 'ENTITY_IS_DELETED']);
    }
    expect((await upsert('Account', { Id: id, Name: 'x' })).errorMessage).toBe('ENTITY_IS_DELETED: entity is deleted');
    const unknown = await send('GET', 'sobjects/Account/001000000000001AAA');
    expect([unknown.status, unknown.error.errorCode]).toEqual([404, 'NOT_FOUND']);
  });

  it('a search by no scenario says so', async () => {
    const warningOf = async (body: object) =>
      (await served.post(SEARCH, { objectData: { Name: 'x' }, ...body })).headers.get('warning');
    const none = '299 likeness "none of the scenarioIds is an active scenario of Account, so nothing was searched"';
    expect(await warningOf({ objectPrefix: '001', scenarioIds: ['nothing'] })).toBe(none);
    expect(await warningOf({ objectPrefix: '001', scenarioIds: ['lead-default'] })).toBe(none);
    expect(await warningOf({ objectPrefix: '001', scenarioIds: ['account-default', 'nothing'] })).toBeNull();
    expect(await warningOf({ objectPrefix: '001', scenarioIds: [] })).toBeNull();
    expect(await warningOf({ objectPrefix: 'a00', objectData: {} })).toMatch(/no active scenario compares Visit__c/);
  });

  it('every answer has an Id, which the history of what it changed names', async () => {
    const { id } = await account();
    const ids = new Set<string>();
    for (const [method, path, body] of [
      ...[
        ['GET', `${DATA}/sobjects/Account/${id}`],
        ['GET', '/nowhere'],
        ['PUT', UPSERT],
        ['GET', '/healthz'],
      ],
      ...[
        ['POST', UPSERT, {}],
        ['GET', `${DATA}/tooling`],
        ['OPTIONS', UPSERT],
        ['POST', '/services/oauth2/token'],
      ],
      ...[
        ['GET', '/openapi.json'],
        ['GET', `${DATA}/query`],
        ['GET', `${DATA}//sobjects`],
      ],
    ] as [string, string, unknown?][]) {
      const requestId = (await served.send(method, path, body)).headers.get('x-request-id');
      expect([path, requestId]).toEqual([path, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
      ids.add(requestId!);
    }
    expect(ids.size).toBe(11);
    const changed = await send('PATCH', `sobjects/Account/${id}`, { Name: 'Changed' });
    const history = as<{ records: Body[] }>(await served.call('GET', `/services/apexrest/dupcheck/history/${id}`));
    expect(history.records[0]).toMatchObject({ requestId: changed.headers.get('x-request-id') });
  });

  it('a version lists what it serves, and what it does not serve says what to use', async () => {
    const resources = as<Record<string, string>>(await send('GET', ''));
    const names = 'composite limits parameterizedSearch query queryAll search sobjects'.split(' ');
    expect(Object.keys(resources)).toEqual(names);
    for (const path of [
      ...['tooling/query', 'tabs', 'theme', 'recent', 'appMenu/AppSwitcher', 'sobjects/Account/describe/layouts'],
      ...['sobjects/Account/describe/layouts/012', 'sobjects/Lead/quickActions', 'chatter/users/me', 'ui-api/records'],
      ...['analytics/reports', 'process/rules', 'actions/standard', 'connect/organization', 'metadata', 'graphql'],
    ]) {
      const { status, error } = await send('GET', path);
      expect([path, status, error.errorCode]).toEqual([path, 404, 'NOT_FOUND']);
      expect(error.message).toMatch(/ is not supported: /);
    }
  });
});
