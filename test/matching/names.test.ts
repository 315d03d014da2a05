import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMethods } from '../../src/matching/methods/create-methods.js';
import { corrupted, matchMethodLaws, signatureAdmits } from './conformance.js';
import { similarityOf } from './similarity.js';
import { draws } from '../support/draws.js';

const methods = createMethods();
const personName = methods.get('personName')!;
const fullName = methods.get('fullName')!;

const first =
  'Anna Ann John Jon Jonathan Katherine Kate Catherine William Bill Jo J K Mohammed Muhamad José Łukasz Jürgen Juergen Alexander Sasha Maria Li'.split(
    ' ',
  );
const last =
  "Smith Smyth Schmidt García Lopez Garcia O'Brien Müller Mueller Meier Meyer Nguyen Li Lee Berg Vandenberg Macdonald Ng Kowalski Kovalsky Иванов".split(
    ' ',
  );
/** Abbreviated names, Korean names in several romanizations, and initials. */
const shortened =
  'Flo Florian Seb Sebastian Abhi Abhishek Kyunghee Gyeonghui Youngsoo Yeongsu Ji-young Jiyeong Chien-kuo Jianguo Qianguo शर्मा Sharma K.-H. Karl-Heinz'.split(
    ' ',
  );
const names = fc.oneof(
  fc.constantFrom(...first, ...last),
  fc.constantFrom(...shortened),
  fc.tuple(fc.constantFrom(...first), fc.constantFrom(...last)).map((parts) => parts.join(' ')),
  fc
    .tuple(fc.constantFrom(...first), fc.constantFrom(...first), fc.constantFrom(...last))
    .map((parts) => parts.join(' ')),
  fc.tuple(fc.constantFrom(...last), fc.constantFrom(...first)).map((parts) => parts.join(', ')),
  fc
    .tuple(
      fc.constantFrom('van der', 'de la', 'Dr.', 'al-', 'bin'),
      fc.constantFrom(...last),
      fc.constantFrom('', 'Jr', 'III', 'Sr.'),
    )
    .map((parts) => parts.join(' ')),
);

matchMethodLaws(personName, names);
matchMethodLaws(fullName, names);

describe('signatures of words', () => {
  const piece = fullName.composition!.piece;

  it('admit every part of a name that holds a word', () => {
    const words = fc.oneof(fc.constantFrom(...first, ...last), corrupted(fc.constantFrom(...first, ...last)));
    fc.assert(
      fc.property(words, fc.oneof(names, words, corrupted(names)), (raw, part) => {
        const normal = [raw, part].map((text) => personName.normalise([text]));
        const word = normal[0]!.split(' ')[0]!;
        if (word === '' || normal[1] === '') return;
        const [asked, stored] = [piece.prepare(word), personName.prepare(normal[1]!)];
        if (piece.compare(asked, stored) > 0) expect(signatureAdmits(piece.signature!, asked, stored)).toBe(true);
      }),
      { numRuns: draws(10_000) },
    );
  });

  it('admit every full name that is like another one', () => {
    const composition = fullName.composition!;
    const { part } = composition;
    const signature = part.signature!;
    const mark = fc.constantFrom('jr', 'van', 'de', 'dr', 'j', 'ii', '');
    const word = fc.oneof(fc.constantFrom(...first, ...last), corrupted(fc.constantFrom(...first, ...last)), mark);
    const cell = fc.oneof({ weight: 4, arbitrary: word }, names);
    const changed = fc
      .tuple(cell, cell)
      .chain(([one, two]) =>
        fc.tuple(
          fc.constant([one, two] as const),
          fc.oneof(
            fc.tuple(corrupted(fc.constant(one)), corrupted(fc.constant(two))),
            fc.tuple(corrupted(fc.constant(two)), fc.constantFrom(one, one.slice(0, 1), '')),
            fc.constant([`${one}${two}`, ''] as const),
            fc.tuple(fc.constant(one.slice(0, 3)), fc.constant(one.slice(3) + two)),
            fc.tuple(cell, fc.constant(two)),
          ),
        ),
      );
    let alike = 0;
    fc.assert(
      fc.property(changed, (both) => {
        const [asked, stored] = both.map((cells) => cells.map((raw) => part.normalise([raw])) as [string, string]);
        if (composition.compose(asked!) === '' || composition.compose(stored!) === '') return;
        const query = fullName.prepare(composition.compose(asked!));
        const parts = stored!.map((text) => (text === '' ? undefined : part.prepare(text))) as [unknown, unknown];
        if (fullName.compare(query, composition.assemble(parts)) === 0) return;
        alike++;
        const [a, b] = parts.map((each) =>
          each === undefined ? [0, 0] : [signature.letters(each), signature.marks(each)],
        );
        expect(composition.admission(query)(a![0]!, a![1]!, b![0]!, b![1]!)).toBe(true);
      }),
      { numRuns: draws(10_000) },
    );
    expect(alike).toBeGreaterThan(draws(10_000) / 10);
  });

  it('distinguish most full names', () => {
    const composition = fullName.composition!;
    const { part } = composition;
    const signature = part.signature!;
    const numbers = ([...first, ...last] as string[])
      .map((name) => part.prepare(part.normalise([name])))
      .map((name) => [signature.letters(name), signature.marks(name)] as const);
    const admits = composition.admission(fullName.prepare('williams k'));
    const all = numbers.flatMap((a) => numbers.map((b) => admits(...a, ...b)));
    expect(all.filter(Boolean).length).toBeLessThan(0.2 * all.length);
  });

  it('tell most names apart', () => {
    const all = [...first, ...last].map((name) => personName.prepare(personName.normalise([name])));
    const pairs = all.flatMap((a) => all.map((b) => [a, b] as const));
    const unlike = pairs.filter(([a, b]) => personName.compare(a, b) === 0);
    const rejected = unlike.filter(([a, b]) => !signatureAdmits(personName.signature!, a, b));
    expect(rejected.length).toBeGreaterThan(0.7 * unlike.length);
  });
});

const similarity = (a: string, b: string, method = personName) => similarityOf(method, a, b);

describe('fullName', () => {
  it('reads several fields as one name', () => {
    expect(fullName.normalise(['John', 'Smith'])).toBe(fullName.normalise(['John Smith']));
  });
});

it('takes nicknames from a user list', () => {
  const own = createMethods({ lists: new Map([['nicknames', ['# ours', 'Thusnelda: Nelly, Tussi']]]) }).get(
    'personName',
  )!;
  expect(similarity('Thusnelda', 'Tussi', own)).toBeGreaterThan(9_000);
  expect(similarity('Thusnelda', 'Tussi')).toBe(0);
});
