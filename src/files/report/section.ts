import type { Chart, ChartDocument } from '../charts/draw.js';
import { html, trusted, type Content, type Html } from './html.js';
import { type ReportData, LIMITS } from './report-data.js';

export interface Section {
  /** Fragment identifier of the section in URLs. */
  readonly id: string;
  readonly title: string;
  /** Returns the section's content; `undefined` if the report has no data for the section. */
  readonly content: (data: ReportData, document: ChartDocument) => Html | undefined;
}

export function figure(chart: Chart, caption?: string): Html {
  return html`<figure>${trusted(chart.outerHTML)}${caption && html`<figcaption>${caption}</figcaption>`}</figure>`;
}

/** Content of a table cell. Numbers are right-aligned. */
export type Cell = Html | string | number | undefined;

interface TableOptions {
  readonly caption?: string | undefined;
  readonly chosen?: number | undefined;
  readonly numbers?: readonly number[];
}

/** Creates a table. The first column has the rows' headers. */
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

/** Describes the number of entries that are not shown; `undefined` if all are shown. */
export function more(all: number, shown: number, what: string): Html | undefined {
  return all <= shown ? undefined : html`<p class="muted">${all - shown} more ${what} are not shown.</p>`;
}

const counts = new Intl.NumberFormat('en-US');

export const countText = (value: number): string => counts.format(value);

/** Formats a share. @param share 0 to 1 */
export const percentText = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Isolates the text direction of a value, so that Arabic does not reorder the surrounding text. */
export function valueText(value: string | undefined): Html {
  return value === undefined || value === '' ? html`<span class="blank">–</span>` : html`<bdi>${cut(value)}</bdi>`;
}

export function cut(text: string): string {
  if (text.length <= LIMITS.text) return text;
  return `${Array.from(text.slice(0, 2 * LIMITS.text))
    .slice(0, LIMITS.text - 1)
    .join('')}…`;
}
