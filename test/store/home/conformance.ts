import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, type SuiteOptions } from 'vitest';
import { change, ContentGoneError, linesOf, NONE, wholeContent, type Home } from '../../../src/store/home/home.js';
import { fileIn, newFolder } from '../../support/temporary-folder.js';

/** Storage of shared documents, and the `Home` objects of several processes on it. */
export interface HomePlace {
  open(): Promise<Home>;
  remove(): Promise<void>;
}

interface Step {
  readonly do: 'write' | 'create' | 'replace' | 'remove' | 'reopen';
  readonly name: string;
  readonly content: string;
  /** Index of the `Home` object that performs the operation. */
  readonly at: number;
}

const names = fc.constantFrom('a/x.json', 'a/y.json', 'a/deep/x.json', 'ab/x.json', 'b/x.json');
const steps = fc.array(
  fc.record<Step>({
    do: fc.constantFrom('write', 'create', 'replace', 'remove', 'reopen'),
    name: names,
    content: fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0')),
    at: fc.nat(1),
  }),
  { maxLength: 30 },
);

interface ContentStep {
  readonly do: 'put' | 'takeOver' | 'remove' | 'reopen';
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly position: number;
  readonly at: number;
}

const contentSteps = fc.array(
  fc.record<ContentStep>({
    do: fc.constantFrom('put', 'put', 'put', 'takeOver', 'remove', 'reopen'),
    name: fc.constantFrom('c/x.bin', 'c/y.csv.gz', 'c/deep/x'),
    bytes: fc.uint8Array({ maxLength: 12 }),
    position: fc.nat(30),
    at: fc.nat(1),
  }),
  { maxLength: 20 },
);

describe('the lines of content', () => {
  it('are those of the whole text, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom('a', 'é', '\n') }),
        fc.integer({ min: 1, max: 5 }),
        async (text, cut) => {
          const bytes = Buffer.from(text);
          // eslint-disable-next-line @typescript-eslint/require-await -- pieces come from a disk or a network
          const pieces = async function* (): AsyncGenerator<Buffer> {
            for (let at = 0; at < bytes.length; at += cut) yield bytes.subarray(at, at + cut);
          };
          const lines: string[] = [];
          for await (const line of linesOf(pieces())) lines.push(line);
          expect(lines).toEqual(text === '' ? [] : text.replace(/\n$/, '').split('\n'));
        },
      ),
    );
  });
});

/** Tests that every implementation of `Home` must pass. */
export function homeConformance(
  name: string,
  newPlace: () => Promise<HomePlace>,
  { programs = 50, ...options }: { programs?: number } & SuiteOptions = {},
): void {
  describe(`${name} as a home`, options, () => {
    let place: HomePlace;
    let opened: Home[] = [];
    const open = async (): Promise<Home> => {
      const home = await place.open();
      opened.push(home);
      return home;
    };
    beforeEach(async () => {
      place = await newPlace();
      opened = [];
    });
    afterEach(async () => {
      for (const home of opened) await home.close();
      await place.remove();
    });

    it('content that two processes bring at once is that of one of them', async () => {
      const homes = [await open(), await open(), await open(), await open()];
      for (let round = 0; round < 5; round++) {
        const paths = homes.map((_, each) => fileIn(newFolder(), 'content', `${round} ${each}`));
        await Promise.all(homes.map((home, each) => home.takeOver('a/x', paths[each]!)));
        expect((await wholeContent(homes[0]!, 'a/x')).toString()).toMatch(/^\d [0-3]$/);
      }
    });

    it('contains what a map would contain, at each of two processes, and after a new start', async () => {
      const homes: Home[] = [await open(), await open()];
      await fc.assert(
        fc.asyncProperty(steps, async (program) => {
          for (const folder of ['a', 'ab', 'b'])
            for (const { name: left } of await homes[0]!.list(folder)) await homes[0]!.remove(left);
          const naive = new Map<string, string>();
          for (const { do: what, name: one, content, at } of program) {
            const home = homes[at]!;
            if (what === 'reopen') {
              await home.close();
              homes[at] = await open();
            } else if (what === 'remove') {
              await home.remove(one);
              naive.delete(one);
            } else if (what === 'write') {
              expect(await home.write(one, content)).toBe(true);
              naive.set(one, content);
            } else if (what === 'create') {
              expect(await home.write(one, content, { expected: NONE })).toBe(!naive.has(one));
              if (!naive.has(one)) naive.set(one, content);
            } else {
              const found = await homes[1 - at]!.read(one);
              const expected = found?.version ?? 'nonsense'.repeat(4);
              const isReplaced = /^\d+$/.test(expected) || found !== undefined;
              if (isReplaced) {
                expect(await home.write(one, content, { expected })).toBe(true);
                naive.set(one, content);
                if (found!.content !== content) expect(await home.write(one, 'late', { expected })).toBe(false);
              }
            }
            expect((await homes[1 - at]!.read(one))?.content).toBe(naive.get(one));
          }
          for (const home of homes)
            for (const folder of ['a', 'a/deep', 'ab', 'c']) {
              const below = [...naive].filter(([each]) => each.startsWith(`${folder}/`)).sort();
              const listed = await home.list(folder);
              expect(listed.map((each) => [each.name, each.content])).toEqual(
                below.sort(([a], [b]) => (a < b ? -1 : 1)),
              );
              for (const each of listed) expect(await home.read(each.name)).toEqual(each);
            }
        }),
        { numRuns: programs },
      );
    });

    it('loses nothing of two processes that change a document at the same time', async () => {
      const homes = [await open(), await open()];
      const add = (by: string): ((content: string | undefined) => string) => {
        return (content = '') => `${content}${by}`;
      };
      const all = homes.flatMap((home, at) => Array.from({ length: 10 }, () => change(home, 'a/sum', add(String(at)))));
      await Promise.all(all);
      expect(
        Array.from((await homes[0]!.read('a/sum'))!.content)
          .sort()
          .join(''),
      ).toBe('0'.repeat(10) + '1'.repeat(10));
    });

    it('is created by one of those who create it at once', async () => {
      const homes = [await open(), await open()];
      const created = await Promise.all(
        Array.from({ length: 10 }, (_, i) => homes[i % 2]!.write('a/one', String(i), { expected: NONE })),
      );
      expect(created.filter((isCreated) => isCreated)).toHaveLength(1);
      expect((await homes[1]!.read('a/one'))?.content).toBe(String(created.indexOf(true)));
    });

    it('notifies every process of every change below a folder, and of no other', async () => {
      const homes = [await open(), await open()];
      const seen: string[][] = [[], []];
      const failed = (message: string): never => expect.fail(message);
      homes.forEach((home, at) =>
        home.follow(
          'a',
          async () => {
            const found = await home.list('a');
            seen[at] = found.map(({ content }) => content);
          },
          failed,
        ),
      );
      for (const [at, content] of ['first', 'second', 'third'].entries()) {
        await homes[at % 2]!.write('a/x', content);
        await expect.poll(() => seen).toEqual([[content], [content]]);
      }
      await homes[0]!.remove('a/x');
      await expect.poll(() => seen).toEqual([[], []]);
    });

    it('reports why it could not be read, and still reports later changes', async () => {
      const home = await open();
      const said: string[] = [];
      let isBroken = true;
      let found: string | undefined;
      const following = home.follow(
        'a',
        async () => {
          if (isBroken) throw new Error('broken');
          found = (await home.read('a/x'))?.content;
        },
        (message) => said.push(message),
      );
      await expect.poll(() => said).toEqual(['broken']);
      isBroken = false;
      await home.write('a/x', 'whole');
      await expect.poll(() => found).toBe('whole');
      await following.end();
      await home.write('a/x', 'later');
      expect(found).toBe('whole');
    });

    it('gives a lease to one process, and what is written by it only while it is held', async () => {
      const homes = [await open(), await open()];
      const leases = homes.map((home) => home.lease('work'));
      const [first, second] = leases as [ReturnType<Home['lease']>, ReturnType<Home['lease']>];
      await first.take();
      await second.take();
      expect(leases.map(({ isOurs }) => isOurs)).toEqual([true, false]);
      expect(await homes[0]!.write('a/x', 'ours', { lease: first })).toBe(true);
      expect(await homes[1]!.write('a/x', 'not ours', { lease: second })).toBe(false);
      await homes[1]!.remove('a/x', { lease: second });
      expect((await homes[1]!.read('a/x'))?.content).toBe('ours');

      await first.close();
      await second.take();
      expect(leases.map(({ isOurs }) => isOurs)).toEqual([false, true]);
      expect(await homes[0]!.write('a/x', 'late', { lease: first })).toBe(false);
      await homes[1]!.remove('a/x', { lease: second });
      expect(await homes[0]!.read('a/x')).toBeUndefined();
    });

    it('refuses names that lead elsewhere', async () => {
      const home = await open();
      for (const bad of [
        '',
        '/',
        '../x',
        'a/../../x',
        'a//b',
        '.hidden',
        'a/.x',
        'a\\b',
        'a/x.tmp',
        'home.lock',
        'a/\0',
      ])
        await expect((async () => home.write(bad, 'x'))()).rejects.toThrow(/expected the name of a document/);
    });

    it('stores content as a byte string would, at each of two processes, and after a new start', async () => {
      const homes: Home[] = [await open(), await open()];
      const folder = newFolder();
      await fc.assert(
        fc.asyncProperty(contentSteps, async (program) => {
          await homes[0]!.remove('c');
          const naive = new Map<string, Buffer>();
          for (const { do: what, name: one, bytes, position, at } of program) {
            const home = homes[at]!;
            const there = naive.get(one);
            if (what === 'reopen') {
              await home.close();
              homes[at] = await open();
            } else if (what === 'remove') {
              await home.remove(one);
              naive.delete(one);
            } else if (what === 'takeOver') {
              const path = join(folder, 'sent.bin');
              await writeFile(path, bytes);
              expect(await home.takeOver(one, path)).toBe(true);
              expect(existsSync(path)).toBe(false);
              naive.set(one, Buffer.from(bytes));
            } else if (position > (there?.length ?? 0))
              await expect(home.put(one, position, bytes)).rejects.toThrow(RangeError);
            else {
              expect(await home.put(one, position, bytes)).toBe(true);
              naive.set(one, Buffer.concat([(there ?? Buffer.alloc(0)).subarray(0, position), bytes]));
            }
            const other = homes[1 - at]!;
            expect(await other.size(one)).toBe(naive.get(one)?.length);
            if (!naive.has(one)) await expect(wholeContent(other, one)).rejects.toThrow(ContentGoneError);
            else {
              const from = Math.min(position, naive.get(one)!.length);
              expect(await wholeContent(other, one, from)).toEqual(naive.get(one)!.subarray(from));
              const local = await other.local(one, folder);
              expect(extname(local.path)).toBe(extname(one));
              expect(await readFile(local.path)).toEqual(naive.get(one));
              await local.release();
            }
          }
          for (const home of homes) expect(await home.contents('c')).toEqual([...naive.keys()].sort());
        }),
        { numRuns: programs },
      );
    });

    it('never gives pieces of two contents as one', async () => {
      const homes = [await open(), await open()];
      const path = join(newFolder(), 'sent.bin');
      const long = (letter: string): Buffer => Buffer.alloc(9 << 20, letter);
      await writeFile(path, long('a'));
      await homes[0]!.takeOver('c/long.bin', path);
      const reading = homes[1]!.pieces('c/long.bin');
      const first = (await reading.next()).value as Buffer;
      await writeFile(path, long('b'));
      await homes[0]!.takeOver('c/long.bin', path);
      const rest: Buffer[] = [first];
      const end = async (): Promise<string> => {
        for await (const piece of reading) rest.push(piece);
        return Buffer.concat(rest).equals(long('a')) ? 'the first' : 'a mixture';
      };
      expect(await end().catch((error: unknown) => error)).toSatisfy(
        (found) => found === 'the first' || found instanceof ContentGoneError,
      );
      expect((await wholeContent(homes[1]!, 'c/long.bin')).equals(long('b'))).toBe(true);
    });

    it('changes content only while a document is as it was read, and a lease is held', async () => {
      const homes = [await open(), await open()];
      const [home, other] = homes as [Home, Home];
      const path = join(newFolder(), 'sent.bin');
      await writeFile(path, 'sent');
      const lease = home.lease('work');
      await lease.take();
      await home.write('c/about.json', 'first');
      const unchanged = (await home.read('c/about.json'))!;
      expect(await home.put('c/x.bin', 0, Buffer.from('one'), { lease, unchanged })).toBe(true);
      await other.write('c/about.json', 'second');
      expect(await home.put('c/x.bin', 3, Buffer.from('two'), { lease, unchanged })).toBe(false);
      expect(await home.takeOver('c/x.bin', path, { lease, unchanged })).toBe(false);
      expect(await home.remove('c/x.bin', { lease, unchanged })).toBe(false);
      expect(await home.write('c/about.json', 'third', { unchanged })).toBe(false);
      await lease.close();
      const now = (await home.read('c/about.json'))!;
      expect(await home.takeOver('c/x.bin', path, { lease, unchanged: now })).toBe(false);
      expect(existsSync(path)).toBe(true);
      expect((await wholeContent(other, 'c/x.bin')).toString()).toBe('one');
      expect(await home.takeOver('c/x.bin', path, { unchanged: now })).toBe(true);
      expect((await wholeContent(other, 'c/x.bin')).toString()).toBe('sent');
    });

    it('makes several changes or none of them', async () => {
      const homes = [await open(), await open()];
      const [home, other] = homes as [Home, Home];
      const first = { content: 'c/log', position: 0, bytes: Buffer.from('one\n') };
      expect(await home.changeAll([first, { document: 'c/end.json', text: '4', expected: NONE }])).toBe(true);
      expect(await other.changeAll([first, { document: 'c/end.json', text: 'late', expected: NONE }])).toBe(false);
      const { version } = (await other.read('c/end.json'))!;
      const second = { content: 'c/log', position: 4, bytes: Buffer.from('two\n') };
      const behind = { content: 'c/log', position: 9, bytes: Buffer.from('!') };
      await expect(other.changeAll([{ document: 'c/end.json', text: '9' }, behind])).rejects.toThrow(RangeError);
      expect(await other.changeAll([second, { document: 'c/end.json', text: '8', expected: version }])).toBe(true);
      expect(await home.changeAll([second, { document: 'c/end.json', text: '?', expected: version }])).toBe(false);
      expect((await wholeContent(home, 'c/log')).toString()).toBe('one\ntwo\n');
      expect((await home.read('c/end.json'))?.content).toBe('8');
    });

    it('removes a folder with its documents and its content, and nothing else', async () => {
      const home = await open();
      for (const name of ['c/x', 'cx/x', 'd/x']) {
        await home.write(`${name}.json`, '{}');
        await home.put(`${name}.bin`, 0, Buffer.from('x'));
      }
      await home.remove('c');
      const left = async (folder: string) => [
        ...(await home.list(folder, (name) => name.endsWith('.json'))).map(({ name }) => name),
        ...(await home.contents(folder, (name) => name.endsWith('.bin'))),
      ];
      expect([await left('c'), await left('cx'), await left('d')]).toEqual([
        [],
        ['cx/x.json', 'cx/x.bin'],
        ['d/x.json', 'd/x.bin'],
      ]);
    });

    it('is one store, and has one clock', async () => {
      const homes = [await open(), await open()];
      expect(await homes[0]!.identity()).toBe(await homes[1]!.identity());
      expect(Math.abs(homes[0]!.now() - homes[1]!.now())).toBeLessThan(60_000);
    });
  });
}
