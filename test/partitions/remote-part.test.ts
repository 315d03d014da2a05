import { beforeEach, expect, it } from 'vitest';
import type { PartAnswer, PartQuery } from '../../src/index/parts/index-part.js';
import { PartUnavailableError } from '../../src/index/parts/index-part.js';
import type { PartNode } from '../../src/partitions/part-directory.js';
import { RemotePart, type PartCounts } from '../../src/partitions/remote-part.js';

const node = (name: string): PartNode => ({ node: name, address: `${name}:1` });
const query: PartQuery = {
  values: {},
  scenarios: [],
  rule: 'search',
  limit: 1,
  except: [],
  position: 0,
  oldest: 0,
};
const answer = { isAll: true } as PartAnswer;

let nodes: PartNode[];
let asked: string[];
/** Milliseconds in which each of them was to answer. */
let patiences: number[];
let troubles: string[];
let counts: PartCounts;
/** What becomes of the next questions; they are answered after that. */
let failures: Error[];
let looks: number;
let part: RemotePart;

beforeEach(() => {
  [nodes, asked, patiences, troubles, failures, looks] = [[node('a'), node('b')], [], [], [], [], 0];
  counts = { asked: 0, retried: 0, failed: 0 };
  const client = {
    ask: ({ node: name }: PartNode, _: unknown, patience: number) => {
      asked.push(name);
      patiences.push(patience);
      const failure = failures.shift();
      return failure === undefined ? Promise.resolve(answer) : Promise.reject(failure);
    },
  };
  const directory = {
    nodesOf: () => nodes,
    look: () => {
      looks++;
      return Promise.resolve();
    },
  };
  const trouble = (message: string) => troubles.push(message);
  const common = { client, directory, counts, trouble, suspects: new Map<string, number>() };
  part = new RemotePart(common, { part: 1, parts: 2 }, 'Contact', () => 'digest');
});

it('one node of a part is asked', async () => {
  expect(await part.ask(query)).toBe(answer);
  expect(asked).toHaveLength(1);
  expect(counts).toEqual({ asked: 1, retried: 0, failed: 0 });
});

it('its twin is asked where it does not answer, which is then asked first for a while', async () => {
  failures = [new Error('timeout')];
  expect(await part.ask(query)).toBe(answer);
  expect([...asked].sort()).toEqual(['a', 'b']);
  for (let n = 0; n < 20; n++) await part.ask(query);
  expect(new Set(asked.slice(2))).toEqual(new Set([asked[1]]));
  expect(counts).toEqual({ asked: 21, retried: 1, failed: 0 });
  expect(troubles).toEqual([`part 2/2 at ${asked[0]!}:1: timeout`]);
});

it('two that do not answer are enough: it is an error', async () => {
  nodes.push(node('c'));
  failures = [new Error('timeout'), new PartUnavailableError('it is too far behind the log')];
  await expect(part.ask(query)).rejects.toThrow(new PartUnavailableError('part 2/2 of the index does not answer'));
  expect(asked).toHaveLength(2);
  expect(counts).toEqual({ asked: 1, retried: 1, failed: 1 });
  // The third one is asked from now on.
  expect(await part.ask(query)).toBe(answer);
  expect(['a', 'b', 'c'].filter((name) => !asked.slice(0, 2).includes(name))).toEqual([asked[2]]);
});

it('the only node is asked again where its connection broke, and not where it took its time', async () => {
  nodes = [node('a')];
  failures = [Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })];
  expect(await part.ask(query)).toBe(answer);
  failures = [new Error('timeout')];
  await expect(part.ask(query)).rejects.toThrow('part 2/2');
  expect(asked).toEqual(['a', 'a', 'a']);
});

it('the last node that is left is waited for longer, unless it has just failed to answer', async () => {
  failures = [new Error('timeout')];
  await part.ask(query);
  expect(patiences).toEqual([2_000, 6_000]);
  nodes = [node('c')];
  failures = [new Error('timeout')];
  await expect(part.ask(query)).rejects.toThrow('part 2/2');
  await part.ask(query);
  expect(patiences.slice(2)).toEqual([6_000, 2_000]);
});

it('where no node is known it is looked for one at once', async () => {
  nodes = [];
  await expect(part.ask(query)).rejects.toThrow('part 2/2');
  expect([looks, asked]).toEqual([1, []]);
});
