import { expect, it } from 'vitest';
import { dutch } from '../../../src/extensions/console/texts/dutch.js';
import { english } from '../../../src/extensions/console/texts/english.js';
import { german } from '../../../src/extensions/console/texts/german.js';
import { seriousFaults } from './axe.js';
import { expectText, inBrowser, Site } from './browser.js';

/** Every word with its place; of functions, that there is one. */
function* words(of: unknown, place = ''): Iterable<readonly [place: string, word: string]> {
  if (typeof of === 'string') yield [place, of];
  else if (typeof of === 'function') yield [place, String(of)];
  else if (typeof of === 'object' && of !== null)
    for (const [name, one] of Object.entries(of)) yield* words(one, `${place}.${name}`);
}

it.each([
  ['German', german],
  ['Dutch', dutch],
])('%s says everything, and says it in its own words', (_, language) => {
  const theirs = new Map(words(language));
  const ours = [...words(english)];
  expect([...theirs.keys()].sort()).toEqual(ours.map(([place]) => place).sort());
  expect([...theirs].filter(([place, word]) => word === '' && new Map(ours).get(place) !== '')).toEqual([]);
  const same = ours.filter(([place, word]) => / /.test(word) && theirs.get(place) === word);
  // Short ones may be the same: names, units, forms of files.
  expect(same.length).toBeLessThan(ours.length / 20);
});

inBrowser('the console in the language of the reader', () => {
  it('speaks German and Dutch as the browser asks for it, fits 390 pixels, and another language is chosen', async () => {
    const site = await Site.open();
    const options = { viewport: { width: 390, height: 844 } };
    for (const [locale, texts] of [
      ['de-AT', german],
      ['nl-BE', dutch],
    ] as const) {
      const { page, faults } = await site.visit(site.address(), { ...options, locale });
      for (const view of [
        'overview',
        'search',
        'import',
        'review',
        'records',
        'scenarios',
        'operations',
        'settings',
      ] as const) {
        await page.goto(`${site.served.url}/console/${view}`);
        await expectText(page, texts.nav[view]);
        expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
        expect(await seriousFaults(page)).toEqual([]);
      }
      await page.keyboard.press('?');
      await page.getByLabel(texts.language).selectOption('English');
      await page.getByRole('link', { name: 'Settings', exact: true }).waitFor();
      await page.reload();
      await page.getByRole('link', { name: 'Settings', exact: true }).waitFor();
      expect(faults).toEqual([]);
      await page.context().close();
    }
    await site.close();
  });
});
