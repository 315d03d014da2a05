import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openInput } from '../../../src/files/read/open-input.js';
import { ArraySplitter } from '../../../src/files/read/read-json.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

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
    expect(() => cut.end()).toThrow('a.json: the JSON array has no end');
    expect(() => [...new ArraySplitter('a.json').push('1] 2')]).toThrow('unexpected text after the end');
  });
});

describe('the shapes of JSON', () => {
  const read = async (text: string, name = 'a.json') => {
    const { columns, rows } = await openInput(fileIn(newFolder(), name, text));
    const records: unknown[] = [];
    for await (const { cells, fault } of rows)
      records.push(fault ?? Object.fromEntries(columns.map((column, i) => [column, cells[i]])));
    return records;
  };
  const [ZOE, BOB] = [{ Name: 'Zoe' }, { Name: 'Bob' }];
  const pretty = (value: unknown) => JSON.stringify(value, null, 2);
  const long = Array.from({ length: 5_000 }, (_, i) => ({ Name: `person ${i}`, note: 'a "list": [ {' }));

  it.each<[string, string, unknown[]]>([
    ['an array', pretty([ZOE, BOB]), [ZOE, BOB]],
    ['an object a line', '{"Name":"Zoe"}\n{"Name":"Bob"}\n', [ZOE, BOB]],
    ['a broken line among lines', '{"Name":\n{"Name":"Bob"}\n', ['not readable as JSON: {"Name":', BOB]],
    ['objects over several lines', `${pretty(ZOE)}\n${pretty(BOB)}`, [ZOE, BOB]],
    ['one object', pretty(ZOE), [ZOE]],
    ['one object on one line', JSON.stringify(ZOE), [ZOE]],
    ['a list in an object', JSON.stringify({ data: [ZOE, BOB] }), [ZOE, BOB]],
    [
      'a list in an object, with more around it',
      pretty({ total: 2, results: [ZOE, BOB], next: { a: [1] } }),
      [ZOE, BOB],
    ],
    [
      'a list in an object, with an object a line',
      '{"total":2,"data":[\n{"Name":"Zoe"},\n{"Name":"Bob"}\n]}',
      [ZOE, BOB],
    ],
    ['a list that begins on the first line', '{"data":[{"Name":"Zoe"},\n{"Name":"Bob"}]}\n', [ZOE, BOB]],
    ['a long list in an object', pretty({ count: 1, items: long }), long],
    [
      'records by their keys',
      pretty({ a: ZOE, b: BOB }),
      [
        { key: 'a', ...ZOE },
        { key: 'b', ...BOB },
      ],
    ],
    ['rows below a header', JSON.stringify([['Name'], ['Zoe'], ['Bob']]), [ZOE, BOB]],
    ['rows beside their columns', JSON.stringify({ columns: ['Name'], rows: [['Zoe'], ['Bob']] }), [ZOE, BOB]],
    ['an empty list', '[]', []],
    ['a mark of the byte order', `\uFEFF${pretty([ZOE])}`, [ZOE]],
  ])('%s', async (_, text, records) => expect(await read(text)).toEqual(records));

  it('objects within a record are columns, and lists of values a cell', async () => {
    const person = {
      name: { first: 'Zoe', last: 'Ray' },
      emails: [{ value: 'a@x.example' }, { value: 'b@x.example' }],
      tags: ['one', 'two'],
      none: [],
    };
    expect(await read(JSON.stringify([person]))).toEqual([
      {
        ...{ 'name.first': 'Zoe', 'name.last': 'Ray', 'emails 1.value': 'a@x.example' },
        ...{ 'emails 2.value': 'b@x.example', tags: 'one; two', none: '' },
      },
    ]);
  });
});
