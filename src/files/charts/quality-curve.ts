import { areaY, axisX, axisY, dot, gridY, line, ruleX, text } from '@observablehq/plot';
import type { QualityCurve, QualityPoint } from './chart-data.js';
import { draw, INK, type Chart, type ChartDocument } from './draw.js';

const MOST_TICKS = 16;

/** Draws precision and recall with equidistant thresholds, because most learned scores are just below 100. */
export function qualityCurveChart(document: ChartDocument, { kind, points, chosen }: QualityCurve): Chart {
  const thresholds = points.map(({ threshold }) => threshold);
  const every = Math.ceil(thresholds.length / MOST_TICKS);
  const lines = [
    {
      name: 'precision',
      share: (point: QualityPoint) => point.precision,
      within: (point: QualityPoint) => point.precisionInterval,
      colour: INK.agree,
    },
    {
      name: 'recall',
      share: (point: QualityPoint) => point.recall,
      within: (point: QualityPoint) => point.recallInterval,
      colour: INK.differ,
    },
  ];
  const low = Math.min(
    ...points.flatMap((point) => lines.map(({ share, within }) => within(point)?.[0] ?? share(point))),
  );
  const at = points.find(({ threshold }) => threshold === chosen);
  const isAt = points.filter((point) => point === at);
  return draw(document, `${kind === 'expected' ? 'Expected precision' : 'Precision'} and recall by threshold`, {
    width: 640,
    height: 240,
    marginLeft: 48,
    marginRight: 72,
    marginTop: 24,
    marginBottom: 36,
    x: { type: 'point', domain: thresholds, label: 'threshold (%) →' },
    y: {
      domain: [Math.max(0, Math.floor(low * 10) / 10), 1],
      label: kind === 'expected' ? '↑ expected' : '↑ measured',
    },
    marks: [
      gridY({ stroke: INK.line, strokeOpacity: 1 }),
      ...lines.map(({ within, colour }) =>
        areaY(
          points.filter((point) => within(point) !== undefined),
          {
            x: 'threshold',
            y1: (point: QualityPoint) => within(point)![0],
            y2: (point: QualityPoint) => within(point)![1],
            fill: colour,
            fillOpacity: 0.15,
          },
        ),
      ),
      ...lines.flatMap(({ name, share, colour }) => [
        line(points, { x: 'threshold', y: share, stroke: colour, strokeWidth: 2 }),
        dot(isAt, { x: 'threshold', y: share, fill: colour, r: 4 }),
        text(points.slice(-1), {
          x: 'threshold',
          y: share,
          text: () => name,
          dx: 8,
          textAnchor: 'start',
          fontSize: 12,
          fill: colour,
        }),
      ]),
      ...(at === undefined
        ? []
        : [
            ruleX([at], { x: 'threshold', stroke: INK.text, strokeDasharray: '4 3' }),
            text([at], {
              x: 'threshold',
              frameAnchor: 'top',
              dy: -16,
              text: ({ threshold }: QualityPoint) => `chosen: ${threshold}`,
              fontSize: 11,
              fill: INK.text,
            }),
          ]),
      axisX({ tickSize: 3, fontSize: 11, ticks: thresholds.filter((_, i) => i % every === 0) }),
      axisY({ tickSize: 0, fontSize: 11, tickFormat: (share: number) => `${Math.round(share * 100)} %` }),
    ],
  });
}
