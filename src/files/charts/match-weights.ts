import { axisX, axisY, barX, ruleX, text, tickX } from '@observablehq/plot';
import type { FieldWeights, FrequentValues } from './chart-data.js';
import { draw, INK, type Chart, type ChartDocument } from './draw.js';
import { labelMargin, shortLabel } from './axis-labels.js';

/** Draws a bar per field, from the weight of disagreement to the weight of full agreement. Ticks mark other levels. */
export function matchWeightsChart(document: ChartDocument, weights: readonly FieldWeights[]): Chart {
  const fields = weights.map(({ field, levels }) => ({ field: shortLabel(field), levels }));
  const bars = fields.flatMap(({ field, levels }) => {
    const bits = levels.map((level) => level.bits);
    const [least, most] = [Math.min(0, ...bits), Math.max(0, ...bits)];
    return [
      { field, from: least, to: 0, end: least, colour: INK.differ, shift: -4, anchor: 'end' as const },
      { field, from: 0, to: most, end: most, colour: INK.agree, shift: 4, anchor: 'start' as const },
    ];
  });
  const between = fields.flatMap(({ field, levels }) => levels.slice(1, -1).map(({ bits }) => ({ field, bits })));
  const names = fields.map(({ field }) => field);
  const sides = [bars.filter((_, i) => i % 2 === 0), bars.filter((_, i) => i % 2 === 1)];
  return draw(document, 'Evidence of each field in bits: equal values to the right, different values to the left', {
    width: 640,
    height: 44 + names.length * 26,
    marginLeft: labelMargin(names),
    marginRight: 40,
    marginTop: 6,
    marginBottom: 34,
    x: { nice: true, insetLeft: 30, label: 'bits (each bit doubles or halves the odds of a match) →' },
    y: { domain: names, label: null },
    marks: [
      ...sides.map((side) =>
        barX(side, { x1: 'from', x2: 'to', y: 'field', fill: 'colour', insetTop: 5, insetBottom: 5 }),
      ),
      tickX(between, { x: 'bits', y: 'field', stroke: 'var(--ground)', strokeWidth: 2, insetTop: 5, insetBottom: 5 }),
      ...sides.map((side) =>
        text(
          side.filter(({ end }) => end !== 0),
          {
            x: 'end',
            y: 'field',
            text: ({ end }: { end: number }) => signed(end),
            dx: side[0]!.shift,
            textAnchor: side[0]!.anchor,
            fontSize: 11,
            fill: INK.text,
          },
        ),
      ),
      ruleX([0], { stroke: INK.text }),
      axisX({ anchor: 'bottom', tickSize: 3, fontSize: 11 }),
      axisY({ tickSize: 0, fontSize: 12, fill: INK.text }),
    ],
  });
}

function signed(bits: number): string {
  return `${bits > 0 ? '+' : '−'}${Math.abs(bits).toFixed(1)}`;
}

const MOST_BARS = 20;

/** Draws the bits of evidence that common values lose, most common value first. */
export function frequentValuesChart(document: ChartDocument, values: FrequentValues): Chart {
  const bars = values.slice(0, MOST_BARS).map(({ value, bits }) => ({ value: shortLabel(value), bits }));
  const names = [...new Set(bars.map(({ value }) => value))];
  return draw(document, 'Evidence reduction for common values, in bits', {
    width: 640,
    height: 44 + names.length * 20,
    marginLeft: labelMargin(names),
    marginRight: 24,
    marginTop: 6,
    marginBottom: 34,
    x: { nice: true, label: 'bits added to the evidence of the field →' },
    y: { domain: names, label: null },
    marks: [
      barX(bars, { x: 'bits', y: 'value', fill: INK.differ, insetTop: 3, insetBottom: 3 }),
      ruleX([0], { stroke: INK.text }),
      axisX({ anchor: 'bottom', tickSize: 3, fontSize: 11 }),
      axisY({ tickSize: 0, fontSize: 11, fill: INK.text }),
    ],
  });
}
