import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { duplicatePairs } from '../../src/index/join/self-join.js';
import { createMemoryIndex, type MemoryIndex } from '../../src/index/memory-index.js';
import type { PairColumns, RowPair } from '../../src/index/join/pair-columns.js';
import { Arrivals } from '../../src/index/join/pair-buffer.js';
import { duplicateRows } from './duplicate-rows.js';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import type { Scenario } from '../../src/matching/scenario.js';
import { drawScenarios, drawValues, wordsOf, idOf } from './cases.js';
import { freshSeed, Random } from './random.js';
import { toyMethods } from './toy-methods.js';

const methods = createMethods();
const toys: ReadonlySet<unknown> = new Set(toyMethods);

/** Random scenarios with methods that threads support, and an index of records, some of them deleted. */
function drawCase(random: Random): { index: MemoryIndex; scenarios: Scenario[] } {
  const { scenarios, vocabulary } = drawScenarios(random, 1 + random.below(3));
  const words = new Map([...vocabulary].map(([field, known]) => [field, [...known]]));
  const known = scenarios.map((scenario) => ({
    ...scenario,
    fields: scenario.fields.map((field) => {
      const method = toys.has(field.method) ? random.pick([...methods.values()]) : methods.get(field.method.name)!;
      for (const name of field.fields) words.set(name, [...words.get(name)!, ...wordsOf(method)]);
      return { ...field, method };
    }),
  }));
  const index = createMemoryIndex({ scenarios: known });
  for (let i = 1; i <= 60; i++) {
    const id = idOf(i);
    index.put(id, drawValues(random, words, 0.3));
    if (random.chance(0.1)) index.delete(id);
  }
  return { index, scenarios: known };
}

async function rowsBy(index: MemoryIndex, scenarios: readonly Scenario[], threads: number): Promise<RowPair[]> {
  const pairs: RowPair[] = [];
  for await (const batch of duplicateRows(index, { scenarios, methods: {}, threads })) pairs.push(...batch);
  return pairs;
}

it('any number of threads gives exactly the pairs that one thread gives, in the same order', async () => {
  const seed = freshSeed('threads');
  let pairs = 0;
  for (let n = 0; n < 4; n++) {
    const { index, scenarios } = drawCase(new Random(seed + n));
    // Uses a subset of the index's scenarios and fields, because files lack some fields.
    const some = scenarios
      .slice(0, 1 + (n % scenarios.length))
      .map((scenario) => (scenario.model ? scenario : { ...scenario, fields: scenario.fields.slice(-3) }));
    const expected = [...duplicatePairs(index, { scenarios: some })];
    for (const threads of [1, 2 + (n % 2)]) {
      const found = await rowsBy(index, some, threads);
      const named = found.map(({ first, second, num, den }) => ({
        id1: index.idOf(first),
        id2: index.idOf(second),
        num,
        den,
      }));
      expect(named, `seed ${seed + n}, ${threads} threads`).toEqual(expected);
    }
    pairs += expected.length;
  }
  expect(pairs).toBeGreaterThan(20);
});

it('what the threads are given cannot be changed, and later changes of the index do not reach it', async () => {
  const scenarios = [oneField('exact')];
  const index = createMemoryIndex({ scenarios });
  for (let i = 1; i <= 8; i++) index.put(`00300${i}`, { F: i <= 2 ? 'a' : String(i) });
  const batches = duplicateRows(index, { scenarios, methods: {}, threads: 2 });
  const first = await batches.next();
  for (let i = 1; i <= 8; i++) index.delete(`00300${i}`);
  const pairs = [...(first.value as PairColumns)];
  for await (const batch of batches) pairs.push(...batch);
  expect(pairs).toEqual([{ first: 1, second: 2, num: 100_000_000, den: 10_000 }]);
});

it('shows how many rows are done, to the end', async () => {
  const scenarios = [oneField('exact')];
  const index = createMemoryIndex({ scenarios });
  for (let i = 1001; i <= 1500; i++) index.put(`003${i}`, { F: String(i) });
  const done: number[] = [];
  const progress = (rows: number): unknown => done.push(rows);
  for await (const batch of duplicateRows(index, { scenarios, methods: {}, threads: 2, progress }))
    expect([...batch]).toEqual([]);
  expect(done.at(-1)).toBe(500);
  expect(done).toEqual([...done].sort((a, b) => a - b));
});

it('a thread that fails ends the search with what it died of', async () => {
  const scenario = oneField('exact');
  const [field] = scenario.fields;
  const unknown = { ...scenario, fields: [{ ...field!, method: { ...field!.method, name: 'homeMade' } }] };
  const index = createMemoryIndex({ scenarios: [unknown] });
  index.put('003001', { F: 'a' });
  await expect(rowsBy(index, [unknown], 2)).rejects.toThrow(/homeMade.*exact/);
});

it('a thread that ends before its work is done is an error, at once, though others continue', async () => {
  const pair = '{ stretch: 0, first: new Int32Array(), isLast: true }';
  const idle = new Worker('setInterval(() => undefined, 1000)', { eval: true });
  const dying = new Worker(
    `const { parentPort } = require('node:worker_threads');
     parentPort.postMessage(${pair});
     parentPort.once('message', () => process.exit(7));`,
    { eval: true },
  );
  const arrivals = new Arrivals([idle, dying]);
  expect(await arrivals.next(0)).toMatchObject({ stretch: 0, isLast: true });
  dying.postMessage('now');
  await expect(arrivals.next(1)).rejects.toThrow('a thread exited with code 7 before it finished');
  await arrivals.end();
});

it('threads that all end without having done the work are an error', async () => {
  const arrivals = new Arrivals([new Worker('', { eval: true }), new Worker('', { eval: true })]);
  await expect(arrivals.next(0)).rejects.toThrow('all threads exited before the comparison finished');
  await arrivals.end();
});

it('a caller who stops early ends the threads', async () => {
  const { index, scenarios } = drawCase(new Random(5));
  // Threads that are not stopped would prevent this process from exiting.
  const ports = () => process.getActiveResourcesInfo().filter((resource) => resource === 'MessagePort').length;
  const before = ports();
  for await (const batch of duplicateRows(index, { scenarios, methods: {}, threads: 2 })) {
    expect(batch).toBeDefined();
    expect(ports()).toBeGreaterThan(before);
    break;
  }
  expect(ports()).toBe(before);
});

function oneField(method: string): Scenario {
  const field = { fields: ['F'], label: 'F', method: methods.get(method)!, weight: 10_000, blank: 'mismatch' as const };
  const rules = { threshold: 7_500, minimumOverlap: 4_000, totalWeight: 10_000, usage: [] };
  return { id: 's', name: 'S', object: 'Thing', fields: [field], ...rules };
}
