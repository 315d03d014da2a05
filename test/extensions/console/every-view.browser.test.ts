import { beforeAll, expect, it } from 'vitest';
import { isNightly } from '../../support/draws.js';
import { seriousFaults } from './axe.js';
import { inBrowser, Site } from './browser.js';

/** Values that are hard to display: long, right-to-left, without spaces, in other scripts, or similar to markup. */
const HARD = [
  { FirstName: 'لَيْلَى', LastName: 'الفيلسوفة', Email: 'layla@example.com', Title: 'مديرة' },
  { FirstName: '美咲', LastName: '佐々木', Email: 'misaki@example.com', Title: '部長'.repeat(30) },
  { FirstName: 'Ωμέγα', LastName: 'x'.repeat(80), Email: `${'long'.repeat(12)}@example.com`, Title: '<b>Chief</b>' },
];

inBrowser('every view of the console', () => {
  const site = Site.forAll();
  let paths: string[];
  beforeAll(async () => {
    const { likeness, client } = site.served;
    const caller = { clientId: client.client_id, requestId: 'rows' };
    await likeness.importBatch('Contact', HARD, { check: false }, caller);
    const again = HARD.map((person) => ({ ...person, Phone: '+1 415 555 0132' }));
    await likeness.importBatch('Contact', again, { check: true, reportsDuplicates: true }, caller);
    const [pair, other] = likeness.suspectedPairs({ page: 1, pageSize: 5 }).records;
    const recordIds = [other!.createdId, other!.matchedId];
    const later = { verdict: 'later', note: 'שאלו את הסניף '.repeat(20), recordIds } as const;
    const decision = await likeness.review.decide(later, caller);
    const ids = [pair!.createdId, pair!.matchedId];
    paths = [
      ...[
        'overview',
        'operations',
        'search',
        `search#${new URLSearchParams({ '.object': 'Contact', Email: HARD[0]!.Email, '.record': ids[0]! }).toString()}`,
        'import',
        'review',
        'review#tab=later',
        'review#tab=decided',
        'records/Contact',
      ],
      ...[`review/${pair!.id}`, `review/${decision.id}#tab=later`, `records/Contact/${ids[0]}`, 'scenarios'],
      ...[`records/Contact/compare#ids=${ids.join()}`, 'records/Contact/new', 'scenarios/contact-default'],
      ...['clients', 'people', 'survivorship', 'schedule', 'filters', 'lists', 'audit', 'webhooks'].map(
        (section) => `settings/${section}`,
      ),
    ];
  });

  it('has no serious fault in either theme, and fits a phone', async () => {
    const { page } = await site.visit(site.address(), { colorScheme: 'light' });
    for (const path of paths) {
      await page.goto(`${site.served.url}/console/${path}`);
      await page.locator('main h1, main h2').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, await seriousFaults(page)]).toEqual([path, []]);
      await page.emulateMedia({ colorScheme: 'dark' });
      if (isNightly) expect([path, 'dark', await seriousFaults(page, ['color-contrast'])]).toEqual([path, 'dark', []]);
      await page.setViewportSize({ width: 390, height: 844 });
      // The other rules depend on the markup, which is the same.
      const rules = isNightly ? undefined : ['color-contrast', 'target-size'];
      expect([path, 'dark', 390, await seriousFaults(page, rules)]).toEqual([path, 'dark', 390, []]);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390]);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1280, height: 900 });
    }
  });
});
