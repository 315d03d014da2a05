import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areWholeNames, nameOrder, splitName } from '../../../src/files/read/split-name.js';
import { rowsOf } from '../../support/entries.js';

it.each([
  ...rowsOf<[string, string, string]>(`
  Ada Lovelace → Ada → Lovelace | Lovelace, Ada → Ada → Lovelace | Smith, Jr. → "" → Smith, Jr.
  John Smith Jr. → John → Smith Jr. | Dr. Emma Haas → Dr. Emma → Haas | Dr. Haas → "" → Dr. Haas
  Ludwig van Beethoven → Ludwig → van Beethoven | María de la Cruz → María → de la Cruz | Nagy Anna → Anna → Nagy
  李小龍 → 小龍 → 李 | 田中 太郎 → 太郎 → 田中 | ヤマダ タロウ → タロウ → ヤマダ | ジョン・スミス → ジョン → スミス | 欧阳修 → 修 → 欧阳 | 남궁민수 → 민수 → 남궁
  Иванов Иван Иванович → Иван Иванович → Иванов | Иван Иванович Иванов → Иван Иванович → Иванов
  Nguyễn Văn An → Văn An → Nguyễn | محمد عبد الله → محمد → عبد الله | DUPONT Jean-Pierre → Jean-Pierre → DUPONT
  Marie DE LA TOUR → Marie → DE LA TOUR | JOHN SMITH → JOHN → SMITH | JP Morgan → JP → Morgan
  Anna Berg (Müller) → Anna → Berg (Müller) | Bob and Jane Smith → Bob and Jane → Smith | Madonna → "" → Madonna
  "" → "" → ""
`),
  ['  Ada   Augusta Lovelace ', 'Ada Augusta', 'Lovelace'],
])('takes %j apart as %j and %j', (text, first, last) => expect(splitName(text)).toEqual({ first, last }));

it('takes the order of a column for names that say none', () => {
  const hungarians = ['Kovács Éva', 'Nagy Anna Mária', 'Szabó Péter', 'Anna Kiss'];
  expect(nameOrder(hungarians.slice(0, 3))).toBe('familyFirst');
  expect(splitName('Nagy Anna Mária', 'familyFirst')).toEqual({ first: 'Anna Mária', last: 'Nagy' });
  expect(nameOrder(['Anna Keller', 'Peter Miller'])).toBe('givenFirst');
  expect(splitName('Xanthippa James', 'givenFirst')).toEqual({ first: 'Xanthippa', last: 'James' });
  expect(nameOrder(['Kovács Éva', 'Anna Keller'])).toBeUndefined();
});

it('loses no letter of a name', () => {
  const letters = (text: string): string =>
    Array.from(text.replace(/[\s,，、،・]/gu, ''))
      .sort()
      .join('');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const { first, last } = splitName(text);
      expect(letters(first + last)).toBe(letters(text));
    }),
  );
});

it('recognises a column of full names by most of its values', () => {
  expect(areWholeNames(['Ada Lovelace', 'Madonna', 'John Smith', ''])).toBe(true);
  expect(areWholeNames(['Lovelace', 'van', 'Smith', ''])).toBe(false);
  expect(areWholeNames([])).toBe(false);
});
