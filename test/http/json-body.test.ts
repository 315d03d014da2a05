import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson } from '../../src/http/request/json-scan.js';
import { parseJson } from '../../src/http/request/json-body.js';
import { HttpError } from '../../src/http/response/http-error.js';
import { draws } from '../support/draws.js';

const parse = (text: string) => parseJson(Buffer.from(text));
const key = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('a', '"', '\\', '\\"', ':', '{', '__proto__', ' '));
/** JSON values whose objects may have any key. Objects are lists of members, so that `__proto__` is an ordinary key. */
const { value } = fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)).map((one) => JSON.stringify(one)),
    tie('object'),
    tie('list'),
  ),
  object: fc
    .tuple(fc.uniqueArray(key, { maxLength: 4 }), fc.array(tie('value'), { minLength: 4, maxLength: 4 }))
    .map(([keys, values]) => `{${keys.map((name, i) => `${JSON.stringify(name)} : ${values[i]!}`).join(',\n')}}`),
  list: fc.array(tie('value'), { maxLength: 4 }).map((values) => `[ ${values.join(' ,')} ]`),
}));

describe('parsing a body', () => {
  it('gives what JSON.parse gives, for every text without repeated keys', () => {
    fc.assert(
      fc.property(value, (text) => {
        const { value: parsed, hasProto } = parse(text);
        expect(JSON.stringify(parsed)).toBe(JSON.stringify(JSON.parse(text)));
        if (hasProto) expect(text).toContain('"__proto__"');
      }),
      { numRuns: draws(500) },
    );
  });

  it('refuses every text with a repeated key, however it is spelt, and names its place', () => {
    fc.assert(
      fc.property(value, fc.constantFrom('"k"', String.raw`"\u006b"`), value, (first, spelling, second) => {
        const text = `{"a":[${first},{"k":${second},"other":{"k":1},${spelling}:${first}}]}`;
        expect(() => parse(text)).toThrow('a[1].k: this key is repeated in the same object');
      }),
      { numRuns: 300 },
    );
  });

  it('throws a refusal of 400, and nothing else, for any bytes', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.string().map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          try {
            parseJson(Buffer.from(bytes));
          } catch (error) {
            expect(error).toBeInstanceOf(HttpError);
            expect((error as HttpError).status).toBe(400);
          }
        },
      ),
      { numRuns: draws(500) },
    );
  });

  it('accepts 32 levels and 2,000 keys, and not one more', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    const wide = (keys: number) => `{${Array.from({ length: keys }, (_, i) => `"k${i}":0`).join()}}`;
    expect(() => parse(nested(32))).not.toThrow();
    expect(() => parse(nested(33))).toThrow('At most 32 levels');
    expect(() => parse(wide(2_000))).not.toThrow();
    expect(() => parse(wide(2_001))).toThrow('2001 keys. At most 2000');
  });

  it('what is too deep or too wide is refused before it is parsed: what follows makes no difference', () => {
    const nonsense = ' this is no JSON';
    expect(() => parse(`{"input":{"a":[0,${'['.repeat(40)}${nonsense}`)).toThrow(
      /^input\.a\[1\](\[0\]){29}: nested too deeply\. At most 32 levels are allowed$/,
    );
    expect(() => parse(`{"input":[${'[[[]]],'.repeat(100_000)}${nonsense}`)).toThrow(
      'more than 50000 keys and elements in one request',
    );
    const keys = Array.from({ length: 10_001 }, (_, i) => `"k${i}":0`).join();
    expect(() => parse(`{"a":{"b":{${keys},${nonsense}`)).toThrow('a.b: more than 10000 keys in one object');
  });

  it('a scan finds the members, nodes and levels that walking the value finds', () => {
    const walk = (one: unknown, level = 1): { members: number; nodes: number; depth: number } => {
      if (typeof one !== 'object' || one === null) return { members: 0, nodes: 0, depth: 0 };
      const children = Object.values(one);
      const below = children.map((child) => walk(child, level + 1));
      const sum = (of: (found: ReturnType<typeof walk>) => number) => below.reduce((all, found) => all + of(found), 0);
      return {
        members: (Array.isArray(one) ? 0 : children.length) + sum(({ members }) => members),
        nodes: children.length + sum(({ nodes }) => nodes),
        depth: 1 + Math.max(0, ...below.map(({ depth }) => depth)),
      };
    };
    fc.assert(
      fc.property(value, (spaced) => {
        const text = JSON.stringify(JSON.parse(spaced));
        const { members, nodes, depth } = walk(JSON.parse(text));
        const enough = { depth: depth + 1, nodes, keys: 100 };
        expect(scanJson(Buffer.from(text), enough)).toEqual({ members });
        if (depth > 0) expect(scanJson(Buffer.from(text), { ...enough, depth: depth - 1 }).fault?.bound).toBe('depth');
        if (nodes > 0) expect(scanJson(Buffer.from(text), { ...enough, nodes: nodes - 1 }).fault?.bound).toBe('nodes');
      }),
      { numRuns: draws(500) },
    );
  });
});
