import { expect, it } from 'vitest';
import dutch from '../../../data/texts/nl.json' with { type: 'json' };
import german from '../../../data/texts/de.json' with { type: 'json' };
import { seriousFaults } from './axe.js';
import { expectText, inBrowser, Site } from './browser.js';

inBrowser('the console in the language of the reader', () => {
  it('speaks German and Dutch as the browser asks for it, fits 390 pixels, and another language is chosen', async () => {
    const site = await Site.open();
    const options = { viewport: { width: 390, height: 844 } };
    for (const [locale, texts] of [
      ['de-AT', german],
      ['nl-BE', dutch],
    ] as const) {
      const { page } = await site.visit(site.address(), { ...options, locale });
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
    }
  });
});
