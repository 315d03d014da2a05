import { plot, type PlotOptions } from '@observablehq/plot';

/** The document that charts are made in: a browser's, or one that renders to text. */
export type ChartDocument = object;
/** An `svg` element of that document: as much of it as this folder needs. */
export interface Chart {
  readonly outerHTML: string;
  setAttribute(name: string, value: string): void;
  querySelector(selector: string): { remove(): void } | null;
  querySelectorAll(selector: string): Iterable<{ removeAttribute(name: string): void }>;
}

/** Colours of charts: custom properties, so that a theme changes them without drawing anew. */
export const INK = {
  /** Speaks for a match. */
  agree: 'var(--agree)',
  /** Speaks against one. */
  differ: 'var(--differ)',
  /** Neither: prior, other counts. */
  neutral: 'var(--neutral)',
  text: 'var(--text)',
  muted: 'var(--muted)',
  line: 'var(--line)',
} as const;

/** For counts: 1,234. */
export const count = new Intl.NumberFormat('en-US');

/**
 * Draws a chart without any style of its own (pages forbid inline styles; `CHART_CSS` has what is needed) and names it
 * for those who cannot see it.
 *
 * @param label the one sentence that the chart says
 */
export function draw(document: ChartDocument, label: string, options: PlotOptions): Chart {
  const chart = plot({ ...options, document: document as never, className: 'chart' }) as Chart;
  chart.querySelector('style')?.remove();
  // The chart is one picture: names of its parts are heard by nobody, and forbidden without a role.
  for (const part of chart.querySelectorAll('g[aria-label]')) part.removeAttribute('aria-label');
  chart.setAttribute('role', 'img');
  chart.setAttribute('aria-label', label);
  return chart;
}
