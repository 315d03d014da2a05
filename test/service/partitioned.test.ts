import { expect, it, onTestFinished } from 'vitest';
import { Contacts } from '../../bench/synthetic/contacts.js';
import { searchTasks } from '../../bench/synthetic/tasks.js';
import { loadConfiguration } from '../../src/config/load.js';
import type { Configuration } from '../../src/config/configuration.js';
import { openLikeness } from '../../src/service/open.js';
import type { Partitioning } from '../../src/service/partition/partitioning.js';
import type { Service } from '../../src/service/service.js';
import { createMemoryStore } from '../../src/store/memory-store.js';
import { caller, configurationFolder } from './open-service.js';

const CONTACTS = 1_500;
const PARTS = 3;

/** Services over one store that nobody changes: one with all of the index, and some with a part each. */
async function open(configuration: Configuration, fewestForThreads: number) {
  const store = createMemoryStore();
  const contacts = new Contacts();
  const filling = await openLikeness({ configuration, store });
  const rows = Array.from({ length: CONTACTS }, (_, number) => ({ ...contacts.values(number) }));
  await filling.importBatch('Contact', rows, { check: false }, caller);
  const services: Service[] = [];
  const partitioning = (part: number): Partitioning => ({
    partition: { part, parts: PARTS },
    others: (objectType, digest) =>
      Array.from({ length: PARTS }, (_, other) => ({
        ask: ({ scenarios, ...query }) => {
          const scenarioIds = scenarios.map(({ id }) => id);
          const question = { ...query, objectType, scenarioIds, digest: digest(scenarioIds) };
          return services[other]!.ownPart.answer(question, 'another part');
        },
      })),
  });
  for (let part = 0; part < PARTS; part++)
    services.push(await openLikeness({ configuration, store, fewestForThreads, partitioning: partitioning(part) }));
  const whole = await openLikeness({ configuration, store });
  onTestFinished(async () => {
    for (const service of [...services, whole, filling]) await service.close();
  });
  const tasks = searchTasks(contacts, CONTACTS, 60).map(({ values }) => values);
  const compare = async (): Promise<number> => {
    let found = 0;
    for (const [i, values] of tasks.entries()) {
      const input = { objectPrefix: '003', objectData: { ...values } };
      const expected = await whole.search(input);
      expect((await services[i % PARTS]!.search(input)).json).toBe(expected.json);
      found += expected.output['003']!.length;
    }
    return found;
  };
  return { services, whole, compare };
}

it.each([
  ['one thread', Infinity],
  ['several threads', 1],
])('parts that are built by %s give the answers of the whole', async (_how, fewestForThreads) => {
  const configuration = await loadConfiguration(await configurationFolder({}));
  const { services, whole, compare } = await open(configuration, fewestForThreads);
  expect(await compare()).toBeGreaterThan(30);
  for (const service of services) {
    expect(await service.checkConsistency({ sample: 5 })).toEqual([]);
    const [part, all] = [service, whole].map((of) => of.statistics().indexes.get('Contact')!);
    expect(part!.records).toBe(CONTACTS);
    expect(part!.values).toBeLessThan(all!.values);
  }
});

it('a configuration that needs other indexes is taken over by parts as by the whole', async () => {
  const before = await loadConfiguration(await configurationFolder({}));
  const { services, whole, compare } = await open(before, Infinity);
  const scenario = {
    id: 'byMail',
    name: 'By mail',
    object: 'Contact',
    usage: ['restSearch'],
    threshold: 80,
    fields: [
      { field: 'LastName', method: 'text', weight: 40 },
      { field: 'Email', method: 'exact', weight: 60 },
    ],
  };
  const after = await loadConfiguration(await configurationFolder({ 'scenarios.json': [scenario] }));
  for (const service of [...services, whole]) expect(await service.reconfigure(after)).toEqual(['Contact']);
  expect(await compare()).toBeGreaterThan(30);
  for (const service of services) expect(await service.checkConsistency({ sample: 5 })).toEqual([]);
});

it('a preview of a scenario that no part knows searches an index of its own', async () => {
  const configuration = await loadConfiguration(await configurationFolder({}));
  const { services, whole } = await open(configuration, Infinity);
  const after = configuration.scenarioDefinitions.find(
    ({ object, enabled }) => object === 'Contact' && enabled !== false,
  )!;
  const request = { before: after, after: { ...after, threshold: 70 }, sampleSize: 50, withValues: false };
  const { signal } = new AbortController();
  const [part, all] = await Promise.all([services[0]!, whole].map((of) => of.previewing.preview(request, signal)));
  expect(part!.searched).toBe(CONTACTS);
  expect(part!.after.pairs).toBeGreaterThan(0);
  expect(all!.searched).toBe(CONTACTS);
});
