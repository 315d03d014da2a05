import { axisX, axisY, barX, link, ruleX, text } from '@observablehq/plot';
import type { Waterfall } from './chart-data.js';
import { draw, INK, type Chart, type ChartDocument } from './draw.js';
import { labelMargin, shortLabel } from './axis-labels.js';

interface Bar {
  /** Identifies the step, because steps may share a label. */
  readonly row: number;
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly colour: string;
}

/** Draws the steps of a score. Each bar starts where the previous bar ends. The last bar is the total. */
export function waterfallChart(document: ChartDocument, { unit, steps, threshold }: Waterfall): Chart {
  const bars: Bar[] = [];
  let sum = 0;
  steps.forEach(({ label, value }, row) => {
    const colour = value >= 0 ? INK.agree : INK.differ;
    bars.push({ row, label: shortLabel(label), from: sum, to: (sum += value), value, colour });
  });
  bars.push({ row: steps.length, label: 'total', from: 0, to: sum, value: sum, colour: INK.neutral });
  const links = bars.slice(1, -1).map(({ row, from }) => ({ at: from, above: row - 1, row }));
  const digits = unit === 'bits' ? 1 : 0;
  const marked = Number.isFinite(threshold) ? [threshold] : [];
  return draw(document, `${unit === 'bits' ? 'Match weight' : 'Score'} ${sum.toFixed(digits)}, step by step`, {
    width: 460,
    height: 44 + bars.length * 20,
    marginLeft: labelMargin(bars.map(({ label }) => label)),
    marginRight: 44,
    marginTop: 14,
    marginBottom: 30,
    x: { nice: true, insetLeft: 36, label: unit === 'bits' ? 'bits →' : 'score (%) →' },
    y: { type: 'band', domain: bars.map(({ row }) => row), label: null },
    marks: [
      ruleX([0], { stroke: INK.line }),
      ruleX(marked, { stroke: INK.text, strokeDasharray: '4 3' }),
      text(marked, {
        x: (at: number) => at,
        frameAnchor: 'top',
        dy: -12,
        text: () => 'threshold',
        fontSize: 10,
        fill: INK.text,
      }),
      link(links, { x1: 'at', x2: 'at', y1: 'above', y2: 'row', stroke: INK.muted }),
      barX(bars, { x1: 'from', x2: 'to', y: 'row', fill: 'colour', insetTop: 3, insetBottom: 3 }),
      text(bars, {
        x: ({ from, to }: Bar) => Math.max(from, to),
        y: 'row',
        dx: 4,
        textAnchor: 'start',
        text: ({ value }: Bar) =>
          value
            .toFixed(digits)
            .replace(/^-(?=.*[1-9])/, '−')
            .replace('-', ''),
        fontSize: 11,
        fill: INK.text,
      }),
      axisX({ tickSize: 3, fontSize: 10 }),
      axisY({ tickSize: 0, fontSize: 11, fill: INK.text, tickFormat: (row: number) => bars[row]!.label }),
    ],
  });
}
