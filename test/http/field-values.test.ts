import { expect, it } from 'vitest';
import { UPSERT, serveForTest, BASE } from './serve.js';

it('shows how many records fill a field, and the values that several of them have', async () => {
  const served = await serveForTest();
  const cities = ['Graz', 'Graz', 'Graz', 'Linz', 'Linz', 'Wels', undefined];
  for (const [i, MailingCity] of cities.entries()) {
    const objectData = { LastName: `Doe ${i}`, ...(MailingCity && { MailingCity }) };
    await served.post(UPSERT, { input: { objectType: 'Contact', objectData } });
  }
  const ask = async (query: string) =>
    (await served.call('GET', `${BASE}/field-values?objectType=Contact&${query}`)).body;
  const filled = {
    name: 'MailingCity',
    filled: 6,
    frequent: [
      { value: 'Graz', times: 3 },
      { value: 'Linz', times: 2 },
    ],
  };
  expect(await ask('fields=MailingCity,Birthdate')).toEqual({
    totalSize: 7,
    fields: [filled, { name: 'Birthdate', filled: 0, frequent: [] }],
  });
  expect(
    await ask(`fields=MailingCity&where=${encodeURIComponent("MailingCity = 'Linz' OR MailingCity = null")}`),
  ).toEqual({ totalSize: 3, fields: [{ name: 'MailingCity', filled: 2, frequent: [{ value: 'Linz', times: 2 }] }] });
});

it.each([
  ['fields=Nothing', 400],
  ['fields=LastName,LastName) x FROM User', 400],
  ['fields=LastName&where=Nothing = 1', 400],
  [`fields=${Array.from({ length: 11 }, () => 'LastName').join(',')}`, 400],
])('refuses %s', async (query, status) => {
  const served = await serveForTest();
  const { status: answered, body } = await served.call(
    'GET',
    encodeURI(`${BASE}/field-values?objectType=Contact&${query}`),
  );
  expect([answered, JSON.stringify(body)]).toEqual([status, expect.stringContaining('errorCode')]);
});

it('answers for every field of every object that the console shows there', async () => {
  const served = await serveForTest();
  const kinds = new Set(['string', 'email', 'phone', 'url', 'picklist', 'date', 'textarea', 'int']);
  interface Described {
    readonly fields: readonly { readonly name: string; readonly type: string; readonly createable: boolean }[];
  }
  for (const { name } of served.likeness.objectTypes()) {
    const path = `/services/data/v60.0/sobjects/${name}/describe`;
    const { fields } = (await served.call('GET', path)).body as unknown as Described;
    const shown = fields.filter(({ type, createable }) => createable && kinds.has(type)).map((field) => field.name);
    for (let at = 0; at < shown.length; at += 10) {
      const some = shown.slice(at, at + 10);
      const { status, body } = await served.call(
        'GET',
        `${BASE}/field-values?objectType=${name}&fields=${some.join()}`,
      );
      expect([status, body]).toMatchObject([200, { fields: some.map((each) => ({ name: each })) }]);
    }
  }
});
