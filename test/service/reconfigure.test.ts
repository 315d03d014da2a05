import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfiguration } from '../../src/store/config/load.js';
import type { Configuration } from '../../src/store/config/configuration.js';
import type { Likeness } from '../../src/service/likeness.js';
import { createMemoryIndex } from '../../src/index/memory-index.js';
import { openLikeness, type OpenOptions } from '../../src/service/open.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import type { RecordStore } from '../../src/store/record-store.js';
import { ScanIndex } from '../index/scan-index.js';
import { draws } from '../support/draws.js';
import { caller, configurationFolder, insert } from './open-service.js';

const FIRST = ['Jane', 'Jan', 'Bob', 'Robert', 'Zoë', ''];
const LAST = ['Okafor', 'Okafour', 'Smith', 'Smyth', 'Schmidt', "O'Brien"];
const EMAIL = ['a@example.org', 'b@example.org', 'ab@example.org', 'info@example.org', ''];
const CITY = ['Leeds', 'Leed', 'York', ''];

const contact = (n: number) => ({
  FirstName: FIRST[n % FIRST.length]!,
  LastName: LAST[(n * 7) % LAST.length]!,
  Email: EMAIL[(n * 5) % EMAIL.length]!,
  MailingCity: CITY[(n * 3) % CITY.length]!,
});

const scenario = (id: string, threshold: number, ...fields: (readonly [field: string, method: string])[]) => ({
  id,
  name: id,
  object: 'Contact',
  threshold,
  usage: ['restSearch', 'restUpsert'],
  fields: fields.map(([field, method]) => ({ field, method, weight: 50, blank: 'ignore' })),
});
const off = ['contact-default', 'contact-name-address', 'contact-name-phone', 'contact-name-email'].map((id) => ({
  id,
  enabled: false,
}));

async function configurations(): Promise<Configuration[]> {
  const names = scenario('names', 70, ['FirstName', 'personName'], ['LastName', 'personName']);
  const mails = scenario('mails', 60, ['Email', 'email'], ['LastName', 'exact']);
  const places = scenario('places', 80, ['MailingCity', 'city'], ['LastName', 'personName']);
  const all = [[names], [mails], [{ ...names, threshold: 40 }], [places, mails], []];
  return Promise.all(
    all.map(async (scenarios) =>
      loadConfiguration(await configurationFolder({ 'scenarios.json': [...off, ...scenarios] })),
    ),
  );
}

/** Returns the response of a service that scores every record with a given configuration. */
async function oracle(store: RecordStore, configuration: Configuration, input: Parameters<Likeness['search']>[0]) {
  const createIndex = (scenarios: Configuration['scenarios']) => new ScanIndex(scenarios);
  const likeness = await openLikeness({ configuration, store, createIndex });
  return (await likeness.search(input)).json;
}

describe('another configuration, while requests continue', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('upsert' as const), n: fc.nat(500), check: fc.boolean() }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('search' as const), n: fc.nat(500) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), n: fc.nat(500) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), n: fc.nat(500) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), n: fc.nat(4) }) },
  );
  const options: Pick<OpenOptions, 'createIndex' | 'fewestForThreads'>[] = [
    {
      createIndex: (scenarios) => createMemoryIndex({ scenarios, options: { comparisonsPerStep: 1, rowsPerStep: 2 } }),
    },
    {},
  ];

  it.each(options)('every search is by the scenarios of before or of after, and misses nothing (%#)', async (open) => {
    const known = await configurations();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), fc.nat(300), async (steps, size) => {
        const store = createMemoryStore();
        const likeness = await openLikeness({ configuration: known[0]!, store, ...open });
        const rows = Array.from({ length: size }, (_, n) => contact(n));
        await likeness.importBatch('Contact', rows, { check: false }, caller);
        const ids: string[] = [];
        const deleted: string[] = [];
        const asked = [known[0]!];
        /** Index of the configuration known to be in use, because its reload has completed. */
        let inUse = 0;
        const reloads: Promise<void>[] = [];
        for (const one of steps) {
          if (one.do === 'reload') {
            const next = known[one.n]!;
            const place = asked.push(next) - 1;
            reloads.push(likeness.reconfigure(next).then(() => void (inUse = place)));
          } else if (one.do === 'upsert') {
            const input = { objectType: 'Contact', objectData: contact(one.n), duplicateCheck: one.check };
            const { isCreated, objectId } = await likeness.upsert(input, caller);
            if (isCreated) ids.push(objectId!);
          } else if (one.do === 'search') {
            const input = { objectPrefix: '003', objectData: contact(one.n) };
            const possible = asked.slice(inUse);
            const answer = (await likeness.search(input)).json;
            const allowed = await Promise.all(possible.map((each) => oracle(store, each, input)));
            expect(allowed).toContain(answer);
          } else if (one.do === 'delete' && ids.length > 0) {
            const [id] = ids.splice(one.n % ids.length, 1);
            await likeness.deleteRecord('Contact', id!, caller);
            deleted.push(id!);
          } else if (one.do === 'undo' && deleted.length > 0) {
            const [id] = deleted.splice(one.n % deleted.length, 1);
            const { records } = await likeness.history(id!, { page: 1, pageSize: 1 });
            await likeness.undo(records[0]!.id, caller);
            ids.push(id!);
          }
        }
        await Promise.all(reloads);
        for (let n = 0; n < 20; n++) {
          const input = { objectPrefix: '003', objectData: contact(n) };
          expect((await likeness.search(input)).json).toBe(await oracle(store, asked.at(-1)!, input));
        }
        expect(await likeness.checkConsistency({ sample: 5 })).toEqual([]);
        await likeness.close();
      }),
      { numRuns: draws(40) },
    );
  });

  it('writes that come all at once while threads build the indexes are found afterwards', async () => {
    const [names, mails] = await configurations();
    const store = createMemoryStore();
    const likeness = await openLikeness({ configuration: names!, store, fewestForThreads: 1 });
    onTestFinished(() => likeness.close());
    const rows = Array.from({ length: 3_000 }, (_, n) => contact(n));
    await likeness.importBatch('Contact', rows, { check: false }, caller);
    const reload = likeness.reconfigure(mails!);
    const state = { isDone: false };
    void reload.then(() => (state.isDone = true));
    const ids: string[] = [];
    for (let n = 0; n < 1_000 && !state.isDone; n++) {
      const id = await insert(likeness, 'Contact', { ...contact(n), Email: `new${n}@example.net` });
      ids.push(id);
      if (n % 3 === 0) await likeness.deleteRecord('Contact', id, caller);
    }
    expect(await reload).toEqual(['Contact']);
    for (const [n, id] of ids.entries()) {
      const objectData = { LastName: contact(n).LastName, Email: `new${n}@example.net` };
      const { output } = await likeness.search({ objectPrefix: '003', objectData });
      const found = output['003']!.map((each) => each.objectData['Id']);
      if (n % 3 === 0) expect(found).not.toContain(id);
      else expect(found).toContain(id);
    }
    expect(await likeness.checkConsistency({ sample: 20 })).toEqual([]);
  });

  it('indexes that fit stay: thresholds and weights need no new one', async () => {
    const [names, mails, lower] = await configurations();
    const likeness = await openLikeness({ configuration: names!, store: createMemoryStore() });
    onTestFinished(() => likeness.close());
    await insert(likeness, 'Contact', contact(1));
    expect(await likeness.reconfigure(lower!)).toEqual([]);
    expect(likeness.scenarios()).toContainEqual(expect.objectContaining({ id: 'names', threshold: 40 }));
    expect(await likeness.reconfigure(mails!)).toEqual(['Contact']);
  });

  it('a service that is closed in the meantime does not wait for it', async () => {
    const [names, mails] = await configurations();
    const likeness = await openLikeness({ configuration: names!, store: createMemoryStore(), fewestForThreads: 1 });
    await insert(likeness, 'Contact', contact(1));
    const refused = expect(likeness.reconfigure(mails!)).rejects.toMatchObject({ status: 503 });
    await likeness.close();
    await refused;
  });
});
