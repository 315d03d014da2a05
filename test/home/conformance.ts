import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { change, NONE, type Home } from '../../src/home/home.js';

/** One place, and the homes of several processes over it. */
export interface HomePlace {
  open(): Promise<Home>;
  remove(): Promise<void>;
}

interface Step {
  readonly do: 'write' | 'create' | 'replace' | 'remove' | 'reopen';
  readonly name: string;
  readonly content: string;
  /** Which of the homes does it. */
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

/** What every home must do, whatever it is made of. */
export function homeConformance(
  name: string,
  newPlace: () => Promise<HomePlace>,
  { isSkipped = false, programs = 50 }: { isSkipped?: boolean; programs?: number } = {},
): void {
  describe.skipIf(isSkipped)(`${name} as a home`, () => {
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

    it('holds what a map would hold, at each of two processes, and after a new start', async () => {
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

    it('loses nothing of two processes that change a document at once', async () => {
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

    it('tells every process of every change below a folder, and of no other', async () => {
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
        await expect.poll(() => seen, { timeout: 20_000 }).toEqual([[content], [content]]);
      }
      await homes[0]!.remove('a/x');
      await expect.poll(() => seen, { timeout: 20_000 }).toEqual([[], []]);
    });

    it('tells why it could not be read, and tells of later changes all the same', async () => {
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
      await expect.poll(() => found, { timeout: 20_000 }).toBe('whole');
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
      await homes[1]!.remove('a/x', second);
      expect((await homes[1]!.read('a/x'))?.content).toBe('ours');

      await first.close();
      await second.take();
      expect(leases.map(({ isOurs }) => isOurs)).toEqual([false, true]);
      expect(await homes[0]!.write('a/x', 'late', { lease: first })).toBe(false);
      await homes[1]!.remove('a/x', second);
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

    it('is one store, and has one clock', async () => {
      const homes = [await open(), await open()];
      expect(await homes[0]!.identity()).toBe(await homes[1]!.identity());
      expect(Math.abs(homes[0]!.now() - homes[1]!.now())).toBeLessThan(60_000);
    });
  });
}
