import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArenaMemory } from '../../src/runtime/memory/arena-memory.js';
import type { PageDevice } from '../../src/runtime/memory/page-file.js';
import { RecordArena } from '../../src/runtime/memory/record-arena.js';
import { makeId } from '../../src/records/ids.js';
import { HistoryTable } from '../../src/store/history-table.js';
import { RecordTable } from '../../src/store/record-table.js';
import { SeriesTable } from '../../src/store/series-table.js';
import { parsed } from './parsed.js';

/** A file in memory whose operations can fail. */
class Disk implements PageDevice {
  content = Buffer.alloc(0);
  fails: (operation: 'open' | 'read' | 'write') => boolean = () => false;

  read(buffer: Buffer, position: number): number {
    this.#check('read');
    return this.content.copy(buffer, 0, position, position + buffer.length);
  }

  write(bytes: Buffer, position: number): void {
    this.#check('write');
    if (this.content.length < position + bytes.length)
      this.content = Buffer.concat([this.content, Buffer.alloc(position + bytes.length - this.content.length)]);
    bytes.copy(this.content, position);
  }

  truncate(length: number): void {
    this.content = this.content.subarray(0, length);
  }

  open(): this {
    this.#check('open');
    return this;
  }

  close(): void {
    this.content = Buffer.alloc(0);
  }

  #check(operation: 'open' | 'read' | 'write'): void {
    if (this.fails(operation)) throw new Error(`EIO: ${operation}`);
  }
}

function memoryOf(bytes: number, disk = new Disk(), slabBytes = 1_024) {
  const told: string[] = [];
  const memory = new ArenaMemory({
    bytes,
    slabBytes,
    open: () => disk.open(),
    tell: (message) => told.push(message),
    unreadable: (cause) => new Error(`cannot be read: ${(cause as Error).message}`),
  });
  return { memory, disk, told };
}

const BUDGETS = [
  ['all', undefined],
  ['some', 8_192],
  ['none', 0],
] as const;

type Step =
  | { readonly kind: 'put'; readonly number: number; readonly size: number }
  | { readonly kind: 'delete' | 'get'; readonly number: number }
  | { readonly kind: 'scan' };

const number = fc.nat(60);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('put' as const), number, size: fc.nat(400) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('put' as const), number, size: fc.nat(3_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'get' as const), number }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'scan' as const }) },
);

/** Text that is unique to a record and its state. */
const textOf = (number: number, count: number, size: number): string => `<${number}.${count}>`.padEnd(size + 8, 'é-');
const marks = (disk: Disk): Set<string> => new Set(disk.content.toString('latin1').match(/<\d+\.\d+>/g));

describe.each(BUDGETS)('a table of records of which %s can be in memory', (name, bytes) => {
  it('is as a map is, whatever happens to it, and keeps nothing of what was released', () => {
    let wasOnDisk = false;
    fc.assert(
      fc.property(fc.array(step, { minLength: 50, maxLength: 400 }), (steps) => {
        const { memory, disk } = memoryOf(bytes ?? Infinity);
        const table = new RecordTable(bytes === undefined ? undefined : memory);
        const known = new Map<string, string>();
        let count = 0;
        for (const each of steps) {
          if (each.kind === 'scan') {
            const expected = [...known].sort(([a], [b]) => (a < b ? -1 : 1));
            expect([...table.scan('Contact')].map(({ id, fields }) => [id, fields['Text']])).toEqual(expected);
            expect([...table.encoded()].map(({ id }) => id)).toEqual(expected.map(([id]) => id));
            continue;
          }
          const id = makeId('003', each.number);
          if (each.kind === 'put') {
            const text = textOf(each.number, count++, each.size);
            known.set(id, text);
            const { shape, text: payload } = table.shapes.encode({ id, type: 'Contact', fields: { Text: text } });
            table.put(id, shape, payload);
          } else if (each.kind === 'delete') expect(table.delete(id)).toBe(known.delete(id));
          expect(table.get(id)?.fields['Text']).toBe(known.get(id));
          expect(parsed(table.getJson(id))).toEqual(table.get(id));
        }
        for (const [id, text] of known) expect(table.get(id)?.fields['Text']).toBe(text);
        expect(table.size).toBe(known.size);
        const current = new Set([...known.values()].map((text) => /<\d+\.\d+>/.exec(text)![0]));
        for (const mark of marks(disk)) expect(current).toContain(mark);
        wasOnDisk ||= table.diskBytes > 0;
        if (bytes === undefined) expect(table.diskBytes).toBe(0);
      }),
      { numRuns: 60 },
    );
    expect(wasOnDisk).toBe(name !== 'all');
  });
});

describe.each(BUDGETS)('a history of which %s may be in memory', (_, bytes) => {
  it('is as a list is, whatever is added, forgotten and erased', () => {
    const change = fc.record({
      kind: fc.constantFrom('add', 'add', 'add', 'add', 'add', 'add', 'erase', 'forget'),
      record: fc.nat(12),
      size: fc.nat(200),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 50, maxLength: 300 }), (changes) => {
        const { memory, disk } = memoryOf(bytes ?? Infinity);
        const table = new HistoryTable(bytes === undefined ? undefined : memory);
        const context = table.contexts.intern({
          ...{ action: 'update', client: 'a', objectType: 'Contact', reason: null, scenarioId: null },
        });
        let known: { number: number; record: number; text: string }[] = [];
        let number = 0;
        for (const { kind, record, size } of changes) {
          if (kind === 'add') {
            const text = textOf(record, ++number, size);
            known.push({ number, record, text });
            const before = JSON.stringify({ Text: text });
            table.put(number, makeId('003', record), context, {
              ...{ time: number * 3_600_000, request: undefined, score: undefined, undoes: undefined, before },
            });
          } else if (kind === 'erase') {
            table.erase(makeId('003', record));
            known = known.filter((one) => one.record !== record);
          } else {
            table.forget(20 * 3_600_000, number * 3_600_000, 5);
            const [oldest = Infinity] = table.after(0);
            const first = oldest === Infinity ? Infinity : (oldest as { number: number }).number;
            expect(known.findIndex((one) => one.number === first)).toBeLessThanOrEqual(5);
            known = known.filter((one) => one.number >= first);
          }
          const newestFirst = known.filter((one) => one.record === record).reverse();
          const found = [...table.of(makeId('003', record))].map((one) => [one.number, one.before?.['Text']]);
          expect(found).toEqual(newestFirst.map((one) => [one.number, one.text]));
        }
        expect([...table.after(0)].map((one) => one.number)).toEqual(known.map((one) => one.number));
        for (const { number, text } of known) expect(table.get(number)?.before).toEqual({ Text: text });
        expect([...table.stored()].map((one) => one.number)).toEqual(known.map((one) => one.number));
        const current = new Set(known.map(({ record, number }) => `<${record}.${number}>`));
        for (const mark of marks(disk)) expect(current).toContain(mark);
      }),
      { numRuns: 40 },
    );
  });
});

function filled(bytes: number, count: number, disk = new Disk(), slabBytes?: number) {
  const made = memoryOf(bytes, disk, slabBytes);
  const table = new RecordTable(made.memory);
  const put = (number: number, text: string): void => {
    const { shape, text: payload } = table.shapes.encode({
      ...{ id: makeId('003', number), type: 'Contact', fields: { Text: text } },
    });
    table.put(makeId('003', number), shape, payload);
  };
  const textAt = (number: number): unknown => table.get(makeId('003', number))?.fields['Text'];
  for (let i = 0; i < count; i++) put(i, textOf(i, 0, 100));
  return { ...made, table, put, textAt };
}

describe('a page file that fails', () => {
  it('takes nothing: all stays in memory, that is reported once, and again when it continues', () => {
    const disk = new Disk();
    disk.fails = (operation) => operation === 'write';
    const { memory, told, table, put, textAt } = filled(0, 300, disk);
    expect(table.diskBytes).toBe(0);
    expect(memory.fault?.message).toBe('EIO: write');
    expect(told).toEqual([
      'the file for records on disk is not writable, so records stay in memory and exceed its limit: EIO: write',
    ]);
    for (let i = 0; i < 300; i++) expect(textAt(i)).toBe(textOf(i, 0, 100));
    disk.fails = () => false;
    // Simulates the retry after a pause.
    memory.tryAgain();
    for (let i = 300; i < 900; i++) put(i, textOf(i, 0, 100));
    expect(memory.fault).toBeUndefined();
    expect(told[1]).toBe('the file for records on disk is writable again');
    expect(table.diskBytes).toBeGreaterThan(50_000);
    for (let i = 0; i < 900; i++) expect(textAt(i)).toBe(textOf(i, 0, 100));
  });

  it('cannot be made: all stays in memory', () => {
    const disk = new Disk();
    disk.fails = (operation) => operation === 'open';
    const { memory, table, textAt } = filled(0, 300, disk);
    expect(memory.fault?.message).toBe('EIO: open');
    expect(table.diskBytes).toBe(0);
    for (let i = 0; i < 300; i++) expect(textAt(i)).toBe(textOf(i, 0, 100));
  });

  it('cannot be read: whoever asks is told, nothing changes, and all is there when it can be read again', () => {
    const disk = new Disk();
    const { table, told, put, textAt } = filled(0, 600, disk);
    disk.fails = (operation) => operation === 'read';
    const unread = Array.from({ length: 600 }, (_, i) => i).filter((i) => {
      try {
        expect(textAt(i)).toBe(textOf(i, 0, 100));
        return false;
      } catch (error) {
        expect((error as Error).message).toBe('cannot be read: EIO: read');
        return true;
      }
    });
    expect(unread.length).toBeGreaterThan(100);
    expect(told).toEqual(['records cannot be read from their file on disk: EIO: read']);
    const lost = unread[Math.floor(unread.length / 2)]!;
    expect(() => put(lost, 'another')).toThrow('EIO: read');
    expect(() => table.delete(makeId('003', lost))).toThrow('EIO: read');
    disk.fails = () => false;
    expect(table.size).toBe(600);
    for (let i = 0; i < 600; i++) expect(textAt(i)).toBe(textOf(i, 0, 100));
  });

  it('does not take the zeros over what was deleted: they are written when it takes them', () => {
    const disk = new Disk();
    const { table, memory, put } = filled(0, 300, disk);
    disk.fails = (operation) => operation === 'write';
    for (let i = 0; i < 100; i++) table.delete(makeId('003', i));
    expect(marks(disk)).toContain('<7.0>');
    expect(memory.fault).toBeDefined();
    disk.fails = () => false;
    memory.tryAgain();
    for (let i = 0; i < 20; i++) put(1_000, textOf(1_000, i, 300));
    for (let i = 0; i < 100; i++) expect(marks(disk)).not.toContain(`<${i}.0>`);
    for (let i = 100; i < 300; i++) expect(table.get(makeId('003', i))?.fields['Text']).toBe(textOf(i, 0, 100));
  });

  it('fails here and there while records come and go: none is lost, and none is what it was not', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 100, maxLength: 300 }), fc.infiniteStream(fc.nat(9)), (steps, luck) => {
        const disk = new Disk();
        const { table, memory, put, textAt } = filled(0, 0, disk);
        const known = new Map<number, string>();
        const isRefused = (act: () => void): boolean => {
          try {
            act();
            return false;
          } catch (error) {
            expect((error as Error).message).toMatch(/cannot be read/);
            return true;
          }
        };
        let count = 0;
        for (const each of steps) {
          if (each.kind === 'scan') continue;
          disk.fails = () => luck.next().value === 0;
          memory.tryAgain();
          if (each.kind === 'put') {
            const text = textOf(each.number, count++, each.size);
            if (!isRefused(() => put(each.number, text))) known.set(each.number, text);
          } else if (each.kind === 'delete') {
            if (!isRefused(() => table.delete(makeId('003', each.number)))) known.delete(each.number);
          } else isRefused(() => expect(textAt(each.number)).toBe(known.get(each.number)));
        }
        disk.fails = () => false;
        expect(table.size).toBe(known.size);
        for (let i = 0; i <= 60; i++) expect(textAt(i)).toBe(known.get(i));
        memory.tryAgain();
        for (let i = 0; i < 20; i++) put(99, textOf(99, i, 300));
        table.delete(makeId('003', 99));
        for (const mark of marks(disk)) expect([...known.values()].some((text) => text.startsWith(mark))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

it('gives room in the file back: what is deleted makes it shorter, what comes uses it again', () => {
  const { table, memory, put } = filled(0, 2_000);
  const most = memory.pages.bytes;
  for (let round = 1; round < 10; round++) for (let i = 0; i < 2_000; i++) put(i, textOf(i, round, 100));
  expect(memory.pages.bytes).toBeLessThan(most * 1.6);
  for (let i = 0; i < 2_000; i++) table.delete(makeId('003', i));
  expect(memory.pages.bytes).toBeLessThan(most / 10);
});

it('keeps no more in memory than the bound, and a few slabs', () => {
  const { table } = filled(400_000, 10_000, new Disk(), 16_384);
  expect(table.diskBytes).toBeGreaterThan(1_000_000);
  for (let i = 0; i < 10_000; i += 3) table.get(makeId('003', (i * 997) % 10_000));
  expect(table.bytes - 4 * 10_240).toBeLessThan(400_000 + 3 * 16_384);
});

it('reads what is asked for again and again from the cache, and what is read in order past it', () => {
  const { table, memory, textAt } = filled(0, 20_000, new Disk(), 65_536);
  const before = table.bytes;
  for (let i = 0; i < 20_000; i++) textAt(i);
  const inOrder = memory.misses;
  expect(inOrder).toBeLessThan(200);
  expect(table.bytes).toBeLessThan(before + memory.cacheBytes / 4);
  for (let round = 0; round < 10; round++) for (let i = 0; i < 200; i++) textAt((i * 997) % 19_000);
  expect(memory.misses - inOrder).toBeGreaterThan(100);
  expect(memory.misses - inOrder).toBeLessThanOrEqual(500);
  table.delete(makeId('003', 997));
  expect(textAt(997)).toBeUndefined();
});

it('an arena and its addresses, saved as images and created again, contain the same', () => {
  for (const bytes of [Infinity, 0]) {
    const { memory } = memoryOf(bytes);
    const [arena, series] = [new RecordArena(memory), new SeriesTable()];
    const { addresses, types } = series.named('003LK00000');
    types.add('Contact');
    for (let i = 0; i < 500; i++) addresses.set(i, arena.put(0, i, i % 3, textOf(i, 0, i % 90)));
    for (let i = 0; i < 500; i += 5) {
      arena.free(addresses.get(i));
      addresses.set(i, 0);
    }
    const again = new RecordArena(memoryOf(bytes).memory);
    for (const slab of arena.image()) again.restore({ ...slab, bytes: Buffer.from(slab.bytes) });
    const seriesAgain = new SeriesTable(series.image());
    expect([...seriesAgain.entries('Contact')]).toEqual([...series.entries('Contact')]);
    expect(again.liveBytes).toBe(arena.liveBytes);
    expect(again.diskBytes > 0).toBe(bytes === 0);
    for (const { address } of seriesAgain.entries()) expect(again.read(address)).toEqual(arena.read(address));
    const more = again.put(0, 1_000, 0, 'more');
    expect(again.read(more)).toEqual({ shape: 0, text: 'more' });
  }
});
