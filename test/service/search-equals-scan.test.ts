import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../src/store/config/load.js';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import { openLikeness } from '../../src/service/open.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { ScanIndex } from '../index/scan-index.js';
import { caller } from './open-service.js';
import { draws } from '../support/draws.js';

/** One service uses the real index, the other scores every record. Responses must be identical. */
describe('the service answers as if it scored every record', () => {
  const word = (...values: string[]) => fc.constantFrom(...values);
  const data = fc.record(
    {
      FirstName: word('Jane', 'Jan', 'Bob', 'Robert', 'J', 'Zoë', ''),
      LastName: word('Okafor', 'Okafour', 'Smith', 'Smyth', 'Schmidt', "O'Brien"),
      Email: word('a@example.org', 'b@example.org', 'ab@example.org', 'info@example.org', 'A@Example.org'),
      Phone: word('+1 202 555 0143', '202-555-0143', '+1 202 555 0144', '+44 20 7946 0018', 'x'),
      MailingStreet: word('1 High Street', '1 High St', '12 High Street', '5 Mill Lane'),
      MailingCity: word('Leeds', 'Leed', 'York'),
      MailingPostalCode: word('LS1 4AP', 'LS1 4AQ', 'YO1 7HH'),
    },
    { requiredKeys: ['LastName'] },
  );
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('upsert' as const), data, check: fc.boolean(), bar: word('0', '90') }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('search' as const),
        data: data.map(({ LastName, ...rest }) => (rest.Email ? rest : { LastName, ...rest })),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('update' as const), which: fc.nat(), data }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), which: fc.nat() }) },
  );

  it('over random programs', async () => {
    const configuration = await loadConfiguration();
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 40 }),
        fc.constantFrom({ comparisonsPerStep: 1, rowsPerStep: 2 }, {}),
        async (steps, options) => {
          const now = () => new Date('2026-03-01T10:00:00Z');
          const clever = await openLikeness({
            configuration,
            store: createMemoryStore({ installation: 'Test' }),
            now,
            createIndex: (scenarios) => createMemoryIndex({ scenarios, options }),
          });
          const naive = await openLikeness({
            configuration,
            store: createMemoryStore({ installation: 'Test' }),
            now,
            createIndex: (scenarios) => new ScanIndex(scenarios),
          });
          const ids: string[] = [];
          for (const one of steps) {
            const both = async <T>(run: (likeness: typeof clever) => Promise<T>): Promise<T> => {
              const answer = await run(clever);
              expect(answer).toEqual(await run(naive));
              return answer;
            };
            if (one.do === 'upsert') {
              const input = {
                objectType: 'Contact',
                objectData: one.data,
                duplicateCheck: one.check,
                duplicateScore: Number(one.bar),
              };
              const { isCreated, objectId } = await both((likeness) => likeness.upsert(input, caller));
              if (isCreated) ids.push(objectId!);
            } else if (one.do === 'search') {
              const input = { objectPrefix: '003', objectData: one.data };
              await both(async (likeness) => (await likeness.search(input)).output);
            } else if (ids.length > 0) {
              const id = ids[one.which % ids.length]!;
              if (one.do === 'update')
                await both((likeness) =>
                  likeness.upsert({ objectType: 'Contact', objectData: { ...one.data, Id: id } }, caller),
                );
              else {
                await both((likeness) => likeness.deleteRecord('Contact', id, caller));
                ids.splice(ids.indexOf(id), 1);
              }
            }
          }
          expect(clever.suspectedPairs({ page: 1, pageSize: 100 })).toEqual(
            naive.suspectedPairs({ page: 1, pageSize: 100 }),
          );
        },
      ),
      { numRuns: draws(200) },
    );
  });
});
