import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArraySplitter } from '../../../src/batch/input/read-json.js';

describe('splitting a JSON array that arrives in pieces', () => {
  it('gives back every item, wherever the pieces are cut', () => {
    const items = fc.array(
      fc.oneof(
        fc.json(),
        fc.string().map((text) => JSON.stringify({ a: text, b: ['],[', '\\"'] })),
      ),
    );
    fc.assert(
      fc.property(items, fc.array(fc.nat(), { maxLength: 8 }), fc.constantFrom(',', ' ,\n'), (sources, cuts, comma) => {
        const text = ` ${sources.join(comma)} ] \n`;
        const places = [...new Set([0, text.length, ...cuts.map((cut) => cut % text.length)])].sort((a, b) => a - b);
        const splitter = new ArraySplitter('test');
        const found: unknown[] = [];
        for (let i = 1; i < places.length; i += 1) {
          for (const item of splitter.push(text.slice(places[i - 1], places[i]))) found.push(JSON.parse(item));
        }
        splitter.end();
        expect(found).toEqual(sources.map((source) => JSON.parse(source) as unknown));
      }),
    );
  });

  it('says when the array is never closed, and when something follows it', () => {
    const cut = new ArraySplitter('a.json');
    expect([...cut.push('{"a": 1}, {"a"')]).toEqual(['{"a": 1}']);
    expect(() => cut.end()).toThrow('a.json: the JSON array is never closed');
    expect(() => [...new ArraySplitter('a.json').push('1] 2')]).toThrow('something follows the end of the JSON array');
  });
});
