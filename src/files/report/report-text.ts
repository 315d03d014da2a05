import { html, type Html } from './html.js';
import { LIMITS } from './report-data.js';

const counts = new Intl.NumberFormat('en-US');

export const countText = (value: number): string => counts.format(value);

/** @param share 0..1 */
export const percentText = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** In its own text direction, so that Arabic does not reorder the surrounding text. */
export function valueText(value: string | undefined): Html {
  return value === undefined || value === '' ? html`<span class="blank">–</span>` : html`<bdi>${cut(value)}</bdi>`;
}

export function cut(text: string): string {
  if (text.length <= LIMITS.text) return text;
  return `${Array.from(text.slice(0, 2 * LIMITS.text))
    .slice(0, LIMITS.text - 1)
    .join('')}…`;
}
