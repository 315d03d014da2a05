import { axisX, axisY, barX, ruleX } from '@observablehq/plot';
import type { FrequentValues } from './chart-data.js';
import { draw, INK, type Chart, type ChartDocument } from './draw.js';
import { labelMargin, shortLabel } from './axis-labels.js';

const MOST_BARS = 20;

/** The weaker evidence of frequent values, in bits; the most frequent first. */
export function frequentValuesChart(document: ChartDocument, values: FrequentValues): Chart {
  const bars = values.slice(0, MOST_BARS).map(({ value, bits }) => ({ value: shortLabel(value), bits }));
  const names = [...new Set(bars.map(({ value }) => value))];
  return draw(document, 'How much less evidence a frequent value gives, in bits', {
    width: 640,
    height: 44 + names.length * 20,
    marginLeft: labelMargin(names),
    marginRight: 24,
    marginTop: 6,
    marginBottom: 34,
    x: { nice: true, label: 'bits beside those of the field →' },
    y: { domain: names, label: null },
    marks: [
      barX(bars, { x: 'bits', y: 'value', fill: INK.differ, insetTop: 3, insetBottom: 3 }),
      ruleX([0], { stroke: INK.text }),
      axisX({ anchor: 'bottom', tickSize: 3, fontSize: 11 }),
      axisY({ tickSize: 0, fontSize: 11, fill: INK.text }),
    ],
  });
}
