import { clusterSizesChart, scoreHistogramChart } from '../../charts/score-histogram.js';
import { matchWeightsChart } from '../../charts/match-weights.js';
import { qualityCurveChart } from '../../charts/quality-curve.js';
import { html } from '../html.js';
import { figure, table, type Section, countText, percentText } from '../section.js';

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
