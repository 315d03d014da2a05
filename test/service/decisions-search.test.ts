import { describe, expect, it } from 'vitest';
import { caller, insert, openService, searchIds, upsert } from './open-service.js';
import { SYSTEM_USER_ID } from '../../src/store/user-records.js';

const jane = { FirstName: 'Jane', LastName: 'Okafor', Email: 'jane.okafor@example.org', Phone: '+44 20 7946 0018' };

const off = (id: string, object: string) => ({
  id,
  name: id,
  object,
  threshold: 75,
  usage: [],
  enabled: false,
  fields: [{ field: 'Email', method: 'exact', weight: 1 }],
});
const scenario = (id: string, fields: object[], more: object = {}) => ({
  id,
  name: `Scenario ${id}`,
  object: 'Contact',
  threshold: 75,
  usage: ['restSearch', 'restUpsert'],
  fields,
  ...more,
});
const exact = (field: string, weight: number, more: object = {}) => ({ field, method: 'exact', weight, ...more });
const only = (...scenarios: object[]) => ({
  'scenarios.json': [
    off('contact-default', 'Contact'),
    off('contact-name-address', 'Contact'),
    off('contact-name-phone', 'Contact'),
    off('contact-name-email', 'Contact'),
    ...scenarios,
  ],
});
const search = async (
  likeness: Awaited<ReturnType<typeof openService>>,
  objectData: Record<string, string>,
  more: object = {},
) => (await likeness.search({ objectPrefix: '003', objectData, ...more })).output['003']!;

describe('search: scenario score', () => {
  it('is 100 x sum(weight x field score) / sum(weight) over the fields that count, shown rounded down', async () => {
    const likeness = await openService({
      files: only(scenario('s', [exact('Email', 20), exact('Title', 10)], { threshold: 50 })),
    });
    await insert(likeness, 'Contact', { ...jane, Title: 'Buyer' });
    const [result] = await search(likeness, { Email: jane.Email, Title: 'Seller' });
    expect(result).toMatchObject({
      score: 66,
      scenarioScores: [{ scenarioScore: 66, scenarioName: 'Scenario s', scenarioId: 's' }],
    });
  });
});

describe('search: a scenario field not sent', () => {
  it('leaves the weighting: a search by one field works', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', jane);
    for (const data of [{ Email: jane.Email }, { LastName: 'Okafor' }, { Phone: jane.Phone }]) {
      expect(await searchIds(likeness, '003', data)).toEqual([id]);
    }
  });
});

describe('search: a stored value that is blank', () => {
  it('mismatch (the default) counts 0, ignore leaves the weighting', async () => {
    const fields = (blank?: string) => [exact('Email', 50), exact('Title', 50, blank === undefined ? {} : { blank })];
    for (const [blank, score] of [
      [undefined, 50],
      ['mismatch', 50],
      ['ignore', 100],
    ] as const) {
      const likeness = await openService({ files: only(scenario('s', fields(blank), { threshold: 50 })) });
      await insert(likeness, 'Contact', jane);
      expect((await search(likeness, { Email: jane.Email, Title: 'Buyer' })).map((result) => result.score)).toEqual([
        score,
      ]);
    }
  });

  it('minimumEvidence keeps a nearly blank record from matching on one field', async () => {
    const fields = [
      exact('Title', 10, { blank: 'ignore' }),
      exact('Email', 40, { blank: 'ignore' }),
      exact('Phone', 50, { blank: 'ignore' }),
    ];
    const sent = { Title: 'Buyer', Email: jane.Email, Phone: jane.Phone };
    const strict = await openService({ files: only(scenario('s', fields)) });
    await insert(strict, 'Contact', { LastName: 'Nearly Blank', Title: 'Buyer' });
    expect(await search(strict, sent), 'compared 10 of 100, less than 0.4').toEqual([]);
    expect(await search(strict, { Title: 'Buyer' }), 'all that was sent was compared').toHaveLength(1);
    const upserted = await upsert(strict, 'Contact', { LastName: 'X', Title: 'Buyer' });
    expect(upserted.isCreated, 'upsert needs 0.4 of the whole, whatever was sent').toBe(true);
    const lenient = await openService({ files: only(scenario('s', fields, { minimumEvidence: 0.1 })) });
    await insert(lenient, 'Contact', { LastName: 'Nearly Blank', Title: 'Buyer' });
    expect(await search(lenient, sent)).toHaveLength(1);
    const whole = await openService({ files: only(scenario('s', fields, { evidenceInSearch: 'whole' })) });
    await insert(whole, 'Contact', { LastName: 'Nearly Blank', Title: 'Buyer', Email: jane.Email });
    expect(await search(whole, { Title: 'Buyer' }), 'a search is asked for 0.4 of the whole, too').toEqual([]);
    expect(await search(whole, { Email: jane.Email })).toHaveLength(1);
  });

  it('a namesake with another phone or address is not listed for want of an e-mail address', async () => {
    const likeness = await openService();
    await insert(likeness, 'Contact', {
      FirstName: 'John',
      LastName: 'Smith',
      Phone: '+1 212 555 0147',
      Email: 'jsmith@example.org',
      MailingStreet: '12 High Street',
      MailingCity: 'Leeds',
    });
    const name = { FirstName: 'John', LastName: 'Smith' };
    const elsewhere = { Phone: '+44 20 7946 0018', MailingStreet: '3 Low Lane', MailingCity: 'York' };
    expect(await search(likeness, { ...name, ...elsewhere })).toEqual([]);
    expect(await search(likeness, { ...name, Phone: '+1 212 555 0147' })).toHaveLength(1);
    expect(await search(likeness, name), 'a search by the name alone finds it').toHaveLength(1);
  });

  it('blank never equals blank, and a sent value that normalises to nothing counts as not sent', async () => {
    const likeness = await openService();
    await insert(likeness, 'Contact', { LastName: 'X' });
    expect(await search(likeness, { Email: '', FirstName: ' ', Phone: '---' })).toEqual([]);
    expect(await search(likeness, {})).toEqual([]);
  });
});

describe('search: duplicate', () => {
  it('under a scenario is a score at or above its threshold, compared unrounded', async () => {
    const fields = [exact('Email', 2), exact('Title', 1)];
    for (const [threshold, found] of [
      [66.66, 1],
      [66.67, 0],
      [67, 0],
    ] as const) {
      const likeness = await openService({ files: only(scenario('s', fields, { threshold })) });
      await insert(likeness, 'Contact', { ...jane, Title: 'Buyer' });
      expect(await search(likeness, { Email: jane.Email, Title: 'Seller' })).toHaveLength(found);
    }
  });

  it('has threshold 75 where a scenario is built in', async () => {
    const likeness = await openService();
    const listed = likeness.scenarios() as { id: string; object: string; threshold: number }[];
    for (const object of ['Lead', 'Contact', 'Account']) {
      expect(listed.find((one) => one.id === `${object.toLowerCase()}-default`)).toMatchObject({
        object,
        threshold: 75,
      });
    }
  });
});

describe('search: OR method', () => {
  it('returns a record when one scenario makes it a duplicate; score is the highest of those; every applied scenario is listed, highest first', async () => {
    const likeness = await openService({
      files: only(
        scenario('c-none', [exact('Title', 10)]),
        scenario('b-all', [exact('Email', 10)]),
        scenario('a-high-bar', [exact('Email', 90), exact('Title', 10)], { threshold: 95 }),
        scenario('d-off', [exact('Email', 10)], { usage: ['restUpsert'] }),
      ),
    });
    await insert(likeness, 'Contact', { ...jane, Title: 'Buyer' });
    const [result] = await search(likeness, { Email: jane.Email, Title: 'Seller' });
    expect(result!.score).toBe(100);
    expect(result!.scenarioScores).toEqual([
      { scenarioScore: 100, scenarioName: 'Scenario b-all', scenarioId: 'b-all' },
      { scenarioScore: 90, scenarioName: 'Scenario a-high-bar', scenarioId: 'a-high-bar' },
      { scenarioScore: 0, scenarioName: 'Scenario c-none', scenarioId: 'c-none' },
    ]);
  });

  it('score is the highest among the scenarios that made it a duplicate, not of one that did not', async () => {
    const likeness = await openService({
      files: only(
        scenario('low', [exact('Email', 60), exact('Title', 40)], { threshold: 50 }),
        scenario('high', [exact('Email', 90), exact('Title', 10)], { threshold: 95 }),
      ),
    });
    await insert(likeness, 'Contact', { ...jane, Title: 'Buyer' });
    const [result] = await search(likeness, { Email: jane.Email, Title: 'Seller' });
    expect(result).toMatchObject({
      score: 60,
      scenarioScores: [
        { scenarioId: 'high', scenarioScore: 90 },
        { scenarioId: 'low', scenarioScore: 60 },
      ],
    });
  });
});

describe('search: order and how many', () => {
  it('orders by unrounded score descending, then Id ascending, and cuts at maxResults: the true top', async () => {
    const objects = [{ name: 'Contact', keyPrefix: '003', fields: [], maxResults: 3 }];
    const files = {
      ...only(scenario('s', [exact('Email', 1000), exact('Title', 1)], { threshold: 50 })),
      'objects.json': objects,
    };
    const likeness = await openService({ files });
    const ids: string[] = [];
    for (const Title of ['a', 'b', 'Buyer', 'c', 'Buyer'])
      ids.push(await insert(likeness, 'Contact', { ...jane, Title }));
    const results = await search(likeness, { Email: jane.Email, Title: 'Buyer' });
    expect(results.map((result) => result.objectData['Id'])).toEqual([ids[2], ids[4], ids[0]]);
    expect(results.map((result) => result.score)).toEqual([100, 100, 99]);
  });

  it('returns at most 100 by default', async () => {
    const likeness = await openService();
    for (let i = 0; i < 101; i++) await insert(likeness, 'Contact', jane);
    expect(await search(likeness, { Email: jane.Email })).toHaveLength(100);
  });
});

describe('search: values sent', () => {
  it('takes numbers and booleans as text; null and "" count as not sent', async () => {
    const likeness = await openService({ files: only(scenario('s', [exact('Title', 10), exact('Email', 90)])) });
    const id = await insert(likeness, 'Contact', { LastName: 'X', Title: '42' });
    const { output } = await likeness.search({
      objectPrefix: '003',
      objectData: { Title: 42, Email: null, Phone: '' },
    });
    expect(output['003']!.map((result) => result.objectData['Id'])).toEqual([id]);
  });
});

describe('search: Ids', () => {
  it('of 15 and 18 characters are compared as equal', async () => {
    const likeness = await openService({ files: only(scenario('s', [exact('AccountId', 10)])) });
    const id = await insert(likeness, 'Contact', { ...jane, AccountId: '0015I0000004rAwQAI' });
    for (const AccountId of ['0015I0000004rAw', '0015I0000004rAwQAI'])
      expect(await searchIds(likeness, '003', { AccountId })).toEqual([id]);
  });
});

describe('search: nothing found', () => {
  it('answers {"<prefix>": []}', async () => {
    const likeness = await openService();
    const { output } = await likeness.search({ objectPrefix: '00Q', objectData: { FirstName: 'Jenniffer' } });
    expect(output).toEqual({ '00Q': [] });
  });
});

describe('search: refusals', () => {
  it('unknown filterDeveloperName, or of another object: 400 INVALID_FILTER', async () => {
    const files = { 'filters.json': [{ developerName: 'Open_Leads', object: 'Lead', condition: "Status = 'Open'" }] };
    const likeness = await openService({ files });
    for (const filterDeveloperName of ['nonsense', 'Open_Leads', '__proto__']) {
      await expect(
        likeness.search({ objectPrefix: '003', objectData: { LastName: 'X' }, filterDeveloperName }),
      ).rejects.toMatchObject({ status: 400, errorCode: 'INVALID_FILTER' });
    }
  });
});

describe('search: scenarioIds', () => {
  it('take precedence over the assignment; unknown ones apply nothing, never everything', async () => {
    const likeness = await openService({
      files: only(scenario('on', [exact('Email', 1)]), scenario('named', [exact('Title', 1)], { usage: [] })),
    });
    const id = await insert(likeness, 'Contact', { ...jane, Title: 'Buyer' });
    expect(await searchIds(likeness, '003', { Title: 'Buyer' })).toEqual([]);
    expect(await searchIds(likeness, '003', { Title: 'Buyer' }, { scenarioIds: ['named'] })).toEqual([id]);
    expect(await searchIds(likeness, '003', { Email: jane.Email }, { scenarioIds: ['nonsense'] })).toEqual([]);
    expect(await searchIds(likeness, '003', { Email: jane.Email }, { scenarioIds: [] })).toEqual([id]);
  });
});

describe('search: filter', () => {
  it('keeps the matches whose stored fields meet the named condition', async () => {
    const filters = [
      {
        developerName: 'Buyers',
        object: 'Contact',
        condition: "Title = 'Buyer' AND (Department != null OR LastName LIKE 'Ok%')",
      },
    ];
    const likeness = await openService({ files: { 'filters.json': filters } });
    const buyer = await insert(likeness, 'Contact', { ...jane, Title: 'Buyer' });
    await insert(likeness, 'Contact', { ...jane, Title: 'Seller' });
    await insert(likeness, 'Contact', { ...jane, LastName: 'Okafor' });
    expect(await searchIds(likeness, '003', { Email: jane.Email }, { filterDeveloperName: 'Buyers' })).toEqual([buyer]);
    expect(await searchIds(likeness, '003', { Email: jane.Email })).toHaveLength(3);
  });

  it('does not use up maxResults: the cut comes after the filter', async () => {
    const files = {
      'objects.json': [{ name: 'Contact', keyPrefix: '003', fields: [], maxResults: 2 }],
      'filters.json': [{ developerName: 'Buyers', object: 'Contact', condition: "Title = 'Buyer'" }],
    };
    const likeness = await openService({ files });
    for (let i = 0; i < 5; i++) await insert(likeness, 'Contact', jane);
    const buyer = await insert(likeness, 'Contact', { ...jane, Title: 'Buyer' });
    expect(await searchIds(likeness, '003', { Email: jane.Email }, { filterDeveloperName: 'Buyers' })).toEqual([buyer]);
  });
});

describe('search: cross-object', () => {
  const map = (enabled: boolean) => ({
    'cross-object.json': [
      {
        from: 'Lead',
        to: 'Contact',
        enabled,
        fields: { FirstName: 'FirstName', LastName: 'LastName', Email: 'Email' },
      },
    ],
  });

  it('is off by default, and off where a map is not enabled', async () => {
    for (const files of [{}, map(false)]) {
      const likeness = await openService({ files });
      await insert(likeness, 'Contact', jane);
      const { output } = await likeness.search({ objectPrefix: '00Q', objectData: { Email: jane.Email } });
      expect(output).toEqual({ '00Q': [] });
    }
  });

  it('where a map is enabled further prefixes appear as further keys; the filter applies to the requested one only', async () => {
    const files = {
      ...map(true),
      'filters.json': [{ developerName: 'None', object: 'Lead', condition: "Company = 'Nobody'" }],
    };
    const likeness = await openService({ files });
    const contact = await insert(likeness, 'Contact', jane);
    const lead = await insert(likeness, 'Lead', { LastName: 'Okafor', Company: 'Harbour Tools', Email: jane.Email });
    const input = { objectPrefix: '00Q', objectData: { Email: jane.Email } };
    const { output } = await likeness.search(input);
    expect(Object.keys(output)).toEqual(['00Q', '003']);
    expect(output['00Q']!.map((result) => result.objectData['Id'])).toEqual([lead]);
    expect(output['003']!.map((result) => result.objectData['Id'])).toEqual([contact]);
    const filtered = await likeness.search({ ...input, filterDeveloperName: 'None' });
    expect(filtered.output['00Q']).toEqual([]);
    expect(filtered.output['003']).toHaveLength(1);
  });
});

describe('search: objectData of a match', () => {
  it('has attributes, Id, the stored non-null fields, and a nested map for each reference whose target is stored', async () => {
    const likeness = await openService();
    const account = await insert(likeness, 'Account', { Name: 'Harbour Tools' });
    const id = await insert(likeness, 'Contact', { ...jane, AccountId: account, ReportsToId: '0035I0000004rAwQAI' });
    const [result] = await search(likeness, { Email: jane.Email });
    const data = result!.objectData;
    expect(data).toMatchObject({
      attributes: { type: 'Contact', url: `/services/data/v60.0/sobjects/Contact/${id}` },
      Id: id,
      ...jane,
      Name: 'Jane Okafor',
      AccountId: account,
      Account: {
        attributes: { type: 'Account', url: `/services/data/v60.0/sobjects/Account/${account}` },
        Id: account,
        Name: 'Harbour Tools',
      },
    });
    expect(data).not.toHaveProperty('ReportsTo');
    expect(Object.values(data)).not.toContain(null);
  });

  it("has the object's resultFields where set, formula fields among them", async () => {
    const objects = [
      {
        name: 'Contact',
        keyPrefix: '003',
        fields: [
          {
            name: 'Greeting__c',
            type: 'formula',
            returns: 'string',
            formula: '"Dear " & FirstName & " of " & Account.Name',
          },
        ],
        resultFields: ['Name', 'Greeting__c', 'Title'],
      },
    ];
    const likeness = await openService({ files: { 'objects.json': objects } });
    const account = await insert(likeness, 'Account', { Name: 'Harbour Tools' });
    const id = await insert(likeness, 'Contact', { ...jane, AccountId: account });
    const [result] = await search(likeness, { Email: jane.Email });
    const system = expect.objectContaining({ Id: SYSTEM_USER_ID, Name: 'System' }) as object;
    expect(result!.objectData).toEqual({
      attributes: { type: 'Contact', url: `/services/data/v60.0/sobjects/Contact/${id}` },
      Id: id,
      Name: 'Jane Okafor',
      Greeting__c: 'Dear Jane of Harbour Tools',
      Account: expect.objectContaining({ Id: account, Name: 'Harbour Tools' }) as object,
      Owner: system,
      CreatedBy: system,
      LastModifiedBy: system,
    });
  });
});

describe('search: deleted and changed records', () => {
  it('finds a record by its new values only, and a deleted one not at all', async () => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', jane);
    await upsert(likeness, 'Contact', {
      Id: id,
      Email: 'new@example.org',
      LastName: 'Adeyemi',
      FirstName: 'Bola',
      Phone: null,
    });
    expect(await searchIds(likeness, '003', { Email: jane.Email })).toEqual([]);
    expect(await searchIds(likeness, '003', { Email: 'new@example.org' })).toEqual([id]);
    await likeness.deleteRecord('Contact', id, caller);
    expect(await searchIds(likeness, '003', { Email: 'new@example.org' })).toEqual([]);
    expect(() => likeness.readRecord('Contact', id)).toThrow(
      expect.objectContaining({ status: 404, errorCode: 'ENTITY_IS_DELETED' }),
    );
  });
});

describe('explain', () => {
  it('takes a score apart, field by field, and the contributions add up to it', async () => {
    const likeness = await openService();
    const recordId = await insert(likeness, 'Contact', jane);
    const input = {
      objectPrefix: '003',
      objectData: { FirstName: 'Jane', LastName: 'Okafor', Email: 'other@example.net' },
    };
    const explanation = likeness.explain({ ...input, recordId });
    const contact = explanation.scenarios.find((one) => one.scenarioId === 'contact-default')!;
    const total = contact.fields.reduce((sum, field) => sum + field.contribution, 0);
    expect(Math.floor(total + 1e-9)).toBe(contact.score);
    const { output } = await likeness.search({ ...input, scenarioIds: ['contact-default'] });
    expect(output['003']!.length > 0).toBe(contact.isDuplicate);
    expect(contact.fields.find((field) => field.field.startsWith('Phone|'))).toMatchObject({
      searched: null,
      counted: false,
      contribution: 0,
    });
    const byValues = likeness.explain({ ...input, otherData: jane });
    expect(byValues).toEqual(explanation);
  });

  it('refuses a record that is not stored, and an input with neither or both', async () => {
    const likeness = await openService();
    const input = { objectPrefix: '003', objectData: { LastName: 'X' } };
    expect(() => likeness.explain({ ...input, recordId: '0035I0000004rAwQAI' })).toThrow(
      expect.objectContaining({ status: 404 }),
    );
    expect(() => likeness.explain(input)).toThrow(expect.objectContaining({ status: 400 }));
  });
});
