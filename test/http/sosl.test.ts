import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readTerm, wordsOf } from '../../src/service/soql/search-term.js';
import { Documented } from './documented.js';
import { type Reply, serveForAll, DATA } from './serve.js';

type Row = Record<string, unknown>;

describe('a search for words', () => {
  let documented: Documented;
  const ids: Record<string, string> = {};
  const served = serveForAll();
  beforeAll(async () => {
    documented = await Documented.by(served);
    const people = [
      ['jen', { FirstName: 'Jennifer', LastName: 'Quist', Email: 'jen@quist.example', Phone: '+1 212 555 0147' }],
      ['jenny', { FirstName: 'Jenny', LastName: 'Quist', Title: 'Head of Zebra Care' }],
      ['åsa', { FirstName: 'Åsa', LastName: 'Lindqvist', Title: 'Writer' }],
      ['otto', { FirstName: 'Otto', LastName: 'Zebra', Description: 'met Jennifer in Rome' }],
    ] as const;
    for (const [key, data] of people) {
      const { text } = await served.post(`${DATA}/sobjects/Contact`, data);
      ids[key] = (JSON.parse(text) as { id: string }).id;
    }
  });

  const get = (search: string) => served.call('GET', `${DATA}/search?q=${encodeURIComponent(search)}`);
  const rowsOf = ({ text }: Reply) => (JSON.parse(text) as { searchRecords: Row[] }).searchRecords;
  const keysOf = (reply: Reply) =>
    rowsOf(reply).map(({ Id }) => Object.keys(ids).find((key) => ids[key] === Id) ?? String(Id));
  const find = async (term: string, rest = 'RETURNING Contact') => keysOf(await get(`FIND {${term}} ${rest}`));

  it.each([
    ['Zebra', ['otto', 'jenny']],
    ['Jenifer Quist', ['jen', 'jenny']],
    ['jen@quist.example', ['jen']],
    ['"Zebra Care"', ['jenny']],
    ['"Care Zebra"', []],
    ['Zebra AND Writer', []],
    ['Zebra AND NOT Care', ['otto']],
    ['Writer OR Rome', ['åsa', 'otto']],
    ['(Writer OR Rome) AND Otto', ['otto']],
    ['Lindq*', ['åsa']],
    ['?sa', ['åsa']],
    ['asa', ['åsa']],
    [String.raw`jen\@quist.example`, ['jen']],
  ])('finds {%s}', async (term, expected) => expect(await find(term)).toEqual(expected));

  it('looks into the fields that it is given, and takes conditions, orders and limits', async () => {
    expect(await find('Rome', 'IN NAME FIELDS RETURNING Contact')).toEqual([]);
    expect(await find('Jennifer', 'IN NAME FIELDS RETURNING Contact')).toEqual(['jen', 'jenny']);
    expect(await find('quist', 'IN EMAIL FIELDS RETURNING Contact(Id WHERE Phone != null)')).toEqual(['jen']);
    expect(await find('Quist', "RETURNING Contact(Id WHERE Title != null AND LastName = 'Quist')")).toEqual(['jenny']);
    expect(await find('Quist', 'RETURNING Contact(Id, Name ORDER BY FirstName DESC LIMIT 1)')).toEqual(['jenny']);
    expect(await find('Zebra', 'RETURNING Lead, Contact LIMIT 1')).toEqual(['otto']);
    const whole = rowsOf(await get('FIND {zebra}'));
    expect(whole.map((row) => (row['attributes'] as Row)['type'])).toEqual(['Contact', 'Contact']);
    const reply = await get('FIND {zebra} RETURNING Contact(FirstName, Account.Name)');
    expect(documented.faults(reply, '/services/data/{version}/search', 'get')).toEqual([]);
    expect(rowsOf(reply)[0]).toMatchObject({ FirstName: 'Otto', Account: null });
  });

  it.each([
    ['', 'INVALID_QUERY_PARAMETER'],
    ['zebra', 'MALFORMED_SEARCH'],
    ['FIND zebra', 'MALFORMED_SEARCH'],
    ['FIND {}', 'MALFORMED_SEARCH'],
    ['FIND {a AND}', 'MALFORMED_SEARCH'],
    ['FIND {(a}', 'MALFORMED_SEARCH'],
    ['FIND {a NOT b}', 'MALFORMED_SEARCH'],
    ['FIND {---}', 'MALFORMED_SEARCH'],
    ['FIND {a} IN SOME FIELDS', 'MALFORMED_SEARCH'],
    ['FIND {a} RETURNING', 'MALFORMED_SEARCH'],
    ['FIND {a} RETURNING Contact(Id', 'MALFORMED_SEARCH'],
    ['FIND {a} RETURNING Nothing', 'INVALID_TYPE'],
    ['FIND {a} RETURNING Contact(Nme)', 'INVALID_FIELD'],
    ['FIND {a} RETURNING Contact(COUNT())', 'MALFORMED_SEARCH'],
    ['FIND {a} WITH DIVISION = x', 'MALFORMED_SEARCH'],
    [`FIND {${'a '.repeat(51)}}`, 'MALFORMED_SEARCH'],
    [`FIND {${'('.repeat(20)}a${')'.repeat(20)}}`, 'MALFORMED_SEARCH'],
  ])('is refused: %s', async (search, errorCode) => {
    const reply = await get(search);
    expect([reply.status, reply.error.errorCode]).toEqual([400, errorCode]);
  });

  it('is asked for without the language as well', async () => {
    const path = `${DATA}/parameterizedSearch`;
    const plain = await served.call('GET', `${path}?q=zebra&sobject=Contact,Lead&fields=Id,Name&defaultLimit=1`);
    expect(documented.faults(plain, '/services/data/{version}/parameterizedSearch', 'get')).toEqual([]);
    expect(rowsOf(plain).map(({ Name }) => Name)).toEqual(['Otto Zebra']);
    const posted = await served.post(path, {
      ...{ q: 'AND zebra} RETURNING Lead', in: 'ALL' },
      sobjects: [{ name: 'Contact', fields: ['Id', 'LastName'], where: "LastName = 'Zebra'", limit: 5 }],
    });
    expect(rowsOf(posted)).toEqual([]);
    const care = await served.post(path, { q: 'zebra', sobjects: [{ name: 'Contact', where: "Title LIKE '%Care'" }] });
    expect(documented.faults(care, '/services/data/{version}/parameterizedSearch', 'post')).toEqual([]);
    expect(keysOf(care)).toEqual(['jenny']);
    const wrong = await served.post(path, { q: 'zebra', sobjects: [{ name: 'Contact)', fields: ['Id'] }] });
    expect(wrong.error.errorCode).toBe('INVALID_FIELD');
  });

  it('any text, in quotes or not, is refused or looked for, and a word with signs is what a pattern says', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (term) => {
        try {
          readTerm(term, 0).test(['a', 'b']);
        } catch (error) {
          expect((error as { errorCode: string }).errorCode).toBe('MALFORMED_SEARCH');
        }
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[ab*?]{1,8}$/), fc.stringMatching(/^[ab]{1,8}$/), (pattern, word) => {
        const naive = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`);
        expect(readTerm(pattern, 0).test([word])).toBe(naive.test(word));
      }),
    );
    expect(wordsOf('Łódź, Straße-7')).toEqual(['lodz', 'strasse', '7']);
  });
});

describe('records with the records that point to them', () => {
  const served = serveForAll();

  const post = (records: unknown) => served.post(`${DATA}/composite/tree/Account`, { records });
  const of = (type: string, referenceId: string, more: object) => ({ attributes: { type, referenceId }, ...more });
  const count = async () => {
    const reply = await served.call('GET', `${DATA}/query?q=${encodeURIComponent('SELECT COUNT() FROM Contact')}`);
    return (JSON.parse(reply.text) as { totalSize: number }).totalSize;
  };

  it('are created in one request', async () => {
    const documented = await Documented.by(served);
    const people = { records: [of('Contact', 'c1', { LastName: 'One' }), of('Contact', 'c2', { LastName: 'Two' })] };
    const reply = await post([
      of('Account', 'a', { Name: 'Example', Contacts: people }),
      of('Account', 'b', { Name: 'B' }),
    ]);
    expect(reply.status).toBe(201);
    expect(documented.faults(reply, '/services/data/{version}/composite/tree/{objectType}', 'post')).toEqual([]);
    const { results } = JSON.parse(reply.text) as { results: { referenceId: string; id: string }[] };
    expect(results.map(({ referenceId }) => referenceId)).toEqual(['a', 'c1', 'c2', 'b']);
    const contact = await served.call('GET', `${DATA}/sobjects/Contact/${results[1]!.id}`);
    expect(JSON.parse(contact.text)).toMatchObject({ LastName: 'One', AccountId: results[0]!.id });
  });

  it('are all created, or none', async () => {
    const before = await count();
    const people = { records: [of('Contact', 'c1', { LastName: 'Lost' }), of('Contact', 'c2', {})] };
    const reply = await post([of('Account', 'a', { Name: 'Lost', Contacts: people })]);
    expect([reply.status, JSON.parse(reply.text)]).toMatchObject([
      400,
      { hasErrors: true, results: [{ referenceId: 'c2', errors: [{ statusCode: 'REQUIRED_FIELD_MISSING' }] }] },
    ]);
    expect(await count()).toBe(before);
  });

  it.each([
    [[of('Contact', 'a', { LastName: 'X' })], 'expected Account'],
    [[of('Account', 'a', { Name: 'X' }), of('Account', 'a', { Name: 'Y' })], 'is repeated'],
    [[of('Account', 'a', { Name: 'X', Nothing: { records: [of('Contact', 'c', {})] } })], 'child relationship Nothing'],
    [Array.from({ length: 201 }, (_, n) => of('Account', `a${n}`, { Name: 'X' })), ''],
  ])('are refused where they are no such records (%#)', async (records, why) => {
    const reply = await post(records);
    expect(reply.status).toBe(400);
    expect(reply.error.message).toContain(why);
  });
});
