import { plot, type PlotOptions } from '@observablehq/plot';

/** The document of a browser, or of a library that renders to text. */
export type ChartDocument = object;
/** An `svg` element. */
export interface Chart {
  readonly outerHTML: string;
  setAttribute(name: string, value: string): void;
  querySelector(selector: string): { remove(): void } | null;
  querySelectorAll(selector: string): Iterable<{ removeAttribute(name: string): void }>;
}

/** Colours as CSS custom properties, so that a theme can change them without redrawing. */
export const INK = {
  /** Evidence for a match. */
  agree: 'var(--agree)',
  /** Evidence against a match. */
  differ: 'var(--differ)',
  /** Neutral, such as a prior or a count. */
  neutral: 'var(--neutral)',
  text: 'var(--text)',
  muted: 'var(--muted)',
  line: 'var(--line)',
} as const;

export const count = new Intl.NumberFormat('en-US');

/** Draws a chart without inline styles, which pages forbid (see `CHART_CSS`). @param label text for screen readers */
export function draw(document: ChartDocument, label: string, options: PlotOptions): Chart {
  const chart = plot({ ...options, document: document as never, className: 'chart' }) as Chart;
  chart.querySelector('style')?.remove();
  // Removes names of the image's parts, which are invalid without a role. Screen readers ignore them.
  for (const part of chart.querySelectorAll('g[aria-label]')) part.removeAttribute('aria-label');
  chart.setAttribute('role', 'img');
  chart.setAttribute('aria-label', label);
  return chart;
}
