import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RememberedAnswers } from '../../src/store/remembered-answers.js';

const NAMED = '0035g00000ABCDEAA1';

function filled(): RememberedAnswers {
  const answers = new RememberedAnswers();
  for (let i = 0; i < 1_000; i++)
    answers.put(`client:${i}`, 'hash', 1_000, JSON.stringify({ objectId: i % 10 === 0 ? NAMED : `id ${i}` }), 0);
  return answers;
}

it('an erased record: the answers that name it are not given any more, and the next walk takes them out', () => {
  const answers = filled();
  answers.erase(NAMED);
  expect(answers.get('client:10', 0)).toBeUndefined();
  expect(answers.get('client:11', 0)).toBeDefined();
  const walked = [...answers.all(0)];
  // Erased responses are returned as `undefined`, so that a long iteration can pause.
  expect(walked).toHaveLength(1_000);
  expect(walked.filter((answer) => answer !== undefined)).toHaveLength(900);
  expect([...answers.all(0)]).toHaveLength(900);
});

it('an answer that comes after the erasure and names the record (it is not stored) is remembered', () => {
  const answers = filled();
  answers.erase(NAMED);
  const walk = answers.all(0)[Symbol.iterator]();
  walk.next();
  answers.put(
    'client:10',
    'other',
    1_000,
    JSON.stringify({ errorMessage: `No Contact with Id ${NAMED} is stored` }),
    0,
  );
  expect(answers.get('client:10', 0)).toMatchObject({ bodyHash: 'other' });
  while (walk.next().done !== true);
  expect(answers.get('client:10', 0)).toMatchObject({ bodyHash: 'other' });
});

it('a walk that is abandoned, and one that was under way, leave nothing to be given that names the record', () => {
  const answers = filled();
  const underWay = answers.all(0)[Symbol.iterator]();
  for (let i = 0; i < 500; i++) underWay.next();
  answers.erase(NAMED);
  while (underWay.next().done !== true);
  for (const [i] of [...answers.all(0)].entries()) if (i > 100) break;
  for (let i = 0; i < 1_000; i++) expect(answers.get(`client:${i}`, 0) === undefined).toBe(i % 10 === 0);
});

describe('what is remembered is bounded, the oldest answers go first', () => {
  interface Put {
    client: number;
    key: number;
    length: number;
  }
  const bounds = { answers: 12, answersPerClient: 7, bytes: 8_000, bytesPerClient: 5_000 };
  const put = fc.record({
    client: fc.nat(3),
    key: fc.nat(6),
    length: fc.oneof(
      { weight: 8, arbitrary: fc.nat(800) },
      { weight: 1, arbitrary: fc.integer({ min: 4_000, max: 9_000 }) },
    ),
  });
  /** A simple implementation, oldest first. */
  class Plain {
    kept: { client: number; name: string; size: number }[] = [];
    put({ client, key, length }: Put): void {
      const name = `c${client}:${key}`;
      const size = 300 + name.length + 1 + length + 2;
      this.kept = this.kept.filter((one) => one.name !== name);
      if (size > bounds.bytesPerClient) return;
      this.kept.push({ client, name, size });
      this.#drop((one) => one.client === client, bounds.answersPerClient, bounds.bytesPerClient);
      this.#drop(() => true, bounds.answers, bounds.bytes);
    }
    #drop(is: (one: { client: number }) => boolean, most: number, mostBytes: number): void {
      for (;;) {
        const some = this.kept.filter(is);
        if (some.length <= most && some.reduce((sum, { size }) => sum + size, 0) <= mostBytes) return;
        this.kept.splice(this.kept.indexOf(some[0]!), 1);
      }
    }
  }

  it('in number and bytes, in all and per client', () => {
    fc.assert(
      fc.property(fc.array(put, { maxLength: 80 }), (puts) => {
        const [answers, plain] = [new RememberedAnswers(bounds), new Plain()];
        for (const each of puts) {
          answers.put(`c${each.client}:${each.key}`, 'h', 1_000, JSON.stringify('x'.repeat(each.length)), 0);
          plain.put(each);
        }
        expect([...answers.all(0)].map((answer) => answer!.key)).toEqual(plain.kept.map(({ name }) => name));
        expect([answers.count, answers.bytes]).toEqual([
          plain.kept.length,
          plain.kept.reduce((sum, { size }) => sum + size, 0),
        ]);
      }),
    );
  });

  it('a walk continues where it paused, whatever has gone meanwhile', () => {
    fc.assert(
      fc.property(fc.array(put, { minLength: 1, maxLength: 40 }), fc.array(put, { maxLength: 40 }), (before, after) => {
        const answers = new RememberedAnswers(bounds);
        const take = (each: Put): void =>
          answers.put(`c${each.client}:${each.key}`, 'h', 1_000, JSON.stringify('x'.repeat(each.length)), 0);
        before.forEach(take);
        const met: string[] = [];
        const walk = answers.all(0)[Symbol.iterator]();
        const stayed = new Set([...answers.all(0)].map((answer) => answer!.key));
        for (let i = 0, step = walk.next(); step.done !== true; step = walk.next(), i++) {
          met.push(step.value!.key);
          const next = after[i];
          if (next !== undefined) {
            take(next);
            stayed.delete(`c${next.client}:${next.key}`);
          }
          for (const key of stayed) if (answers.get(key, 0) === undefined) stayed.delete(key);
        }
        expect(met).toEqual(expect.arrayContaining([...stayed]));
      }),
    );
  });
});
