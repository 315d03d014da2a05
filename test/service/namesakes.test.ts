import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../src/store/config/load.js';
import { openLikeness } from '../../src/service/open.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { count, insert, openService, searchIds, upsert, type Data } from './open-service.js';

const john = { FirstName: 'John', LastName: 'Smith', Email: 'john@alpha.example', Phone: '+353861234567' };
const other = { FirstName: 'John', LastName: 'Smith', Email: 'smith@beta.example', Phone: '+493012345678' };

describe('what an upsert may rest on', () => {
  it('a person of the same names with another e-mail and another phone is another person, at any duplicateScore', async () => {
    for (const duplicateScore of [0, 50, 100]) {
      const likeness = await openService();
      const id = await insert(likeness, 'Contact', john);
      const output = await upsert(likeness, 'Contact', other, { duplicateScore });
      expect(output).toMatchObject({ isSuccess: true, isCreated: true });
      expect(likeness.readRecord('Contact', id)).toMatchObject(john);
    }
  });

  it.each<[string, Data, Data]>([
    ['names alone', { FirstName: 'John', LastName: 'Smith' }, { FirstName: 'John', LastName: 'Smith' }],
    ['similar names', { FirstName: 'Jane', LastName: 'Brown' }, { FirstName: 'Janet', LastName: 'Browne' }],
    [
      'names and place',
      { ...john, MailingCity: 'Cork', MailingState: 'CO', MailingPostalCode: 'T12 X70A', MailingCountry: 'Ireland' },
      { ...other, MailingCity: 'Cork', MailingState: 'CO', MailingPostalCode: 'T12 X70A', MailingCountry: 'Ireland' },
    ],
    [
      'names and place, and another street',
      { ...john, MailingStreet: '1 Oak Avenue', MailingCity: 'Cork', MailingPostalCode: 'T12 X70A' },
      { ...other, MailingStreet: '77 Hill Road', MailingCity: 'Cork', MailingPostalCode: 'T12 X70A' },
    ],
  ])('%s make no duplicate of an upsert, and still one of a search', async (_, stored, sent) => {
    const likeness = await openService();
    const id = await insert(likeness, 'Contact', stored);
    expect(await upsert(likeness, 'Contact', sent, { duplicateScore: 1 })).toMatchObject({ isCreated: true });
    const { FirstName, LastName } = sent as Record<string, string>;
    expect(await searchIds(likeness, '003', { FirstName: FirstName!, LastName: LastName! })).toContain(id);
  });

  it('a household is not one person: last name and address in common, and another first name', async () => {
    const home = {
      LastName: 'Smith',
      MailingStreet: '1 Oak Avenue',
      MailingCity: 'Cork',
      MailingPostalCode: 'T12 X70A',
    };
    const likeness = await openService();
    await insert(likeness, 'Contact', { ...home, FirstName: 'John', Phone: '+353861234567' });
    expect(await upsert(likeness, 'Contact', { ...home, FirstName: 'Xenia' })).toMatchObject({ isCreated: true });
    const shared = { ...home, FirstName: 'Robert', Phone: '+353861234567' };
    expect(await upsert(likeness, 'Contact', shared)).toMatchObject({ isCreated: true });
  });

  it('a related contact of another account is not the namesake of the first', async () => {
    const likeness = await openService();
    const relatedList = (objectData: Data) => [
      { objectType: 'Contact', referenceField: 'AccountId', duplicateCheck: true, duplicateScore: 100, objectData },
    ];
    const first = await upsert(likeness, 'Account', { Name: 'Alpha Tools' }, { relatedList: relatedList(john) });
    const second = await upsert(likeness, 'Account', { Name: 'Zeta Bank' }, { relatedList: relatedList(other) });
    expect(second.relatedList[0]).toMatchObject({ isCreated: true });
    const kept = likeness.readRecord('Contact', first.relatedList[0]!.objectId!);
    expect(kept).toMatchObject({ ...john, AccountId: first.objectId });
  });

  it('names with a street, a phone number or an e-mail address do make one', async () => {
    const likeness = await openService();
    await insert(likeness, 'Contact', { ...john, MailingStreet: '1 Oak Avenue', MailingCity: 'Cork' });
    const name = { FirstName: 'John', LastName: 'Smith' };
    for (const sent of [
      { ...name, MailingStreet: '1 Oak Avenue' },
      { ...name, Phone: john.Phone },
      { ...name, Email: john.Email },
    ])
      expect(await upsert(likeness, 'Contact', sent)).toMatchObject({ isCreated: false });
  });

  it('companies of one name may be one', async () => {
    const likeness = await openService();
    await insert(likeness, 'Account', { Name: 'Harbour Tools Ltd' });
    expect(await upsert(likeness, 'Account', { Name: 'Harbour Tools' })).toMatchObject({ isCreated: false });
  });

  it('a duplicate of the same e-mail is found behind namesakes that would have scored higher', async () => {
    const likeness = await openService();
    for (let i = 0; i < 5; i++) await insert(likeness, 'Contact', { FirstName: 'John', LastName: 'Smith' });
    const id = await insert(likeness, 'Contact', { FirstName: 'Jon', LastName: 'Smith', Email: john.Email });
    const sent = { ...john, Phone: null };
    expect(await upsert(likeness, 'Contact', sent)).toMatchObject({ isCreated: false, objectId: id });
  });

  it('law: people who share only names and place never become one, whatever other values they have', async () => {
    const names = fc.constantFrom(
      ['John', 'Smith'],
      ['Jane', 'Brown'],
      ['Janet', 'Browne'],
      ['Ana María', 'de la Cruz'],
    );
    const place = fc.record(
      {
        MailingCity: fc.constantFrom('Cork', 'Berlin'),
        MailingState: fc.constant('CO'),
        MailingCountry: fc.constant('Ireland'),
        MailingPostalCode: fc.constantFrom('12345', 'T12 X70A'),
      },
      { requiredKeys: [] },
    );
    // Each person's own values are unique or blank.
    const own = fc.record({ Email: fc.boolean(), Phone: fc.boolean(), MailingStreet: fc.boolean() });
    const owned = [
      { Email: 'first@alpha.example', Phone: '+353861234567', MailingStreet: '1 Oak Avenue' },
      { Email: 'wholly-else@beta.example', Phone: '+493098765432', MailingStreet: '77 Hill Road' },
      { Email: 'zz.third@gamma.example', Phone: '+12125550187', MailingStreet: 'Rue Neuve 230' },
    ] as const;
    const asked = fc.record({ duplicateScore: fc.integer({ min: 0, max: 100 }), related: fc.boolean() });
    const configuration = await loadConfiguration();
    await fc.assert(
      fc.asyncProperty(
        names,
        place,
        fc.tuple(own, own, own),
        asked,
        async ([FirstName, LastName], at, kept, { duplicateScore, related }) => {
          const likeness = await openLikeness({ configuration, store: createMemoryStore() });
          for (const [i, has] of kept.entries()) {
            const held = Object.fromEntries(Object.entries(owned[i]!).filter(([key]) => has[key as keyof typeof has]));
            const objectData = { FirstName, LastName, ...at, ...held };
            if (!related) await upsert(likeness, 'Contact', objectData, { duplicateScore });
            else {
              const element = {
                objectType: 'Contact',
                referenceField: 'AccountId',
                duplicateCheck: true,
                duplicateScore,
                objectData,
              };
              await upsert(
                likeness,
                'Account',
                { Name: `Company ${i}` },
                { duplicateCheck: false, relatedList: [element] },
              );
            }
          }
          expect(count(likeness, 'Contact')).toBe(3);
          await likeness.close();
        },
      ),
      { numRuns: 60 },
    );
  });
});
