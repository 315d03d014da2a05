import { axisX, barY, ruleY, text } from '@observablehq/plot';
import type { ClusterSizes } from './chart-data.js';
import { count, draw, INK, type Chart, type ChartDocument } from './draw.js';

const MOST_BARS = 14;

/** The largest sizes in one bar. Each bar shows its number, because most are small. */
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
