import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { format, type Options } from 'prettier';
import { expect, it } from 'vitest';
import { recordAnswers, type Exchange } from './recorded-answers.js';

// By whole paths: other tests import this one.
const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const style = JSON.parse(readFileSync(pathOf('../../.prettierrc.json'), 'utf8')) as Options;

/**
 * The same questions have the same answers over a store in memory, and over two nodes over a database, and after each
 * change of the inside. A change that is meant is recorded by `npx vitest run -u` over this file, and read line by line
 * in the diff.
 */
it('every kind of request is answered as recorded', async () => {
  for (const [kind, exchanges] of Object.entries(await recordAnswers())) {
    const text = await format(JSON.stringify(exchanges.map(withoutUsualHeaders).map(brief)), {
      ...style,
      parser: 'json',
      objectWrap: 'collapse',
    });
    await expect(text).toMatchFileSnapshot(pathOf(`recorded-answers/${kind}.json`));
  }
});

/** Headers of nearly every answer; an answer without recorded headers has these. */
const USUAL_HEADERS = { 'content-type': 'application/json;charset=UTF-8', 'cache-control': 'no-store' };

const withoutUsualHeaders = (exchange: Exchange) =>
  isDeepStrictEqual(exchange.headers, USUAL_HEADERS) ? { ...exchange, headers: undefined } : exchange;

const MOST_BLANKS = 3;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Repeats are recorded once, so that a change of an answer is a change of a few lines: the members that all objects
 * of a list have with one value are `all`, the others `each`; many members that are null are named in one text.
 */
function brief(value: unknown): unknown {
  if (Array.isArray(value)) return briefList(value as unknown[]);
  if (!isObject(value)) return value;
  const blanks = Object.keys(value).filter((key) => value[key] === null);
  const entries = Object.entries(value).filter(([, member]) => member !== null || blanks.length <= MOST_BLANKS);
  const rest = Object.fromEntries(entries.map(([key, member]) => [key, brief(member)]));
  return blanks.length > MOST_BLANKS ? { ...rest, null: blanks.join(' ') } : rest;
}

function briefList(list: readonly unknown[]): unknown {
  const [first, ...others] = list;
  if (!isObject(first) || others.length === 0) return list.map(brief);
  const keys = Object.keys(first);
  const isAlike = (other: unknown): boolean => isObject(other) && Object.keys(other).join() === keys.join();
  if (!others.every(isAlike)) return list.map(brief);
  const texts = list.map((each) => keys.map((key) => JSON.stringify((each as Record<string, unknown>)[key])));
  const isShared = (_key: string, at: number): boolean => texts.every((text) => text[at] === texts[0]![at]);
  const shared = keys.filter(isShared);
  if (shared.length <= MOST_BLANKS) return list.map(brief);
  const only = (each: unknown, isMeant: (key: string) => boolean): Record<string, unknown> =>
    Object.fromEntries(Object.entries(each as Record<string, unknown>).filter(([key]) => isMeant(key)));
  return {
    all: brief(only(first, (key) => shared.includes(key))),
    each: list.map((each) => brief(only(each, (key) => !shared.includes(key)))),
  };
}
