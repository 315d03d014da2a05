import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RoundRobin } from '../../src/runtime/round-robin.js';

function taken<T>(waiting: RoundRobin<T>): T[] {
  const items: T[] = [];
  for (let next = waiting.next(); next !== undefined; next = waiting.next()) items.push(next.item);
  return items;
}

describe('what waits, in turns by client', () => {
  it('one of each client, then the next of each', () => {
    const waiting = new RoundRobin<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) waiting.push(item[0]!, item);
    expect(taken(waiting)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect(waiting.next()).toBeUndefined();
  });

  it('what was put back is the next of its client, after one of each other', () => {
    const waiting = new RoundRobin<string>();
    for (const item of ['a1', 'a2', 'b1']) waiting.push(item[0]!, item);
    const { client, item } = waiting.next()!;
    waiting.putBack(client, item);
    expect(taken(waiting)).toEqual(['b1', 'a1', 'a2']);
  });

  it('nothing is lost, each keeps its order, and who comes waits for no more than one of each other', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 60 }), (clients) => {
        const waiting = new RoundRobin<number>();
        clients.forEach((client, i) => waiting.push(client, i));
        waiting.push('new', -1);
        expect(waiting.size).toBe(clients.length + 1);
        const order = taken(waiting);
        expect(order.indexOf(-1)).toBeLessThanOrEqual(3);
        for (const client of ['a', 'b', 'c']) {
          const own = clients.flatMap((one, i) => (one === client ? [i] : []));
          expect(order.filter((i) => clients[i] === client)).toEqual(own);
        }
        expect(waiting.size).toBe(0);
      }),
    );
  });
});
