import { axisX, axisY, gridY, lineY, rectY, ruleX, ruleY, text, barY } from '@observablehq/plot';
import type { ScoreHistogram, ClusterSizes } from './chart-data.js';
import { count, draw, INK, type Chart, type ChartDocument } from './draw.js';

/** Draws scores on a logarithmic scale, because the few questionable pairs matter as much as the many certain pairs. */
export function scoreHistogramChart(
  document: ChartDocument,
  { counts, before, from, threshold }: ScoreHistogram,
): Chart {
  const earlier = (before ?? [])
    .map((pairs, score) => ({ score, end: score + 1, pairs }))
    .filter(({ score }) => score >= Math.floor(from));
  const bins = counts
    .map((pairs, score) => ({ score, end: score + 1, pairs }))
    .filter(({ score }) => score >= Math.floor(from));
  const isFound = ({ score }: { score: number }) => threshold === undefined || score >= Math.floor(threshold);
  const most = Math.max(1, ...[...bins, ...earlier].map(({ pairs }) => pairs));
  const all = bins.reduce((sum, { pairs }) => sum + pairs, 0);
  const ticks = [0];
  for (let tick = 1; tick <= most; tick *= 10) ticks.push(tick);
  return draw(document, `${count.format(all)} pairs by score`, {
    width: 640,
    height: 236,
    marginLeft: 64,
    // Leaves room for a threshold's label at the left edge, below the axis label.
    marginTop: 40,
    marginBottom: 34,
    x: { domain: [Math.floor(from), 101], label: 'score (%) →' },
    y: { type: 'symlog', domain: [0, most * 1.2], label: '↑ pairs (logarithmic)', ticks },
    marks: [
      gridY(ticks, { stroke: INK.line, strokeOpacity: 1 }),
      rectY(
        bins.filter((bin) => !isFound(bin)),
        { x1: 'score', x2: 'end', y1: 0, y2: 'pairs', fill: INK.neutral },
      ),
      rectY(bins.filter(isFound), { x1: 'score', x2: 'end', y1: 0, y2: 'pairs', fill: INK.agree }),
      ...(earlier.length === 0
        ? []
        : [lineY(earlier, { x: 'score', y: 'pairs', curve: 'step-after', stroke: INK.differ, strokeWidth: 1.5 })]),
      ruleY([0], { stroke: INK.text }),
      ...(threshold === undefined
        ? []
        : [
            ruleX([threshold], { stroke: INK.text, strokeDasharray: '4 3' }),
            text([threshold], {
              x: (at: number) => at,
              frameAnchor: 'top',
              dy: -16,
              text: (at: number) => `threshold ${at}`,
              fontSize: 11,
              fill: INK.text,
            }),
          ]),
      axisX({ tickSize: 3, fontSize: 11 }),
      axisY(ticks, { tickSize: 0, fontSize: 11, tickFormat: (value: number) => count.format(value) }),
    ],
  });
}

const MOST_BARS = 14;

/** Draws group sizes, with the largest sizes in one bar. Each bar shows its number, because most bars are small. */
export function clusterSizesChart(document: ChartDocument, sizes: ClusterSizes): Chart {
  const bars = sizes.slice(0, MOST_BARS).map(({ size, groups }) => ({ size: String(size), groups }));
  const rest = sizes.slice(MOST_BARS);
  if (rest.length > 0)
    bars.push({ size: `${rest[0]!.size}+`, groups: rest.reduce((sum, { groups }) => sum + groups, 0) });
  return draw(document, 'Groups by number of records', {
    width: 640,
    height: 200,
    marginLeft: 12,
    marginTop: 22,
    marginBottom: 34,
    x: { domain: bars.map(({ size }) => size), label: 'records in the group →', padding: bars.length < 6 ? 0.6 : 0.25 },
    y: { type: 'sqrt', axis: null, label: null },
    marks: [
      barY(bars, { x: 'size', y: 'groups', fill: INK.neutral }),
      text(bars, {
        x: 'size',
        y: 'groups',
        dy: -8,
        text: ({ groups }: { groups: number }) => count.format(groups),
        fontSize: 11,
        fill: INK.text,
      }),
      ruleY([0], { stroke: INK.text }),
      axisX({ tickSize: 0, fontSize: 11 }),
    ],
  });
}
