import { expect, it } from 'vitest';
import { walk } from '../../../bench/console/steward-path.mjs';
import { inBrowser, Site } from './browser.js';

inBrowser('the way of a new steward', () => {
  it('leads from a file to ten merges that were looked at in at most 40 clicks', async () => {
    const site = await Site.open();
    const { page, faults } = await site.visit();
    expect(await walk(page)).toBeLessThanOrEqual(40);
    expect(site.served.likeness.review.decisions({ verdict: 'duplicate', pageSize: 50 }).records).toHaveLength(10);
    expect(faults).toEqual([]);
    await page.context().close();
    await site.close();
  });
});
