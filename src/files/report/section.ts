import type { Chart, ChartDocument } from '../charts/draw.js';
import { html, trusted, type Content, type Html } from './html.js';
import { type ReportData, LIMITS } from './report-data.js';

export interface Section {
  /** Fragment of its address. */
  readonly id: string;
  readonly title: string;
  /** `undefined` without data for it. */
  readonly content: (data: ReportData, document: ChartDocument) => Html | undefined;
}

export function figure(chart: Chart, caption?: string): Html {
  return html`<figure>${trusted(chart.outerHTML)}${caption && html`<figcaption>${caption}</figcaption>`}</figure>`;
}

/** A number is right-aligned. */
export type Cell = Html | string | number | undefined;

interface TableOptions {
  readonly caption?: string | undefined;
  readonly chosen?: number | undefined;
  readonly numbers?: readonly number[];
}

/** The first column is the row's header. */
export function table(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  { caption, chosen, numbers = [] }: TableOptions = {},
): Html {
  const kind = (column: number) => (numbers.includes(column) ? html` class="number"` : undefined);
  const cells = (row: readonly Cell[]): Content =>
    row.map((cell, i) => (i === 0 ? html`<th scope="row" ${kind(i)}>${cell}</th>` : html`<td${kind(i)}>${cell}</td>`));
  return html`<div class="scroll">
    <table>
      ${
        caption &&
        html`<caption>
          ${caption}
        </caption>`
      }
      <thead>
        <tr>
          ${header.map((name, i) => html`<th scope="col" ${kind(i)}>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row, i) => html`<tr${i === chosen ? html` class="chosen"` : undefined}>${cells(row)}</tr>
`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The number left out, as text; `undefined` if none were. */
export function more(all: number, shown: number, what: string): Html | undefined {
  return all <= shown ? undefined : html`<p class="muted">${all - shown} more ${what} are not shown.</p>`;
}

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
