import { expect, it } from 'vitest';
import { AnswerBook } from '../../src/store/answer-book.js';

const NAMED = '0035g00000ABCDEAA1';

function filled(): AnswerBook {
  const book = new AnswerBook();
  for (let i = 0; i < 1_000; i++)
    book.put(`client:${i}`, 'hash', 1_000, JSON.stringify({ objectId: i % 10 === 0 ? NAMED : `id ${i}` }), 0);
  return book;
}

it('an erased record: the answers that name it are not given any more, and the next walk takes them out', () => {
  const book = filled();
  book.erase(NAMED);
  expect(book.get('client:10', 0)).toBeUndefined();
  expect(book.get('client:11', 0)).toBeDefined();
  const walked = [...book.all(0)];
  // Each is met, so that whoever walks can rest.
  expect(walked).toHaveLength(1_000);
  expect(walked.filter((answer) => answer !== undefined)).toHaveLength(900);
  expect([...book.all(0)]).toHaveLength(900);
});

it('an answer that comes after the erasure and names the record (it is not stored) is remembered', () => {
  const book = filled();
  book.erase(NAMED);
  const walk = book.all(0)[Symbol.iterator]();
  walk.next();
  book.put('client:10', 'other', 1_000, JSON.stringify({ errorMessage: `No Contact with Id ${NAMED} is stored` }), 0);
  expect(book.get('client:10', 0)).toMatchObject({ bodyHash: 'other' });
  while (walk.next().done !== true);
  expect(book.get('client:10', 0)).toMatchObject({ bodyHash: 'other' });
});

it('a walk that is given up, and one that was under way, leave nothing to be given that names the record', () => {
  const book = filled();
  const underWay = book.all(0)[Symbol.iterator]();
  for (let i = 0; i < 500; i++) underWay.next();
  book.erase(NAMED);
  while (underWay.next().done !== true);
  for (const [i] of [...book.all(0)].entries()) if (i > 100) break;
  for (let i = 0; i < 1_000; i++) expect(book.get(`client:${i}`, 0) === undefined).toBe(i % 10 === 0);
});
