import { html, type Html } from './html.js';
import { LIMITS } from './report-data.js';

const counts = new Intl.NumberFormat('en-US');

export const countText = (value: number): string => counts.format(value);

/** `1 pair`, `1,234 pairs`. */
export function quantity(count: number, singular: string, plural = `${singular}s`): string {
  return `${countText(count)} ${count === 1 ? singular : plural}`;
}

/** @param share 0..1 */
export const percentText = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** A value from a record, in its own direction: Arabic reads from the right without turning what stands beside it. */
export function valueText(value: string | undefined): Html {
  return value === undefined || value === '' ? html`<span class="blank">–</span>` : html`<bdi>${cut(value)}</bdi>`;
}

/** At most `LIMITS.text` characters. */
export function cut(text: string): string {
  if (text.length <= LIMITS.text) return text;
  return `${Array.from(text.slice(0, 2 * LIMITS.text))
    .slice(0, LIMITS.text - 1)
    .join('')}…`;
}
