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
 * Returns the serious and critical violations that axe-core finds, each with its location. The browser's debugger
 * injects axe into the page, because the content security policy forbids scripts.
 * @param rules Ids of the rules to check. Default: all.
 */
export async function seriousFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if ((await page.evaluate<string>('typeof axe')) === 'undefined') await page.evaluate(SOURCE);
  const options = {
    ...(rules === undefined ? { rules: { 'target-size': { enabled: true } } } : { runOnly: rules }),
    // Spares axe the description of what is right.
    resultTypes: ['violations'],
  };
  const { violations } = await page.evaluate<AxeResult>(`axe.run(${JSON.stringify(options)})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    );
}
