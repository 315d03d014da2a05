import { areaY, axisX, axisY, dot, gridY, line, ruleX, text } from '@observablehq/plot';
import { clusterSizesChart, scoreHistogramChart } from '../../charts/score-histogram.js';
import { matchWeightsChart } from '../../charts/match-weights.js';
import { html } from '../html.js';
import { figure, table, type Section, countText, percentText } from '../section.js';
import type { QualityCurve, QualityPoint } from '../../charts/chart-data.js';
import { draw, INK, type Chart, type ChartDocument } from '../../charts/draw.js';

export const weights: Section = {
  id: 'weights',
  title: 'Evidence of each field',
  content({ weights = [] }, document) {
    if (weights.length === 0) return undefined;
    return html`<p>
        Right: evidence of equal values. Left: evidence of different values. Gaps separate the levels of similarity.
        Common values give less evidence than shown, and rare values give more.
      </p>
      ${figure(matchWeightsChart(document, weights))}`;
  },
};

export const scores: Section = {
  id: 'scores',
  title: 'Scores',
  content({ scores }, document) {
    if (scores === undefined || scores.counts.every((pairs) => pairs === 0)) return undefined;
    const below = scores.threshold !== undefined && scores.from < scores.threshold;
    return figure(
      scoreHistogramChart(document, scores),
      `Pairs with a score of ${Math.floor(scores.from)} or more.${below ? ' Grey bars are below the threshold and are not duplicates.' : ''}`,
    );
  },
};

const MOST_POINTS = 20;

export const quality: Section = {
  id: 'quality',
  title: 'Precision and recall',
  content({ quality }, document) {
    if (quality === undefined || quality.points.length === 0) return undefined;
    const { kind, points, chosen } = quality;
    const every = Math.ceil(points.length / MOST_POINTS);
    const shown = points.filter(({ threshold }, i) => threshold === chosen || i % every === 0);
    return html`<p>
        ${
          kind === 'expected'
            ? 'These figures are estimates of the model, because no labels were used. In nine of ten files, the true figures are within the bands (if there are bands). They may be outside if the records violate the assumptions of the model.'
            : 'These figures are measured against the labels.'
        }
        Precision is the share of found pairs that are true. Recall is the share of true pairs that are found.
      </p>
      <div class="beside">
        ${figure(qualityCurveChart(document, quality))}
        ${table(
          ['threshold', 'pairs', 'precision', 'recall'],
          shown.map(({ threshold, pairs, precision, recall, precisionInterval, recallInterval }) => [
            `${threshold}${threshold === chosen ? ' (chosen)' : ''}`,
            countText(pairs),
            within(precision, precisionInterval),
            within(recall, recallInterval),
          ]),
          { numbers: [0, 1, 2, 3], chosen: shown.findIndex(({ threshold }) => threshold === chosen) },
        )}
      </div>`;
  },
};

export const clusters: Section = {
  id: 'groups',
  title: 'Groups',
  content({ clusters = [] }, document) {
    if (clusters.length === 0) return undefined;
    const largest = clusters.at(-1)!.size;
    return figure(
      clusterSizesChart(document, clusters),
      `Groups of duplicates by number of records. The largest group has ${countText(largest)} records. The bar heights are square roots of the counts.`,
    );
  },
};

function within(share: number, interval: readonly [low: number, high: number] | undefined): string {
  if (interval === undefined) return percentText(share);
  const [low, high] = interval.map((bound) => (bound * 100).toFixed(1));
  return `${percentText(share)} (${low} to ${high})`;
}

const MOST_TICKS = 16;

/** Draws precision and recall with equidistant thresholds, because most learned scores are just below 100. */
function qualityCurveChart(document: ChartDocument, { kind, points, chosen }: QualityCurve): Chart {
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
