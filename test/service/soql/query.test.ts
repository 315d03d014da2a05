import { describe, expect, it } from 'vitest';
import { caller, insert, openService, upsert } from '../open-service.js';
import { createMemoryStore } from '../../../src/store/memory-store.js';
import { ask, askAll, companies, refusal, setting } from './ask.js';
import { rowsOf } from '../../support/entries.js';

interface Children {
  readonly totalSize: number;
  readonly nextRecordsUrl?: string;
  readonly records: readonly Record<string, unknown>[];
}

const attributes = (type: string, id: string) => ({ type, url: `/services/data/v60.0/sobjects/${type}/${id}` });

describe('a query in the language of the platform', () => {
  it('answers with the fields asked for, in their declared spelling, blank ones as null', async () => {
    const { likeness, bob, dorn } = await companies();
    expect(await ask(likeness, "select id, EMAIL from contact where email = 'bob@X.ORG'")).toEqual({
      objectType: 'Contact',
      totalSize: 1,
      done: true,
      records: [{ attributes: attributes('Contact', bob), Id: bob, Email: 'BOB@x.org' }],
    });
    const [record] = (await ask(likeness, "SELECT FirstName FROM Contact WHERE LastName = 'Dorn'")).records;
    expect(record).toEqual({ attributes: attributes('Contact', dorn), FirstName: null });
  });

  it('reads fields of parents, nested, by aliases too; null where there is no parent', async () => {
    const { likeness, acme } = await companies();
    const { records } = await ask(
      likeness,
      "SELECT c.LastName, a.Name, a.Owner.Name FROM Contact c, c.Account a WHERE LastName IN ('Ash', 'Dorn') ORDER BY LastName",
    );
    expect(records).toMatchObject([
      { Account: { attributes: attributes('Account', acme), Name: 'Acme', Owner: { Name: 'System' } } },
      { LastName: 'Dorn', Account: null },
    ]);
  });

  it('leaves out as many records as the platform lets it, and no more', async () => {
    const { likeness } = await companies();
    expect((await ask(likeness, 'SELECT Id FROM Contact OFFSET 2000')).records).toEqual([]);
  });

  it('lists children of each record, with conditions, order and limits of their own', async () => {
    const { likeness } = await companies();
    const { records } = await ask(
      likeness,
      'SELECT Name, (SELECT LastName FROM Contacts WHERE Email != null ORDER BY LastName DESC LIMIT 1) FROM Account',
    );
    expect(records.map(({ Name, Contacts }) => [Name, Contacts])).toMatchObject([
      ['Acme', { totalSize: 1, done: true, records: [{ LastName: 'Birch' }] }],
      ['Bolt', null],
      ['Coil', null],
    ]);
  });

  const GROUPED: [string, object[]][] = [
    ['SELECT COUNT(Id) FROM Contact', [{ expr0: 4 }]],
    ["SELECT COUNT(Email) n FROM Contact WHERE LastName = 'nobody'", [{ n: 0 }]],
    [
      'SELECT Account.Name, COUNT(Id) c FROM Contact GROUP BY Account.Name HAVING COUNT(Id) > 1',
      [{ Name: 'Acme', c: 2 }],
    ],
    [
      'SELECT Industry i, SUM(AnnualRevenue), AVG(AnnualRevenue), MIN(Name), MAX(Name) FROM Account GROUP BY Industry ORDER BY Industry NULLS LAST',
      [
        { i: 'Steel', expr0: 42.5, expr1: 21.25, expr2: 'Acme', expr3: 'Bolt' },
        { i: null, expr0: null, expr1: null, expr2: 'Coil', expr3: 'Coil' },
      ],
    ],
    ['SELECT COUNT_DISTINCT(Industry) FROM Account', [{ expr0: 1 }]],
    [
      'SELECT CALENDAR_YEAR(CreatedDate) y, COUNT(Id) FROM Contact GROUP BY CALENDAR_YEAR(CreatedDate)',
      [{ y: 2026, expr0: 4 }],
    ],
  ];
  it.each(GROUPED)('counts and sums: %s', async (query, expected) => {
    const { likeness } = await companies({ now: () => new Date(Date.UTC(2026, 5, 1)) });
    const { records } = await ask(likeness, query);
    expect(records).toEqual(expected.map((row) => ({ attributes: { type: 'AggregateResult' }, ...row })));
  });

  it('counts without records', async () => {
    const { likeness } = await companies();
    expect(await ask(likeness, 'SELECT COUNT() FROM Contact WHERE AccountId != null')).toEqual({
      ...{ objectType: 'Contact', totalSize: 3, done: true, records: [] },
    });
    expect((await ask(likeness, 'SELECT COUNT() FROM Contact')).totalSize).toBe(4);
  });

  it('asks for Ids within conditions, and for those that are not among them', async () => {
    const { likeness } = await companies();
    const namesOf = async (query: string) => (await ask(likeness, query)).records.map(({ Name }) => Name);
    expect(
      await namesOf('SELECT Name FROM Account WHERE Id IN (SELECT AccountId FROM Contact WHERE Email != null)'),
    ).toEqual(['Acme']);
    expect(await namesOf('SELECT Name FROM Account WHERE Id NOT IN (SELECT AccountId FROM Contact)')).toEqual(['Coil']);
    expect(
      await namesOf("SELECT Name FROM Contact WHERE AccountId IN (SELECT Id FROM Account WHERE Name LIKE 'b%')"),
    ).toEqual(['Cy Cedar']);
  });

  it('shows what a reference to several objects leads to', async () => {
    const { likeness, ann, acme } = await companies();
    const { records } = await ask(
      likeness,
      'SELECT TYPEOF Who WHEN Contact THEN LastName END, TYPEOF What WHEN Contact THEN LastName ELSE Name END FROM Task',
    );
    expect(records[0]).toMatchObject({
      Who: { attributes: attributes('Contact', ann), LastName: 'Ash' },
      What: { attributes: attributes('Account', acme), Name: 'Acme' },
    });
  });

  it('knows the installation, its users, and that there are no record types', async () => {
    const { likeness } = await companies();
    expect((await ask(likeness, 'SELECT Id, IsSandbox FROM Organization')).records).toMatchObject([
      { Id: setting.organisation.id, IsSandbox: false },
    ]);
    expect((await ask(likeness, 'SELECT Name FROM User WHERE IsActive = TRUE')).records).toMatchObject([
      { Name: 'System' },
    ]);
    expect((await ask(likeness, "SELECT Id FROM RecordType WHERE SobjectType = 'Account'")).totalSize).toBe(0);
  });

  it('shows deleted records where all are asked for, until they are taken back', async () => {
    const { likeness, cy } = await companies();
    await likeness.deleteRecord('Contact', cy, caller);
    const query = 'SELECT LastName FROM Contact WHERE IsDeleted = TRUE';
    expect((await ask(likeness, query)).totalSize).toBe(0);
    expect((await ask(likeness, query, { withDeleted: true })).records).toMatchObject([{ LastName: 'Cedar' }]);
    const { records } = await likeness.history(cy, { page: 1, pageSize: 1 });
    await likeness.undo(records[0]!.id, caller);
    expect((await ask(likeness, query, { withDeleted: true })).totalSize).toBe(0);
    expect((await ask(likeness, 'SELECT COUNT() FROM Contact', { withDeleted: true })).totalSize).toBe(4);
  });

  const REFUSED: [string, string][] = rowsOf(`
    SELECT Id FROM → MALFORMED_QUERY 15 | SELECT Id, FROM Contact → MALFORMED_QUERY 12
    "SELECT Id FROM Contact WHERE Name = " → MALFORMED_QUERY 37
    SELECT Id FROM Contact WHERE Name = 'a' AND Name = 'b' OR Name = 'c' → MALFORMED_QUERY 56
    SELECT Id FROM Contact LIMIT many → MALFORMED_QUERY 30 | DELETE FROM Contact → MALFORMED_QUERY 1
    SELECT Name, COUNT(Id) FROM Contact → MALFORMED_QUERY 8 | SELECT Id c FROM Contact → MALFORMED_QUERY 11
    SELECT FIELDS(ALL) FROM Contact → MALFORMED_QUERY 8
    SELECT Id FROM Contact GROUP BY ROLLUP(Name) → MALFORMED_QUERY 33
    SELECT Id FROM Contact WITH SECURITY_ENFORCED → MALFORMED_QUERY 24
    SELECT Id FROM Contact ALL ROWS → MALFORMED_QUERY 24 | SELECT SUM(Name) FROM Contact → MALFORMED_QUERY 12
    SELECT Foo FROM Contact → INVALID_FIELD 8 | SELECT Id, Id FROM Contact → INVALID_FIELD 12
    SELECT Acount.Name FROM Contact → INVALID_FIELD 8 | SELECT Id FROM Contact WHERE Nme = 'x' → INVALID_FIELD 30
    SELECT Id FROM Contact WHERE Email = 3 → INVALID_FIELD 38
    SELECT Id FROM Contact ORDER BY Description → INVALID_FIELD 33
    SELECT Id FROM Contact WHERE Name IN (SELECT Id FROM Account) → INVALID_FIELD 35
    SELECT Id FROM Kontact → INVALID_TYPE 16 | SELECT (SELECT Id FROM Kontacts) FROM Account → INVALID_TYPE 24
    SELECT Id FROM Contact OFFSET 2001 → NUMBER_OUTSIDE_VALID_RANGE 1
  `);
  it.each(REFUSED)('refuses: %s', async (query, expected) => {
    const { likeness } = await companies();
    expect(await refusal(likeness, query)).toBe(expected);
  });

  it('points at the fault in the line that it is in', async () => {
    const likeness = await openService();
    await expect(ask(likeness, 'SELECT Id\nFROM Contact\nWHERE Foo = 1')).rejects.toThrow(
      "\nWHERE Foo = 1\n      ^\nERROR at Row:3:Column:7\nNo such column 'Foo' on entity 'Contact'",
    );
  });
});

describe('pages of a query', () => {
  const order = 'SELECT LastName FROM Contact ORDER BY Email DESC, LastName';

  async function many(store = createMemoryStore()) {
    const likeness = await openService({ store });
    for (let n = 0; n < 60; n++)
      await insert(likeness, 'Contact', {
        LastName: `Name ${(n * 7) % 60}`,
        ...(n % 3 && { Email: `e${n % 5}@x.org` }),
      });
    return likeness;
  }
  const names = (records: readonly Record<string, unknown>[]) => records.map(({ LastName }) => LastName);

  it.each(['SELECT LastName FROM Contact', order])('hold every record once: %s', async (query) => {
    const likeness = await many();
    const whole = await ask(likeness, query);
    expect(whole.totalSize).toBe(60);
    expect(names(await askAll(likeness, query, 7))).toEqual(names(whole.records));
  });

  it('continue where they were after a restart, whatever was written meanwhile', async () => {
    const store = createMemoryStore();
    const likeness = await many(store);
    const before = names((await ask(likeness, order)).records);
    const first = await ask(likeness, order, { pageSize: 20 });
    const again = await openService({ store });
    await insert(again, 'Contact', { LastName: 'Aaa', Email: 'zzz@x.org' });
    await insert(again, 'Contact', { LastName: 'Zzz', Email: 'e1@x.org' });
    const rest = [];
    for (let { next } = first; next !== undefined;) {
      const page = await again.queries.more(next, setting, caller);
      rest.push(...page.records);
      next = page.next;
    }
    const found = [...names(first.records), ...names(rest)];
    expect(found.filter((name) => before.includes(name))).toEqual(before);
    expect(new Set(found).size).toBe(found.length);
  });

  it('leave out what was deleted in the meantime', async () => {
    const likeness = await many();
    const first = await ask(likeness, 'SELECT Id FROM Contact', { pageSize: 50 });
    const { records } = await ask(likeness, 'SELECT Id FROM Contact');
    await likeness.deleteRecord('Contact', records.at(-1)!['Id'] as string, caller);
    const second = await likeness.queries.more(first.next!, setting, caller);
    expect(second.records).toHaveLength(9);
  });

  it('show 200 children of a record, the others on pages of their own; many children end a page early', async () => {
    const likeness = await openService();
    const wanted = new Map<string, number[]>();
    for (const count of [250, ...Array.from({ length: 11 }, () => 199)]) {
      const AccountId = await insert(likeness, 'Account', { Name: `With ${count}` });
      const numbers = Array.from({ length: count }, (_, n) => n);
      for (const n of numbers) await insert(likeness, 'Contact', { LastName: `Child ${n}`, AccountId });
      wanted.set(AccountId, numbers.reverse());
    }
    const query =
      "SELECT Id, (SELECT LastName FROM Contacts WHERE LastName LIKE 'Child%' ORDER BY CreatedDate DESC) FROM Account";
    const again = await ask(likeness, query);
    expect([again.totalSize, again.done, again.records.length]).toEqual([12, false, 11]);
    const rows = (await askAll(likeness, query, 2_000)) as { Id: string; Contacts: Children }[];
    expect(rows.map(({ Id }) => Id)).toEqual([...wanted.keys()]);
    for (const { Id, Contacts } of rows) {
      expect(Contacts.records.length).toBeLessThanOrEqual(200);
      const found = [...Contacts.records];
      let next = Contacts.nextRecordsUrl?.replace('/services/data/v60.0/query/', '');
      while (next !== undefined) {
        const page = await likeness.queries.more(next, setting, caller);
        expect(page.totalSize).toBe(Contacts.totalSize);
        found.push(...page.records);
        next = page.next;
      }
      expect(found.map(({ LastName }) => Number(String(LastName).slice('Child '.length)))).toEqual(wanted.get(Id));
      expect(Contacts).toMatchObject({ totalSize: found.length, done: found.length <= 200 });
    }
  });

  const elsewhere = { query: 'SELECT COUNT() FROM Contact', withDeleted: false, pageSize: 200, run: '', time: 0 };
  const children = {
    of: { path: ['Contacts'], parentId: '001' },
    totalSize: 1,
    taken: 1,
    last: { id: '003', keys: [] },
  };

  it.each([
    '',
    'x',
    'AAAA',
    Buffer.from('{}').toString('base64url'),
    setting.locators.write({ ...elsewhere, ...children }),
  ])('are not had by another locator: %j', async (locator) => {
    const likeness = await openService();
    await expect(likeness.queries.more(locator, setting, caller)).rejects.toMatchObject({
      errorCode: 'INVALID_QUERY_LOCATOR',
    });
  });
});

describe('a plan', () => {
  const explain = async (query: string) => {
    const { likeness, ann } = await companies();
    const named = query.replace('$ann', ann);
    return likeness.queries.explain({ query: named, withDeleted: false, ...setting }, caller);
  };

  it.each([
    ['SELECT Id FROM Contact', 'TableScan', [], 4],
    ["SELECT Id FROM Contact WHERE Id = '$ann'", 'Index', ['Id'], 1],
    ["SELECT Id FROM Contact WHERE LastName = 'ash'", 'Index', ['LastName'], 1],
    ["SELECT Id FROM Contact WHERE LastName > 'B' AND FirstName != null", 'Index', ['LastName'], 3],
    ["SELECT Id FROM Contact WHERE LastName IN ('Ash', 'Dorn', 'nobody')", 'Index', ['LastName'], 2],
    ["SELECT Id FROM Contact WHERE LastName LIKE 'b%h'", 'Index', ['LastName'], 1],
    ["SELECT Id FROM Contact WHERE LastName LIKE '%h'", 'TableScan', [], 4],
    [
      "SELECT Id FROM Contact WHERE AccountId IN (SELECT Id FROM Account WHERE Name = 'Acme')",
      'Index',
      ['AccountId'],
      2,
    ],
    ['SELECT Id FROM Contact ORDER BY LastName LIMIT 2', 'Index', ['LastName'], 4],
  ] as const)('says how records are come by: %s', async (query, leadingOperationType, fields, cardinality) => {
    expect(await explain(query)).toEqual({
      ...{ leadingOperationType, fields, cardinality, sobjectCardinality: 4, sobjectType: 'Contact' },
      relativeCost: cardinality / 4,
    });
  });

  it('learns of objects that are not stored, too, and refused for what is no query', async () => {
    expect(await explain('SELECT Id FROM Organization')).toMatchObject({
      leadingOperationType: 'TableScan',
      cardinality: 1,
    });
    await expect(explain('SELECT Id FROM')).rejects.toMatchObject({ errorCode: 'MALFORMED_QUERY' });
  });
});

it('counts and groups what a view shows, however much, and lists no more than can be held', async () => {
  const likeness = await openService();
  const type = 'dupcheck__dcDiscard__c';
  likeness.queries.show({
    has: (objectType) => objectType === type,
    // eslint-disable-next-line @typescript-eslint/require-await
    async *records() {
      for (let n = 0; n < 50_001; n++)
        yield { record: { id: `a0D${String(n).padStart(15, '0')}`, type, fields: { Name: `N${n % 2}` } }, parents: [] };
    },
  });
  expect((await ask(likeness, `SELECT COUNT() FROM ${type}`)).totalSize).toBe(50_001);
  const { records } = await ask(likeness, `SELECT Name, COUNT(Id) n FROM ${type} GROUP BY Name ORDER BY Name`);
  expect(records).toMatchObject([{ n: 25_001 }, { n: 25_000 }]);
  await expect(ask(likeness, `SELECT Id FROM ${type}`)).rejects.toMatchObject({ errorCode: 'QUERY_TOO_COMPLICATED' });
});

describe('a caller that is kept to some objects', () => {
  const kept = { ...caller, objects: new Set(['Contact']) };
  const run = async (query: string) => {
    const { likeness } = await companies();
    return likeness.queries.run({ query, withDeleted: true, pageSize: 2_000, ...setting }, kept);
  };

  it.each([
    ['SELECT Id FROM Account', 'INVALID_TYPE'],
    ['SELECT Account.Name FROM Contact', 'INVALID_FIELD'],
    ["SELECT Id FROM Contact WHERE Account.Name = 'Acme'", 'INVALID_FIELD'],
    ['SELECT Id FROM Contact WHERE AccountId IN (SELECT Id FROM Account)', 'INVALID_TYPE'],
    ['SELECT Id, (SELECT Id FROM Tasks) FROM Contact', 'INVALID_TYPE'],
    ['SELECT Owner.Name FROM Contact', 'INVALID_FIELD'],
  ])('knows no others: %s', async (query, errorCode) => {
    await expect(run(query)).rejects.toMatchObject({ errorCode });
  });

  it('sees its own', async () => expect((await run('SELECT LastName, AccountId FROM Contact')).totalSize).toBe(4));
});

describe('hostile queries', () => {
  const nested = (depth: number): string =>
    depth === 0 ? "Name = 'x'" : `AccountId IN (SELECT Id FROM Account WHERE ${nested(depth - 1)})`;

  it.each([
    ['deeply nested parentheses', `SELECT Id FROM Contact WHERE ${'('.repeat(20_000)}`],
    ['deeply nested queries', `SELECT Id FROM Contact WHERE ${nested(40)}`],
    ['many queries', `SELECT Id FROM Contact WHERE ${Array.from({ length: 60 }, () => nested(1)).join(' OR ')}`],
    ['a long pattern', `SELECT Id FROM Contact WHERE Name LIKE '${'%a'.repeat(5_000)}'`],
    ['a query beyond all length', `SELECT Id FROM Contact WHERE Name = '${'x'.repeat(200_000)}'`],
  ])('are refused: %s', async (_what, query) => {
    expect(await refusal(await openService(), query)).toMatch(/^(?:MALFORMED_QUERY|INVALID_FIELD)/);
  });

  it('are answered where they are only large: a list of thousands, patterns that match much', async () => {
    const { likeness, ann } = await companies();
    const ids = Array.from({ length: 4_000 }, () => `'${ann}'`).join(',');
    expect((await ask(likeness, `SELECT Id FROM Contact WHERE Id IN (${ids})`)).totalSize).toBe(1);
    const emails = Array.from({ length: 4_000 }, (_, n) => `'x${n}@x.org'`).join(',');
    expect((await ask(likeness, `SELECT Id FROM Contact WHERE Email NOT IN (${emails})`)).totalSize).toBe(4);
    await upsert(likeness, 'Contact', { LastName: 'a'.repeat(80) });
    expect((await ask(likeness, `SELECT Id FROM Contact WHERE Name LIKE '${'%a'.repeat(80)}b'`)).totalSize).toBe(0);
  });
});
