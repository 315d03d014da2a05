import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/**
 * Faults that axe-core calls serious or critical, each with where it is. The browser's debugger puts axe into the page,
 * past the content-security policy.
 * @param rules Ids of the rules that are checked. Default: all.
 */
export async function seriousFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(SOURCE);
  const options = rules === undefined ? { rules: { 'target-size': { enabled: true } } } : { runOnly: rules };
  const { violations } = await page.evaluate<AxeResult>(`axe.run(${JSON.stringify(options)})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}
